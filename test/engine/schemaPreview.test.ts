import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';
import { useWatchedHotel } from './support/watch';

/** What n8n's editor shows of a step's output before the step has ever run, by the names that may be mapped. */
interface Schema {
	type: string;
	properties?: Record<string, Schema>;
}

const nodes = path.join(__dirname, '..', '..', 'dist', 'nodes');

function readSchema(...names: string[]): Schema {
	return JSON.parse(readFileSync(path.join(nodes, ...names), 'utf8')) as Schema;
}

/** As many levels as the schema has. */
function expectShownBy(schema: Schema, value: unknown): void {
	if (value === null || value === '') return;
	expect(typeof value).toBe(schema.type);
	const { properties } = schema;
	if (!properties || Object.keys(properties).length === 0) return;
	const json = value as IDataObject;
	expect(Object.keys(json).sort()).toEqual(Object.keys(properties).sort());
	for (const [name, inner] of Object.entries(properties)) expectShownBy(inner, json[name]);
}

describe('the schema preview shows what comes out of', () => {
	const hotel = useHotel();
	const serviceId = byId('si-1');
	const charge = { ...CHARGE, reference: 'order-1' };

	it.each<[string, INodeParameters]>([
		['create', CHARGE],
		['get', { serviceId }],
		['getAll', { reservationId: 'R-1' }],
		['update', { serviceId, updateFields: { amount: 30 } }],
		['upsert', charge],
		['sync', { ...charge, amount: 30 }],
		['delete', { serviceId }],
	])('%s', async (operation, parameters) => {
		hotel.book({ ...CHARGE, id: 'si-1', description: 'Late checkout [ref:order-1]' });
		const run = await hotel.run(operation, { ...parameters, simplify: undefined });

		const schema = readSchema('ServiceItem/__schema__/v1.0.0/serviceItem', `${operation}.json`);
		expectShownBy(schema, run.json()[0]);
	});

	it('check', async () => {
		hotel.book({ ...CHARGE, id: 'si-1' });
		const run = await hotel.run('check', { resource: 'setup', reservationId: 'R-1' });

		const schema = readSchema('ServiceItem/__schema__/v1.0.0/setup/check.json');
		for (const row of run.json()) expectShownBy(schema, row);
	});
});

describe('the schema preview of the trigger', () => {
	const { hotel, watch, add } = useWatchedHotel('R-1');

	it('shows an update', async () => {
		add('R-1');
		const watching = watch();
		await watching.activate();

		hotel.edit('si-1', { amount: 30 });

		expectShownBy(
			readSchema('ServiceItemTrigger/__schema__/v1.0.0.json'),
			(await watching.events())[0],
		);
	});
});
