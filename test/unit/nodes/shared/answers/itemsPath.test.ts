import { readItemsPath } from '../../../../../nodes/shared/answers/itemsPath';

const a = { id: 1 };
const b = { id: 2 };

it.each<[string, unknown, unknown]>([
	['items', { items: [a, b] }, [a, b]],
	['data.items', { data: { items: [a] } }, [a]],
	['data[].invoiceItems', { data: [{ invoiceItems: [a] }, { invoiceItems: [b] }] }, [a, b]],
	['data[].invoiceItems', { data: [{ invoiceItems: [a] }, {}, { invoiceItems: null }] }, [a]],
	['data[].folio.items', { data: [{ folio: { items: [a] } }] }, [a]],
	['data[].folios[].items', { data: [{ folios: [{ items: [a] }, { items: [b] }] }] }, [a, b]],
	['data[]folio.items', { data: [{ folio: { items: [a] } }] }, [a]],
	['items[]', { items: { 7: a, 8: b } }, [a, b]],
	['items[]', { items: [a] }, [a]],
	['folios[].items[]', { folios: { x: { items: { 7: a } } } }, [a]],
	['[].items', [{ items: [a] }, { items: [b] }], [a, b]],
	['[]', { 7: a, 8: b }, [a, b]],
	['data[].items', { data: [] }, []],
	['data[].items', { data: null }, null],
	['items', { items: null }, null],
	['items[]', { items: {} }, []],
	['data.items', { data: {} }, null],
	['Charges.Charge', { Charges: '' }, null],
	['Charges', { Charges: '' }, null],
	['_embedded.charges', { _links: { self: { href: '/' } }, page: { size: 20 } }, null],
])('%s in %j', (path, body, expected) => {
	expect(readItemsPath(body, path)).toEqual(expected);
});

it.each<[string, unknown, unknown]>([
	['edges[].node', { edges: [{ node: a }, { node: b }] }, [a, b]],
	['edges[].node', { edges: [] }, []],
	['Charges.Charge', { Charges: { Charge: a } }, [a]],
	['folios[].items', { folios: [{ items: a }, { items: [b] }] }, [a, b]],
	['folios[].items', { folios: [{ items: { 7: a } }] }, undefined],
	['data', { data: { items: [a] } }, { items: [a] }],
])('%s in %j, where an item may stand for a list', (path, body, expected) => {
	const isItem = (value: unknown) => value === a || value === b;
	expect(readItemsPath(body, path, isItem)).toEqual(expected);
});

it.each<[string, unknown]>([
	['data[].items', { data: [{ other: [a] }] }],
	['data[].items', { data: [{ items: 'a' }] }],
	['data[].items', { other: [] }],
	['data[]', { data: 'text' }],
	['items', {}],
	['items', { item: {} }],
	['data.items', { data: { total: 3 } }],
	['data.items', {}],
	['data.items', { _links: {} }],
	['_embedded.charges', { message: 'no such reservation' }],
	['_embedded.charges', { _links: {}, _embedded: { rooms: [a] } }],
	['data[].items', undefined],
])('%s is not there in %j', (path, body) => {
	expect(readItemsPath(body, path)).toBeUndefined();
});
