import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { idOf } from '../../../../../nodes/shared/wire/itemId';
import { referenceOf } from '../../../../../nodes/shared/wire/reference';
import type { WireContext } from '../../../../../nodes/shared/wire/serviceItem';
import { simplifyServiceItem } from '../../../../../nodes/shared/wire/serviceItem';
import { encodeServiceItem } from '../../../../../nodes/shared/wire/writtenItem';

/** What credentials of version 0.1.0 mean: field names, formats and nothing else. */
function wireOf(settings: ICredentialDataDecryptedObject, timeZone = 'Europe/Berlin'): WireContext {
	return { format: apiFormatOf({ customApiFormat: true, ...settings }), timeZone };
}

const charge = {
	reservationId: '007',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '0044',
	destinationAccount: 'GUEST',
	reference: 'order-1',
};

describe('a credential saved by version 0.1.0 writes', () => {
	it.each<[string, ICredentialDataDecryptedObject, object]>([
		[
			'the default names, and the reference at the end of the description',
			{},
			{
				reservationId: '007',
				amount: 12.5,
				date: '2026-11-21',
				description: 'Late checkout [ref:order-1]',
				accountCode: '0044',
				destinationAccount: 'GUEST',
			},
		],
		[
			'names that are dot paths, in one order',
			{
				reservationIdField: 'data.booking.id',
				amountField: 'data.price.value',
				dateField: 'data.on',
				descriptionField: 'data.texts.en',
				accountCodeField: 'data.price.account',
				destinationAccountField: 'folio',
				referenceField: 'meta.ref',
			},
			{
				data: {
					booking: { id: '007' },
					price: { value: 12.5, account: '0044' },
					on: '2026-11-21',
					texts: { en: 'Late checkout' },
				},
				meta: { ref: 'order-1' },
				folio: 'GUEST',
			},
		],
		['amounts as text', { amountFormat: 'string' }, { amount: '12.50' }],
		['amounts in minor units', { amountFormat: 'minorUnits' }, { amount: 1250 }],
		[
			'dates with time and offset',
			{ dateFormat: 'dateTime' },
			{ date: '2026-11-21T00:00:00.000+01:00' },
		],
		[
			'one name for two fields, the later one',
			{ accountCodeField: 'account', destinationAccountField: 'account' },
			{ account: 'GUEST' },
		],
		[
			'a name inside another one, the later one',
			{ amountField: 'a', dateField: 'a.b' },
			{ a: { b: '2026-11-21' } },
		],
		['names with an empty part', { amountField: 'a..b' }, { a: { '': { b: 12.5 } } }],
	])('%s', (_, settings, body) => {
		const written = encodeServiceItem(charge, {}, wireOf(settings));
		expect(written).toMatchObject(body);
		if ('reservationId' in body || 'folio' in body) {
			expect(JSON.stringify(written)).toBe(JSON.stringify(body));
		}
	});

	it('braces in a name as they are', () => {
		expect(encodeServiceItem({ amount: 1 }, {}, wireOf({ amountField: '{amount}' }))).toEqual({
			'{amount}': 1,
		});
	});
});

describe('a credential saved by version 0.1.0 reads', () => {
	const simple = (item: IDataObject, settings: ICredentialDataDecryptedObject = {}) =>
		simplifyServiceItem(item, wireOf(settings));

	it.each<[unknown, unknown]>([
		[12.5, 12.5],
		['12.50', 12.5],
		[' 1e1 ', 10],
		['+5', 5],
		['.5', 0.5],
		[0.1 + 0.2, 0.3],
		['12,50', '12,50'],
		['', ''],
		['abc', 'abc'],
		[null, null],
		[true, null],
		[{ value: 1 }, null],
		[[1], null],
	])('the amount %j as %j', (amount, read) => {
		expect(simple({ amount } as IDataObject).amount).toBe(read);
		expect(simple({ amount } as IDataObject, { amountFormat: 'string' }).amount).toBe(read);
	});

	it.each<[unknown, unknown]>([
		[1250, 12.5],
		['1250', 12.5],
		[7, 0.07],
		['x', 'x'],
	])('the amount %j in minor units as %j', (amount, read) => {
		expect(simple({ amount } as IDataObject, { amountFormat: 'minorUnits' }).amount).toBe(read);
	});

	it.each<[unknown, string, unknown]>([
		['2026-11-21', 'date', '2026-11-21'],
		['2026-11-21T00:00:00Z', 'date', '2026-11-21'],
		['2026-11-20T23:30:00Z', 'date', '2026-11-21'],
		['2026-11-20T23:00:00Z', 'dateTime', '2026-11-21'],
		['2026-11-21T00:00:00.000+01:00', 'dateTime', '2026-11-21'],
		['2026-11-21', 'dateTime', '2026-11-21'],
		['2026-11-21T15:00', 'dateTime', '2026-11-21'],
		['21.11.2026', 'date', '21.11.2026'],
		['', 'date', ''],
		[1795215600, 'date', 1795215600],
		[null, 'date', null],
		[{}, 'date', null],
	])('the date %j with the format %s as %j', (date, dateFormat, read) => {
		expect(simple({ date } as IDataObject, { dateFormat }).date).toBe(read);
	});

	it('texts and numbers as they came', () => {
		const item = {
			id: 7,
			reservationId: 5,
			description: '',
			accountCode: 4400,
			destinationAccount: false,
		};
		expect(simple(item)).toMatchObject({
			id: 7,
			reservationId: 5,
			description: '',
			accountCode: 4400,
			destinationAccount: null,
		});
	});

	it('two fields under one name', () => {
		const settings = { accountCodeField: 'account', destinationAccountField: 'account' };
		expect(simple({ account: 'A' }, settings)).toMatchObject({
			accountCode: 'A',
			destinationAccount: 'A',
		});
	});

	it('the id where ID Field says, and nowhere else', () => {
		const { format } = wireOf({ idField: 'meta.key' });
		expect(idOf({ id: 1, meta: { key: 'k' } }, format)).toBe('k');
		expect(idOf({ id: 1 }, format)).toBeUndefined();
		expect(idOf({ service_id: 3 }, wireOf({}).format)).toBe(3);
	});

	it('the reference at the end of the description, or in its own field', () => {
		const { format } = wireOf({ descriptionField: 'text' });
		expect(referenceOf({ text: 'Spa [ref:7]', description: 'x [ref:8]' }, format)).toBe('7');
		const own = wireOf({ referenceField: 'meta.ref' }).format;
		expect(referenceOf({ meta: { ref: 7 }, description: 'x [ref:8]' }, own)).toBe('7');
	});
});
