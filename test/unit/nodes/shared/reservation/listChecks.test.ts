import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { checkedItems } from '../../../../../nodes/shared/reservation/listChecks';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { thrownBy } from '../../../support/thrown';

const wire = { format: apiFormatOf({}), timeZone: 'UTC' };
const SPA = { amount: 25, date: '2026-11-21', description: 'Spa' };

describe('what a list shows twice', () => {
	it.each<[string, IDataObject[], number]>([
		[
			'the same item',
			[
				{ id: 1, ...SPA },
				{ ...SPA, id: 1 },
			],
			1,
		],
		['the same item, again and again', [SPA, SPA, SPA].map((item) => ({ id: 1, ...item })), 1],
		['items alike without an ID', [SPA, SPA], 2],
		[
			'items alike with an ID each',
			[
				{ id: 1, ...SPA },
				{ id: 2, ...SPA },
			],
			2,
		],
		[
			'several items under one ID',
			[
				{ id: 1, amount: 1 },
				{ id: 1, amount: 2 },
				{ id: 1, amount: 2 },
			],
			2,
		],
	])('is counted right: %s', (_what, items, count) => {
		expect(checkedItems(items, wire, 'identified')).toHaveLength(count);
	});
});

/** A service with an example of its own of what it returns. */
function wireOf(returnedItem: object) {
	const settings = { customApiFormat: true, returnedItem: JSON.stringify(returnedItem) };
	return { format: apiFormatOf(settings), timeZone: 'UTC' };
}

describe('a list', () => {
	it('can be read when it shows a reference in a field of its own', () => {
		const format = apiFormatOf({ customApiFormat: true, referenceField: 'externalId' });
		const items = [{ externalId: 'order-7' }];

		expect(() => checkedItems(items, { ...wire, format }, 'identified')).not.toThrow();
		expect(() => checkedItems(items, wire, 'identified')).toThrow(`'Amount Field'`);
	});

	it.each([
		['2026-11-21', 'Write {date as date} there'],
		['next Monday', 'Correct the format there'],
	])('in another form than the credential says is refused: %s', (date, remedy) => {
		const returned = { amount: '{amount}', date: '{date as dd/MM/yyyy}', text: '{description}' };
		const items = [{ amount: 25, date, text: 'Spa' }];

		expect(thrownBy(() => checkedItems(items, wireOf(returned), 'identified')).message).toMatch(
			new RegExp(`has "${date}" under 'date'.*${remedy}`),
		);
	});

	it.each<[string, IDataObject[]]>([
		['nothing', []],
		['an amount', [{ amount: 5 }]],
		['a blank amount', [{ amount: null }]],
		['an empty amount', [{ amount: '' }]],
		['a description', [{ description: 'Spa' }]],
		['a reference in its description', [{ description: '[ref:7]' }]],
		['one item that can be read', [{ total: 5 }, { amount: 5 }]],
	])('can be read when it shows %s', (_what, items) => {
		expect(() => checkedItems(items, wire, 'identified')).not.toThrow();
	});

	it.each<[string, IDataObject]>([
		['other names', { total: 5, text: 'Spa' }],
		['no amount under that name', { amount: { value: 5 } }],
		['an empty description', { description: '' }],
	])('cannot be read when it shows %s, and what it shows is named', (_what, item) => {
		const error = thrownBy(() => checkedItems([item], wire, 'identified'));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/under 'amount'.*'Amount Field'/);
		expect(error.description).toContain(Object.keys(item).join(', '));
	});
});

describe('a list that charges are looked for in', () => {
	it.each<[string, IDataObject[]]>([
		['nothing', []],
		['all that is compared', [SPA]],
		['no date at all', [{ amount: 5, description: 'Spa' }]],
		[
			'blank dates',
			[
				{ ...SPA, date: null },
				{ ...SPA, date: '' },
			],
		],
		['a date among others', [{ ...SPA, date: 'soon' }, SPA]],
		['an amount among others', [{ ...SPA, amount: undefined }, SPA]],
		['a description among others', [{ ...SPA, description: undefined }, SPA]],
		['blank descriptions', [{ ...SPA, description: null }]],
	])('can be compared when it shows %s', (_what, items) => {
		expect(() => checkedItems(items, wire, 'compared')).not.toThrow();
	});

	it.each<[string, IDataObject[], string]>([
		['no amounts', [{ date: '2026-11-21', description: 'Spa' }], 'Amount Field'],
		['no descriptions', [{ amount: 5, date: '2026-11-21' }], 'Description Field'],
		[
			'no dates that can be read',
			[
				{ ...SPA, date: 'soon' },
				{ ...SPA, date: '' },
			],
			'Date Field',
		],
	])('cannot be compared when it shows %s', (_what, items, setting) => {
		const error = thrownBy(() => checkedItems(items, wire, 'compared'));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain(`Set '${setting}'`);
	});

	it('cannot be compared without what the example of a service item has no blank for', () => {
		const items = [{ amount: 25 }];
		const error = thrownBy(() => checkedItems(items, wireOf({ amount: '{amount}' }), 'compared'));

		expect(error.message).toMatch(/under '\{description\}'\. Set 'Returned Service Item'/);
	});
});
