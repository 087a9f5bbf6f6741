import type { IDataObject } from 'n8n-workflow';
import { useSyncs, wanted } from './support/syncedCharges';

const { hotel, sync, changes } = useSyncs();

const charge = wanted('spa', 40);
const fromItem = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
	reference: '={{ $json.reference }}',
};

const WAYS = [
	['create', { preventDuplicates: 'sameFields' }],
	['create', { preventDuplicates: 'reference' }],
	['upsert', {}],
	['sync', {}],
] as const;

/** A service that keeps what is deleted, and marks it. */
describe.each(WAYS)('a charge that was withdrawn at the service, with %s %j', (operation, more) => {
	const run = async (...items: IDataObject[]) =>
		await hotel.run(operation, { ...fromItem, ...more }, { items });
	const ids = (): string[] => hotel.service.books.all().map(({ id }) => id);
	/** Makes the charge and has it withdrawn at the service. */
	const withdraw = async (): Promise<void> => {
		await run(charge);
		hotel.edit(ids()[0] ?? '', { status: 'cancelled' });
	};

	it('is no reason not to make it', async () => {
		await withdraw();
		const again = await run(charge);

		expect(again.error).toBeUndefined();
		expect(again.json().map(({ _action, action }) => _action ?? action)).toEqual(['created']);
		expect(ids()).toHaveLength(2);
	});

	it('does not have it made a third time', async () => {
		await withdraw();
		await run(charge);
		await run(charge);

		expect(ids()).toHaveLength(2);
	});

	it('does not stop other charges', async () => {
		await withdraw();
		const threeMore = [1, 2, 3].map((n) => ({
			...charge,
			reference: `o${n}`,
			description: `o${n}`,
		}));
		const after = await run(...threeMore);

		expect(after.error).toBeUndefined();
		expect(ids()).toHaveLength(4);
	});
});

it('a withdrawn charge is not removed again by a sync', async () => {
	const id = 'old';
	const raw = { deletedAt: '2026-11-01T10:00:00Z' };
	hotel.service.books.add('R-1', { id, ...charge, description: 'Spa [ref:spa-sauna]', raw });
	const run = await sync([charge], { removeMissing: true, referencePrefix: 'spa' });

	expect(run.json().map(({ action }) => action)).toEqual(['created']);
	expect(changes()).toHaveLength(1);
});
