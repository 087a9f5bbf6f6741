import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { customForUpdate } from '../../../../../nodes/shared/wire/customPlaces';

const item = (wrapper: (fields: object) => object) =>
	JSON.stringify(wrapper({ amount: '{amount}', text: '{description}' }));

const formatOf = (createBody: string, updateBody = '') =>
	apiFormatOf({ customApiFormat: true, createBody, updateBody });

describe('Custom Fields of a create, sent with an update', () => {
	it('stay where they are when the update is written like the create', () => {
		const custom = { data: { tax: 7.7, more: { a: 1 } }, source: 'API' };
		const format = formatOf(item((data) => ({ data })));
		expect(customForUpdate(custom, format)).toEqual(custom);
	});

	it('go with the fields they stand beside, into another wrapper', () => {
		const format = formatOf(
			item((attributes) => ({ data: { type: 'charge', attributes } })),
			item((charge) => ({ charge })),
		);
		expect(
			customForUpdate({ data: { attributes: { tax: 7.7, more: { a: 1 }, tags: [] } } }, format),
		).toEqual({ charge: { tax: 7.7, more: { a: 1 }, tags: [] } });
	});

	it('go into a wrapper that only the update has, and out of one that only the create has', () => {
		const [bare, wrapped] = [item((fields) => fields), item((line) => ({ line }))];
		expect(customForUpdate({ tax: 7.7 }, formatOf(bare, wrapped))).toEqual({ line: { tax: 7.7 } });
		expect(customForUpdate({ line: { tax: 7.7 } }, formatOf(wrapped, bare))).toEqual({ tax: 7.7 });
	});

	it('stay where the update has one of the fields in the same place', () => {
		const format = formatOf(
			item((fields) => fields),
			'{ "price": { "value": "{amount}" }, "text": "{description}" }',
		);
		expect(customForUpdate({ tax: 7.7 }, format)).toEqual({ tax: 7.7 });
	});

	it('stay where they would have to go into a list', () => {
		const [bare, inList] = [item((fields) => fields), item((line) => ({ lines: [line] }))];
		expect(customForUpdate({ tax: 7.7 }, formatOf(bare, inList))).toEqual({ tax: 7.7 });
	});

	it('stay where nothing tells their place', () => {
		const format = formatOf('{ "lines": [{ "amount": "{amount}" }] }', '{ "sum": "{amount}" }');
		expect(customForUpdate({ source: 'API' }, format)).toEqual({ source: 'API' });
	});
});
