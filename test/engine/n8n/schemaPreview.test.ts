import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import { loadPackage } from '../support/loadedPackage';
import { byId } from '../support/serviceItemNode';
import { useWatchedHotel } from '../support/watch';

/** What n8n's editor shows of a step's output before the step has ever run: the names that may be mapped, and their types. */
interface Schema {
	type: string;
	properties?: Record<string, Schema>;
}

const nodes = path.join(__dirname, '..', '..', '..', 'dist', 'nodes');

function readPreview(...names: string[]): Schema {
	const text = readFileSync(path.join(nodes, ...names), 'utf8');
	const { version, ...schema } = JSON.parse(text) as Schema & { version: number };
	expect(version).toBe(1);
	return schema;
}

function schemaOf(value: unknown): Schema {
	if (typeof value !== 'object' || value === null) return { type: typeof value };
	const entries = Object.entries(value as IDataObject);
	const properties = entries.map(([name, inner]): [string, Schema] => [name, schemaOf(inner)]);
	return { type: 'object', properties: Object.fromEntries(properties) };
}

/** With a value in every field. */
const charge = {
	...CHARGE,
	reference: 'order-1',
	additionalFields: { accountCode: '4010', destinationAccount: 'rooms' },
};
const booked = {
	...CHARGE,
	...charge.additionalFields,
	id: 'si-1',
	description: 'Late checkout [ref:order-1]',
};

describe('the schema preview shows what comes out of', () => {
	const hotel = useHotel();
	const serviceId = byId('si-1');
	const cases: Record<string, INodeParameters> = {
		create: charge,
		get: { serviceId },
		getAll: { reservationId: 'R-1' },
		update: { serviceId, updateFields: { amount: 30 } },
		upsert: charge,
		sync: { ...charge, amount: 30 },
		delete: { serviceId },
	};

	it('every operation there is', async () => {
		const { properties } = (await loadPackage()).getByNameAndVersion('serviceItem').description;
		const menus = properties.filter(({ name }) => name === 'operation');
		const operations = menus.flatMap(({ options }) => options as INodePropertyOptions[]);
		const names = operations.map(({ value }) => String(value));

		expect(names.sort()).toEqual([...Object.keys(cases), 'check'].sort());
	});

	it.each(Object.entries(cases))('%s', async (operation, parameters) => {
		// Simplify, which is on, leaves out what only this service has.
		hotel.book({ ...booked, raw: { vat: 7 } });
		const run = await hotel.run(operation, { ...parameters, simplify: undefined });

		const preview = readPreview('ServiceItem/__schema__/v1.0.0/serviceItem', `${operation}.json`);
		const [json] = run.json();
		// Without protection, a new charge has none.
		const shown = operation === 'create' ? { ...json, reference: 'order-1' } : json;
		expect(schemaOf(shown)).toEqual(preview);
		expect(Object.keys(json ?? {})).toEqual(Object.keys(preview.properties ?? {}));
	});
});

describe('the schema preview of the trigger', () => {
	const { hotel, watch } = useWatchedHotel('R-1');

	it('shows an update, and all that the other events have', async () => {
		hotel.book(booked);
		const watching = watch();
		await watching.activate();
		hotel.edit('si-1', { amount: 30 });
		const [updated] = await watching.events();
		hotel.remove('si-1');
		const [deleted] = await watching.events();

		const preview = readPreview('ServiceItemTrigger/__schema__/v1.0.0.json');
		expect(schemaOf(updated)).toEqual(preview);
		expect(preview).toMatchObject(schemaOf(deleted));
	});
});
