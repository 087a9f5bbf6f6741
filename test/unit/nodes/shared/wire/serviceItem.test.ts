import type { IDataObject } from 'n8n-workflow';

import type { ApiSettings } from '../../../../../nodes/shared/wire/apiSettings';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { simplifyServiceItem } from '../../../../../nodes/shared/wire/serviceItem';
import { encodeServiceItem } from '../../../../../nodes/shared/wire/writtenItem';

const fields = {
	reservationId: 'R-1',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: 'GUEST',
};
const nested: Partial<ApiSettings> = {
	reservationIdField: 'booking.ref',
	idField: 'meta.key',
	amountField: 'price.value',
	dateField: 'price.on',
	descriptionField: 'text',
	accountCodeField: 'ledger.code',
	destinationAccountField: 'ledger.to',
};

function contextOf(format: Partial<ApiSettings> = {}, timeZone = 'Europe/Berlin') {
	return { format: apiFormatOf({ customApiFormat: true, ...format }), timeZone };
}

describe('a service item on its way to the service', () => {
	it('has the default names and formats', () => {
		expect(encodeServiceItem(fields, {}, contextOf())).toEqual(fields);
	});

	it('has the names and formats of the credential', () => {
		const wire = contextOf({ ...nested, amountFormat: 'minorUnits', dateFormat: 'dateTime' });
		expect(encodeServiceItem(fields, {}, wire)).toEqual({
			booking: { ref: 'R-1' },
			price: { value: 1250, on: '2026-11-21T00:00:00.000+01:00' },
			text: 'Late checkout',
			ledger: { code: '4400', to: 'GUEST' },
		});
	});

	it('has only the fields that were given, zero among them', () => {
		const body = encodeServiceItem({ amount: 0 }, {}, contextOf());
		expect(Object.keys(body)).toEqual(['amount']);
		expect(body.amount).toBe(0);
	});

	it('has the custom fields beside its own, also inside nested ones, and does not touch the input', () => {
		const custom = { price: { currency: 'EUR' }, tags: ['vip'], note: null };
		const before = JSON.stringify(custom);

		expect(encodeServiceItem({ amount: 5 }, custom, contextOf(nested))).toEqual({
			price: { value: 5, currency: 'EUR' },
			tags: ['vip'],
			note: null,
		});
		expect(JSON.stringify(custom)).toBe(before);
	});

	it('lets no custom field replace one of its own', () => {
		const custom = { amount: 99, reservationId: 'R-2' };
		expect(encodeServiceItem(fields, custom, contextOf())).toEqual(fields);
	});
});

describe('a simplified service item', () => {
	it('has the same names whatever the wire names are', () => {
		const item = {
			meta: { key: 9 },
			booking: { ref: 'R-1' },
			price: { value: '1250', on: '2026-11-20T23:00:00Z' },
			text: 'Late checkout',
			ledger: { code: '4400', to: 'GUEST' },
			more: true,
		};
		const wire = contextOf({ ...nested, amountFormat: 'minorUnits' });
		expect(simplifyServiceItem(item, wire)).toEqual({ id: 9, ...fields });
	});

	it('has null for what the service left out', () => {
		expect(simplifyServiceItem({}, contextOf())).toEqual({
			id: null,
			reservationId: null,
			amount: null,
			date: null,
			description: null,
			accountCode: null,
			destinationAccount: null,
		});
	});

	it('takes the reservation from the request when the service leaves it out', () => {
		const wire = contextOf();
		const known = { reservationId: 'R-1' };
		expect(simplifyServiceItem({ id: 1 }, wire, known).reservationId).toBe('R-1');
		expect(simplifyServiceItem({ reservationId: 5 }, wire, known).reservationId).toBe(5);
	});

	it('shows an amount or date in an unexpected format rather than hiding it', () => {
		const item = { amount: '12,50', date: '21.11.2026' };
		expect(simplifyServiceItem(item, contextOf())).toMatchObject(item);
	});

	it('hides objects and lists, which have no place in a simple item', () => {
		const item: IDataObject = {
			amount: { value: 5 },
			date: [],
			description: {},
			accountCode: true,
		};
		expect(Object.values(simplifyServiceItem(item, contextOf())).every((v) => v === null)).toBe(
			true,
		);
	});
});

describe.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])(
	'in %s',
	(timeZone) => {
		it.each(['number', 'string', 'minorUnits'] as const)(
			'an item sent with the amount format %s comes back the same',
			(amountFormat) => {
				for (const dateFormat of ['date', 'dateTime'] as const) {
					const wire = contextOf({ ...nested, amountFormat, dateFormat }, timeZone);
					const stored = { ...encodeServiceItem(fields, {}, wire), meta: { key: 'S-1' } };
					expect(simplifyServiceItem(stored, wire)).toEqual({ id: 'S-1', ...fields });
				}
			},
		);
	},
);
