import { UserError } from 'n8n-workflow';

import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { DEFAULT_API_FORMAT } from '../../../support/defaultFormat';
import { writePath } from '../../../../../nodes/shared/wire/dotPath';
import { itemsOf } from '../../../../../nodes/shared/answers/envelope';
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
