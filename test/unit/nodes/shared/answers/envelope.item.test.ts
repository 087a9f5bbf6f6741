import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { DEFAULT_API_FORMAT } from '../../../support/defaultFormat';
import { holdsItem, itemOf } from '../../../../../nodes/shared/answers/envelope';

const items = [{ id: 1 }, { id: 2 }];
const format = DEFAULT_API_FORMAT;

describe('finding the item of an answer', () => {
	const item = { id: 7, amount: 5, description: 'Spa' };

	it.each([
		['bare', item],
		['in a property', { data: item }],
		['beside a message', { success: true, message: 'Created', service: item }],
		['as a list of one', [item]],
		['as a list of one in a property', { items: [item] }],
		['beside empty objects', { links: {}, meta: {}, service: item }],
		[
			'beside words that describe the answer',
			{ success: true, description: 'Created', data: item },
		],
		['beside an object with an id of its own', { meta: { id: 'request-1' }, data: item }],
		['two levels down', { data: { service: item } }],
		['as a wrapped list of one', { data: [item] }],
		['beside links', { links: [{ rel: 'self', href: '/services/7' }], service: item }],
		['beside an id of the answer', { id: 'request 1', data: item }],
		['beside the date of the answer', { date: '2026-11-21T12:00:00Z', data: item }],
		['under any name', { payload: item }],
		['in item', { item }],
		['in serviceItem', { serviceItem: item }],
		['in service_item, beside an id', { id: 'request 1', service_item: item }],
		['in record, beside an id', { id: 'request 1', record: item }],
		['in result, beside an id', { id: 'request 1', result: item }],
		['beside what is null', { error: null, data: item }],
	])('%s', (_where, body) => {
		expect(itemOf(body, format)).toEqual(item);
	});

	it('knows an item without an id by its fields, under the names of the credential', () => {
		const named = apiFormatOf({ customApiFormat: true, amountField: 'price.value' });
		const bare = { price: { value: 5 }, account: { id: 3 } };
		expect(itemOf(bare, named)).toEqual(bare);
	});

	it('is not mistaken for the reservation that a short answer names', () => {
		const answer = {
			id: 'S-1',
			reservation: { id: 'R-1', date: '2026-11-21', description: 'Doe' },
		};
		expect(itemOf(answer, format)).toEqual(answer);
	});

	it('is not mistaken for an object of its own that looks like one', () => {
		const { id, ...withoutId } = { ...item, date: '2026-11-21' };
		const other = { id: 8, amount: 60, date: '2026-12-06', description: 'Old town tour' };
		for (const whole of [
			{ id, ...withoutId, parent: other },
			{ ...withoutId, guest: { id: 'guest 1' }, account: { description: 'Spa' } },
			{ id, ...withoutId, service: other },
		]) {
			expect(itemOf(whole, format)).toEqual(whole);
		}
	});

	it('is not mistaken for one of its parts', () => {
		const whole = { ...item, date: '2026-11-21', lines: [{ ...item, id: 8, date: '2026-11-21' }] };
		expect(itemOf(whole, format)).toEqual(whole);
	});

	it.each([[undefined], [null], ['OK'], [[]], [5], [items]])('finds none in %p', (body) => {
		expect(itemOf(body, format)).toBeUndefined();
	});

	it('gives out an object it knows nothing about as it came', () => {
		expect(itemOf({ message: 'Stored' }, format)).toEqual({ message: 'Stored' });
	});

	it.each([
		['deeper than services wrap one', { data: { result: { record: item } } }],
		['in a list of several', { items: [item, { ...item, id: 8 }] }],
	])('is not looked for %s', (_where, body) => {
		expect(itemOf(body, format)).toEqual(body);
	});
});

describe('whether there is an item in an answer', () => {
	it('is looked into four levels deep, and no deeper', () => {
		const nested = (levels: number): object =>
			levels === 0 ? { id: 7 } : { part: nested(levels - 1) };
		expect(holdsItem(nested(4), format)).toBe(true);
		expect(holdsItem(nested(5), format)).toBe(false);
	});

	it.each([
		['an id', { id: 7 }, true],
		['an amount', { amount: 5 }, true],
		['one of several', [{ note: 'x' }, { id: 7 }], true],
		['a description alone', { description: 'Closed' }, false],
		['the id of what was asked for', { reservation: { id: 'R-1' }, requestId: { id: 1 } }, false],
		['text', 'id', false],
		['nothing', null, false],
	])('shows by %s', (_what, body, holds) => {
		expect(holdsItem(body, format)).toBe(holds);
	});
});
