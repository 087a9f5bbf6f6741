import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../../service/dialect';
import { actionsOf, CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const byReference = { __rl: true, mode: 'reference', value: 'order-1' };
const ordered = { ...CHARGE, reference: 'order-1' };
const itsRaw = () => hotel.service.books.find('si-1')?.raw;

function change(updateFields: INodeParameters, serviceId: unknown = byId('si-1')) {
	const named = { reservationId: 'R-1', serviceId } as INodeParameters;
	return hotel.run('update', { ...named, updateFields });
}

async function succeed(...given: Parameters<typeof change>): Promise<void> {
	expect((await change(...given)).error?.message).toBeUndefined();
}

/** The charge of order-1 is known, so nobody is charged again. */
async function expectKnown(): Promise<void> {
	const upsert = hotel.run('upsert', { reservationId: 'R-1', reference: 'order-1' });
	expect(await actionsOf(upsert)).toEqual(['unchanged']);
	expect(hotel.ids()).toHaveLength(1);
}

describe('an update leaves a charge its reference', () => {
	beforeEach(() => hotel.run('upsert', ordered));

	it.each<[string, unknown]>([
		['ID', byId('si-1')],
		['list', { __rl: true, mode: 'list', value: 'si-1' }],
		['reference', byReference],
	])('with a new description, named by %s', async (_, serviceId) => {
		await succeed({ description: 'Massage' }, serviceId);
		expect(itsRaw()?.description).toBe('Massage [ref:order-1]');
		await expectKnown();
	});

	it('and reads nothing first where the description stays', async () => {
		const before = hotel.requests.length;
		// A Reservation ID would be a condition, for which the item is read.
		const updateFields = { amount: 30, customFields: '{ "vat": 7 }' };
		await hotel.run('update', { serviceId: byId('si-1'), updateFields });
		expect(hotel.methods.slice(before)).toEqual(['PATCH']);
	});
});

it.each<[Partial<Dialect>, IDataObject, string]>([
	[{}, { description: '' }, 'description'],
	[{}, { description: 'Water [ref:order-9]' }, 'description'],
	[{ descriptionField: 'line.text' }, { line: null }, 'description'],
	[{ referenceField: 'external.id' }, { external: { id: 'x' } }, 'reference'],
	[{ referenceField: 'external.id' }, { external: null }, 'reference'],
	[{ referenceField: 'external.id' }, { external: ['order-7'] }, 'reference'],
])('where references are kept: %j Custom Fields cannot take one: %j', async (...row) => {
	const [dialect, customFields, field] = row;
	hotel.speak(dialect);
	await hotel.run('upsert', ordered);
	for (const serviceId of [byId('si-1'), byReference]) {
		const run = await change({ customFields: JSON.stringify(customFields) }, serviceId);
		expect(run.error?.message).toContain(`'Custom Fields' sets what stands for {${field}}`);
	}
	expect(hotel.count('PATCH')).toBe(0);
	await expectKnown();
});

describe('a reference that gets a place of its own', () => {
	beforeEach(async () => {
		await hotel.run('upsert', ordered);
		hotel.speak({ referenceField: 'externalId', requiredFields: [] });
	});

	it.each<[string, INodeParameters]>([
		['create', { preventDuplicates: 'reference' }],
		['upsert', {}],
		['sync', {}],
	])('is still known to %s by the end of the description', async (operation, more) => {
		const [action] = await actionsOf(hotel.run(operation, { ...ordered, ...more }));
		expect(action).not.toBe('created');
		expect(hotel.ids()).toEqual(['si-1']);
	});

	it.each(['upsert', 'sync', 'update'])('is also there with a change by %s', async (operation) => {
		const changes = { amount: 30, description: 'Massage' };
		if (operation === 'update') await succeed(changes);
		else await actionsOf(hotel.run(operation, { ...ordered, ...changes }));
		const description = expect.stringMatching(/^Massage/) as string;
		expect(itsRaw()).toMatchObject({ amount: 30, description, externalId: 'order-1' });
		await expectKnown();
	});
});

it.each<[string, INodeParameters]>([
	['create', {}],
	['upsert', {}],
	['update', { serviceId: byId('si-1'), updateFields: { description: 'Water [ref:order-9]' } }],
])('a description that ends like a reference is refused by %s %j', async (operation, more) => {
	const description = 'Water [ref:order-9]';
	const run = await hotel.run(operation, { ...ordered, description, ...more });
	expect(run.error?.message).toMatch(/^'Description' ends with a reference, \[ref:order-9\]/);
	expect(hotel.traffic).toEqual([]);
});
