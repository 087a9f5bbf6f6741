import { fieldsOf } from '../../../../../nodes/shared/reservation/comparison';
import { simplifyServiceItem } from '../../../../../nodes/shared/wire/serviceItem';
import { encodeChanges } from '../../../../../nodes/shared/wire/writtenItem';
import { wireOf } from '../../../support/pastedExamples';

describe('texts that the service keeps as numbers', () => {
	const numbers = {
		bookingId: '{reservationId as number}',
		code: '{accountCode as number}',
		folio: '{destinationAccount as number}',
		text: '{description as number}',
	};
	const item = { bookingId: 5512, code: 4400, folio: 12, text: 7 };

	it('are texts where an example reads them, as with every other service', () => {
		expect(simplifyServiceItem(item, wireOf({ returnedItem: numbers }))).toMatchObject({
			reservationId: '5512',
			accountCode: '4400',
			destinationAccount: '12',
			description: '7',
		});
	});

	it('are compared with what the form says, and written as numbers again', () => {
		const wire = wireOf({
			createBody: { ...numbers, v: '{amount}' },
			returnedItem: { ...numbers, v: '{amount}' },
		});
		expect(fieldsOf({ ...item, v: 1 }, wire)).toMatchObject({ accountCode: '4400' });
		expect(encodeChanges({ accountCode: '4400' }, {}, wire)).toEqual({ code: 4400 });
	});

	it('stay as they came where field names read them, as in 0.1.0', () => {
		const wire = wireOf({ accountCodeField: 'code', reservationIdField: 'bookingId' });
		expect(simplifyServiceItem(item, wire)).toMatchObject({
			reservationId: 5512,
			accountCode: 4400,
		});
	});
});
