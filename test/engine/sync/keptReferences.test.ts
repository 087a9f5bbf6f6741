import type { INodeParameters } from 'n8n-workflow';
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

/** The charge of order-1 is known, so nobody is charged again. */
async function expectKnown(): Promise<void> {
	const upsert = hotel.run('upsert', { reservationId: 'R-1', reference: 'order-1' });
	expect(await actionsOf(upsert)).toEqual(['unchanged']);
	expect(hotel.ids()).toHaveLength(1);
}

it.each<[string, unknown]>([
	['ID', byId('si-1')],
	['list', { __rl: true, mode: 'list', value: 'si-1' }],
	['reference', byReference],
])('a new description leaves a charge its reference, named by %s', async (_, serviceId) => {
	await hotel.run('upsert', ordered);
	expect((await change({ description: 'Massage' }, serviceId)).error).toBeUndefined();
	expect(itsRaw()?.description).toBe('Massage [ref:order-1]');
	await expectKnown();
});

it.each(['create', 'upsert', 'sync', 'update'])(
	'a reference that gets a place of its own is still known by the end of the description: %s',
	async (operation) => {
		await hotel.run('upsert', ordered);
		hotel.speak({ referenceField: 'externalId', requiredFields: [] });
		const changes = { amount: 30, description: 'Massage' };
		const parameters = { ...ordered, ...changes, preventDuplicates: 'reference' };
		if (operation === 'update') await change(changes);
		else await actionsOf(hotel.run(operation, parameters));

		const description = expect.stringMatching(/^Massage/) as string;
		const moved = { amount: 30, description, externalId: 'order-1' };
		expect(itsRaw()).toMatchObject(operation === 'create' ? { amount: 25 } : moved);
		await expectKnown();
	},
);
