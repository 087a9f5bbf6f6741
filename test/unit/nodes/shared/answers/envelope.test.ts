import { UserError } from 'n8n-workflow';

import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { DEFAULT_API_FORMAT } from '../../../support/defaultFormat';
import { writePath } from '../../../../../nodes/shared/wire/dotPath';
import { holdsItem, itemOf, itemsOf } from '../../../../../nodes/shared/answers/envelope';
import { thrownBy } from '../../../support/thrown';

const items = [{ id: 1 }, { id: 2 }];
const format = DEFAULT_API_FORMAT;

describe('finding the items of a list', () => {
	it.each([
		['bare', items],
		['in data', { success: true, data: items }],
		['in items', { items, total: 2 }],
		['two levels down', { data: { items } }],
		['HAL', { _embedded: { services: items }, _links: {} }],
		['the only list there is', { success: true, charges: items }],
		['beside warnings', { charges: items, warnings: ['slow'], links: [] }],
		['beside a null', { data: null, items }],
		['beside an unusual list in another wrapper', { data: { notes: ['n'] }, items }],
		['beside links', { links: [{ rel: 'self' }], charges: items }],
		['beside messages', { errors: [], warnings: ['Slow'], messages: [], extras: items }],
		['beside another list of objects', { data: items, included: [{ id: 'x' }], tags: ['a'] }],
		['beside the reservation', { reservation: { guests: ['A'] }, services: items }],
		['beside another list in its wrapper', { data: { currencies: ['EUR'], services: items } }],
		['three levels down', { result: { data: { items } } }],
		['beside a list of something else in a wrapper', { data: { taxes: [{ rate: 7 }] }, items }],
	])('%s', (_where, body) => {
		expect(itemsOf(body, format)).toEqual(items);
	});

	it.each([
		'data',
		'items',
		'services',
		'serviceItems',
		'service_items',
		'results',
		'result',
		'records',
		'content',
		'value',
		'list',
		'rows',
		'data.items',
		'data.services',
		'result.rows',
		'_embedded.services',
		'_embedded.charges',
		'charges',
		'booking_extras',
	])('at %s, empty or not', (place) => {
		for (const list of [items, []]) {
			const body = {};
			writePath(body, place, list);
			expect(itemsOf(body, format)).toEqual(list);
		}
	});

	it('prefers a usual place to any other', () => {
		for (const place of ['data', 'value', 'rows', 'service_items']) {
			expect(itemsOf({ extras: [{ id: 9 }], [place]: items }, format)).toEqual(items);
		}
	});

	it('takes an empty list for what it is', () => {
		expect(itemsOf({ items: [], errors: [] }, format)).toEqual([]);
	});

	it('takes a null at Items Field for an empty list', () => {
		const named = apiFormatOf({ customApiFormat: true, itemsField: 'result.charges' });
		expect(itemsOf({ result: { charges: null } }, named)).toEqual([]);
	});

	it('reads Items Field where the credential names one, and nothing else', () => {
		const named = apiFormatOf({ customApiFormat: true, itemsField: 'result.charges' });
		expect(itemsOf({ items: [], result: { charges: items } }, named)).toEqual(items);
		expect(thrownBy(() => itemsOf({ items }, named)).message).toContain(`'result.charges'`);
	});

	it('takes a lone item at Items Field for a list of one, but nothing that may be something else', () => {
		const named = apiFormatOf({ customApiFormat: true, itemsField: 'services.service' });
		const listOf = (service: unknown) => itemsOf({ services: { service } }, named);
		const lone = { id: 7, amount: 5 };
		expect(listOf(lone)).toEqual([lone]);
		for (const other of [{ id: 7 }, { amount: 5 }, 'text', { ...lone, items }]) {
			expect(thrownBy(() => listOf(other)).message).toContain(`'services.service'`);
		}
	});

	it('takes the nodes of edges for items, whatever lists they have in them, but no reservation', () => {
		const edges = apiFormatOf({ customApiFormat: true, itemsField: 'edges[].node' });
		const listOf = (node: object) => itemsOf({ edges: [{ node }] }, edges);
		const node = { id: 7, amount: 5, date: '2026-11-21' };
		for (const taxes of [[], [{ code: 'VAT', amount: 1 }]]) {
			expect(listOf({ ...node, taxes })).toEqual([{ ...node, taxes }]);
		}
		for (const reservation of [
			{ ...node, services: [node] },
			{ id: 7, amount: 5, services: [] },
		]) {
			expect(thrownBy(() => listOf(reservation)).message).toContain(`'edges[].node'`);
		}
	});

	it('keeps entries that are not objects apart instead of dropping them', () => {
		expect(itemsOf(['a', 1], format)).toEqual([{ value: 'a' }, { value: 1 }]);
	});

	it('takes a null for an empty list beside lists of words', () => {
		expect(itemsOf({ services: null, tags: ['vip'] }, format)).toEqual([]);
	});

	it.each([
		['no list', { id: 1 }],
		['only a list of words', { tags: ['vip'] }],
		['two lists it could be', { foo: items, bar: items }],
		['two lists it could be and a null', { data: null, foo: items, bar: items }],
		['only a list of what went wrong', { errors: ['x'] }],
		['a null and a list of what went wrong', { data: null, errors: ['x'] }],
		['a list too deep to guess', { reservation: { charges: items } }],
		['an empty object', {}],
		['a number', 5],
		['text', 'text'],
		['nothing', undefined],
		['null', null],
	])('is not guessed in an answer with %s', (_what, body) => {
		const error = thrownBy(() => itemsOf(body, format));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/does not hold a list of service items.*'Items Field'/);
		expect(error.description).toContain(`'Custom API Format'`);
	});

	it('names what the answer has instead', () => {
		const wordsFor = (body: object) => thrownBy(() => itemsOf(body, format)).description;
		expect(wordsFor({ foo: 1, bar: 2 })).toContain('The answer has: foo, bar.');
		expect(wordsFor({})).not.toContain('The answer has');
	});

	it('names no more than ten things that the answer has', () => {
		const body = Object.fromEntries('abcdefghijklm'.split('').map((name) => [name, 1]));
		const { description } = thrownBy(() => itemsOf(body, format));
		expect(description).toContain('The answer has: a, b, c, d, e, f, g, h, i, j.');
	});
});

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
