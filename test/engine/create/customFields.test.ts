import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

function create(customFields: string, others: INodeParameters = {}, items = [item]) {
	const additionalFields = { ...others, customFields };
	return hotel.run('create', { ...CHARGE, additionalFields }, { items });
}

/** The body of an update with these Custom Fields and nothing else. */
async function updated(customFields: string): Promise<unknown> {
	hotel.seed('si-7');
	const parameters = { serviceId: byId('si-7'), updateFields: { customFields } };
	const run = await hotel.run('update', parameters, { items: [item] });
	expect(run.error).toBeUndefined();
	return hotel.bodies.at(-1);
}

const item = { room: 12, more: { guest: { name: 'Ö "quoted"' } } };

it.each<[string, string, object]>([
	[
		'text with every kind of value',
		' \n{ "a": 1.5, "b": true, "c": null, "d": "", "e": [1, { "f": 2 }], "h.i": "x" }\n',
		{ a: 1.5, b: true, c: null, d: '', e: [1, { f: 2 }], 'h.i': 'x' },
	],
	['an object', "={{ ({ currency: 'EUR', tags: ['a'] }) }}", { currency: 'EUR', tags: ['a'] }],
	['an object of the input item', '={{ $json.more }}', { guest: { name: 'Ö "quoted"' } }],
	['its text', '={{ JSON.stringify($json.more) }}', { guest: { name: 'Ö "quoted"' } }],
	['text around expressions', '={ "room": "{{ $json.room }}" }', { room: '12' }],
])('create and update take %s', async (_, customFields, fields) => {
	await create(customFields);

	expect(hotel.bodies).toEqual([{ ...CHARGE, ...fields }]);
	expect(await updated(customFields)).toEqual(fields);
});
