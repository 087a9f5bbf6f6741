import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from '../../../../../nodes/shared/wire/apiFormat';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import {
	customDifferencesOf,
	differencesOf,
	fieldsOf,
	matchOf,
} from '../../../../../nodes/shared/reservation/comparison';
import { encodeServiceItem } from '../../../../../nodes/shared/wire/writtenItem';

const wanted = { amount: 12.5, date: '2026-11-21', description: 'Spa', accountCode: '4400' };

function wireOf(format: Partial<ApiFormat> = {}) {
	const credential = { customApiFormat: true, ...format } as IDataObject;
	return { format: apiFormatOf(credential as never), timeZone: 'Europe/Berlin' };
}

describe('a wanted item', () => {
	it.each<[string, IDataObject, Partial<ApiFormat>]>([
		['the amount is text', { ...wanted, amount: '12.50' }, {}],
		['the amount is in cents', { ...wanted, amount: 1250 }, { amountFormat: 'minorUnits' }],
		['the date has a time', { ...wanted, date: '2026-11-20T23:00:00Z' }, {}],
		['the account code is a number', { ...wanted, accountCode: 4400 }, {}],
		['the text has spaces around', { ...wanted, description: ' Spa ' }, {}],
		['the description carries a reference', { ...wanted, description: 'Spa [ref:7]' }, {}],
		['there is more', { ...wanted, destinationAccount: 'GUEST', id: 1 }, {}],
	])('is the same as one of the service, though %s', (_how, item, format) => {
		expect(differencesOf(wanted, fieldsOf(item, wireOf(format)))).toEqual({});
	});

	it.each<[string, IDataObject, object]>([
		['amount', { ...wanted, amount: 12.51 }, { amount: 12.5 }],
		['date', { ...wanted, date: '2026-11-20' }, { date: '2026-11-21' }],
		['description', { ...wanted, description: 'spa' }, { description: 'Spa' }],
		['account code', { ...wanted, accountCode: null }, { accountCode: '4400' }],
		['everything', {}, wanted],
	])('differs in its %s', (_what, item, differences) => {
		expect(differencesOf(wanted, fieldsOf(item, wireOf()))).toEqual(differences);
	});

	it.each([[''], [' '], [null], ['abc'], [undefined]])('of amount 0 is not one of %p', (amount) => {
		const actual = fieldsOf({ amount }, wireOf());
		expect(differencesOf({ amount: 0 }, actual)).toEqual({ amount: 0 });
	});

	it('is the same as itself once it was sent, in every format', () => {
		for (const amountFormat of ['number', 'string', 'minorUnits'] as const) {
			for (const dateFormat of ['date', 'dateTime'] as const) {
				for (const referenceField of ['', 'ref']) {
					const wire = wireOf({ amountFormat, dateFormat, referenceField });
					const fields = { ...wanted, reference: 'order-7' };
					const stored = fieldsOf(encodeServiceItem(fields, {}, wire), wire);
					expect(stored).toMatchObject(fields);
					expect(matchOf(wanted, stored)).toBe('exact');
				}
			}
		}
	});
});

describe('a match', () => {
	it.each<[object, string | undefined]>([
		[wanted, 'exact'],
		[{ ...wanted, destinationAccount: '' }, 'exact'],
		[{ ...wanted, destinationAccount: 'GUEST' }, 'filledIn'],
		[{ ...wanted, amount: 99, destinationAccount: 'GUEST' }, undefined],
		[{}, undefined],
	])('with %p is %p', (actual, match) => {
		expect(matchOf(wanted, actual)).toBe(match);
	});
});

it('spaces around a wanted text make no difference', () => {
	expect(differencesOf({ description: ' Spa ' }, { description: 'Spa' })).toEqual({});
});

describe('custom fields', () => {
	it.each<[string, IDataObject, IDataObject, IDataObject]>([
		['the same', { a: 1, b: { c: [1] } }, { a: 1, b: { c: [1], d: 2 }, e: 3 }, {}],
		['other', { a: 1, b: { c: 1, d: 2 } }, { a: 2, b: { c: 1 } }, { a: 1, b: { d: 2 } }],
		['new', { a: 1, b: { c: 1 } }, {}, { a: 1, b: { c: 1 } }],
		['cleared', { a: null }, { a: 1 }, { a: null }],
		['clear already', { a: null, b: { c: null } }, { b: {} }, {}],
		['the same in another order', { a: [{ b: 1, c: 2 }] }, { a: [{ c: 2, b: 1 }] }, {}],
		['emptied', { a: {} }, { a: { b: 1 } }, { a: {} }],
		['the same under a name with a dot', { 'a.b': 1 }, { 'a.b': 1 }, {}],
	])('that are %s are sent as far as they differ', (_how, custom, item, differences) => {
		expect(customDifferencesOf(custom, item, wireOf().format)).toEqual(differences);
	});

	it('named __proto__ are data', () => {
		const custom = JSON.parse('{"__proto__":{"a":1}}') as IDataObject;
		expect(JSON.stringify(customDifferencesOf(custom, {}, wireOf().format))).toBe(
			'{"__proto__":{"a":1}}',
		);
	});

	it.each<[string, IDataObject, IDataObject, IDataObject]>([
		[
			'the same',
			{ data: { tax: 7, price: { currency: 'EUR' } } },
			{ tax: 7, money: { currency: 'EUR' } },
			{},
		],
		[
			'another in one of them',
			{ data: { tax: 19, price: { currency: 'EUR' } } },
			{ tax: 7, money: { currency: 'EUR' } },
			{ data: { tax: 19 } },
		],
		[
			'missing',
			{ data: { price: { currency: 'EUR' } } },
			{ tax: 7, price: { currency: 'EUR' } },
			{ data: { price: { currency: 'EUR' } } },
		],
		['the same where nothing is wrapped', { other: 1 }, { other: 1 }, {}],
	])(
		'that stand in a wrapper are compared where the service shows them: %s',
		(_how, custom, item, differences) => {
			const { format } = wireOf({
				createBody: '{ "data": { "label": "{description}", "price": { "value": "{amount}" } } }',
				returnedItem:
					'{ "id": "{id}", "label": "{description}", "money": { "value": "{amount}" } }',
			} as never);
			expect(customDifferencesOf(custom, item, format)).toEqual(differences);
		},
	);
});
