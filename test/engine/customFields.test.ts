import { CHARGE } from './support/freshService';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';
import { panelOf } from './support/workflowRun';

const hotel = useHotel();

/** The body of a create with these Custom Fields. */
async function created(customFields: string, json = {}): Promise<unknown> {
	const run = await hotel.run(
		'create',
		{ ...CHARGE, additionalFields: { customFields } },
		{ items: [json] },
	);
	expect(run.error).toBeUndefined();
	return hotel.bodies[0];
}

/** The body of an update with these Custom Fields and nothing else. */
async function updated(customFields: string, json = {}): Promise<unknown> {
	hotel.service.books.add('R-1', { id: 'si-7', ...CHARGE });
	const run = await hotel.run(
		'update',
		{ serviceId: byId('si-7'), updateFields: { customFields } },
		{ items: [json] },
	);
	expect(run.error).toBeUndefined();
	return hotel.bodies[0];
}

const accepted: Array<[string, string, object]> = [
	['text', '{ "currency": "EUR" }', { currency: 'EUR' }],
	[
		'text with every kind of value',
		'{ "a": 1.5, "b": true, "c": null, "d": "", "e": [1, { "f": 2 }], "g": {} }',
		{ a: 1.5, b: true, c: null, d: '', e: [1, { f: 2 }], g: {} },
	],
	['text with blanks around it', ' \n{ "a": 1 }\n', { a: 1 }],
	['an object', "={{ ({ currency: 'EUR', tags: ['a'] }) }}", { currency: 'EUR', tags: ['a'] }],
	['an object of the input item', '={{ $json.more }}', { guest: { name: 'Ö "quoted"' } }],
	[
		'text of the input item',
		'={{ JSON.stringify($json.more) }}',
		{ guest: { name: 'Ö "quoted"' } },
	],
	['text around expressions', '={ "room": "{{ $json.room }}" }', { room: '12' }],
	['names that look like paths', '{ "meta.note": "x" }', { 'meta.note': 'x' }],
];
const item = { room: 12, more: { guest: { name: 'Ö "quoted"' } } };

it.each(accepted)('create takes %s', async (_, customFields, fields) => {
	expect(await created(customFields, item)).toEqual({ ...CHARGE, ...fields });
});

it.each(accepted)('update takes %s', async (_, customFields, fields) => {
	expect(await updated(customFields, item)).toEqual(fields);
});

const refused: Array<[string, string, string]> = [
	['broken JSON', '{ "currency": }', "'Custom Fields' is not valid JSON"],
	['single quotes', "{ 'currency': 'EUR' }", "'Custom Fields' is not valid JSON"],
	['a word', 'EUR', "'Custom Fields' is not valid JSON"],
	['a list', '[{ "a": 1 }]', "'Custom Fields' is not a JSON object"],
	['a number', '5', "'Custom Fields' is not a JSON object"],
	['a text', '"EUR"', "'Custom Fields' is not a JSON object"],
	['null as text', 'null', "'Custom Fields' is not a JSON object"],
	['a list of an expression', '={{ [1] }}', "'Custom Fields' is not a JSON object"],
	['a truth value', '={{ true }}', "'Custom Fields' is not a JSON object"],
];

it.each(refused)('create refuses %s and sends nothing', async (_, customFields, message) => {
	const run = await hotel.run('create', { ...CHARGE, additionalFields: { customFields } });

	expect(run.status).toBe('error');
	expect(run.error?.message).toContain(message);
	expect(run.error?.description).toContain('for example {"currency": "EUR"}');
	expect(hotel.service.log.entries).toEqual([]);
});

describe('a field that is set twice', () => {
	it.each([
		['amount', '{ "amount": 1 }'],
		['amount', '{ "amount": null }'],
		['reservationId', '{ "reservationId": "R-1" }'],
		['date', '{ "currency": "EUR", "date": "2026-11-21" }'],
		['description', '{ "description": "" }'],
		['accountCode', '{ "accountCode": "x" }'],
	])('is refused by name: %s in %s', async (name, customFields) => {
		const run = await hotel.run('create', {
			...CHARGE,
			additionalFields: { accountCode: '4400', customFields },
		});

		expect(panelOf(run.error)).toMatch(
			new RegExp(`^'Custom Fields' sets '${name}', which another field .* Remove '${name}'`),
		);
		expect(hotel.service.log.entries).toEqual([]);
	});

	it('may stand in Custom Fields when its own field is blank', async () => {
		const run = await hotel.run('create', {
			...CHARGE,
			additionalFields: { accountCode: '', customFields: '{ "accountCode": "4400" }' },
		});

		expect(run.error).toBeUndefined();
		expect(hotel.bodies).toEqual([{ ...CHARGE, accountCode: '4400' }]);
	});

	it('may stand in Custom Fields of an update that leaves it alone', async () => {
		hotel.service.dialect.requiredFields = [];
		expect(await updated('{ "amount": 5, "description": "", "date": null }')).toEqual({
			amount: 5,
			description: '',
			date: null,
		});
	});

	it('is refused by its name in the API format', async () => {
		hotel.speak({ amountField: 'price.amount' });
		const run = await hotel.run('create', {
			...CHARGE,
			additionalFields: { customFields: '{ "price": { "amount": 1 } }' },
		});

		expect(run.error?.message).toContain("'Custom Fields' sets 'price.amount'");
		expect(hotel.service.log.entries).toEqual([]);
	});
});

describe('beside fields at a path', () => {
	beforeEach(() => hotel.speak({ amountField: 'price.amount' }));
	const { amount, ...others } = CHARGE;

	it('they share objects', async () => {
		expect(await created('{ "price": { "currency": "EUR", "vat": { "rate": 7.7 } } }')).toEqual({
			...others,
			price: { amount, currency: 'EUR', vat: { rate: 7.7 } },
		});
	});

	it.each(['{ "price": 5 }', '{ "price": null }', '{ "price": [5] }'])(
		'%s cannot be sent, and is refused rather than dropped',
		async (customFields) => {
			const run = await hotel.run('create', { ...CHARGE, additionalFields: { customFields } });

			expect(run.error?.message).toContain("'Custom Fields' sets 'price");
			expect(hotel.service.log.entries).toEqual([]);
		},
	);
});

it('belongs to each item by itself', async () => {
	const run = await hotel.run(
		'create',
		{ ...CHARGE, additionalFields: { customFields: '={{ $json.more }}' } },
		{
			items: [{ more: { n: 1 } }, { more: '{' }, { more: { n: 3 } }, {}],
			onError: 'continueRegularOutput',
		},
	);

	expect(run.json()).toMatchObject([
		{ n: 1 },
		{ error: expect.stringMatching(/^'Custom Fields' is not valid JSON.*\[item 1\]$/) as string },
		{ n: 3 },
		CHARGE,
	]);
	expect(hotel.bodies).toEqual([{ ...CHARGE, n: 1 }, { ...CHARGE, n: 3 }, CHARGE]);
});
