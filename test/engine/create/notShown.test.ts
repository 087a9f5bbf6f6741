import type { INodeParameters } from 'n8n-workflow';
import { fromItem, listOf, path, useHotel, type SentCharge } from '../support/hotel';

const hotel = useHotel();

const { date } = { date: '2026-11-21' };
const onError = 'continueRegularOutput';
const byReference = { ...fromItem, preventDuplicates: 'reference' };
const sameFields = { ...fromItem, preventDuplicates: 'sameFields' };

/** So many different charges of a reservation. */
const charges = (count: number, reservationId = 'R-1') =>
	listOf(count, (amount) => {
		const description = `Spa treatment ${amount}`;
		return { reservationId, amount, date, description, reference: `r-${amount}` };
	});

/** Makes charges, and gives out what is said of each. */
async function make(parameters: INodeParameters, items = charges(1), operation = 'create') {
	const run = await hotel.run(operation, parameters, { items, onError });
	return run.json().map(({ error, action }) => error ?? action);
}

const held = expect.stringMatching(
	/^The service item was not created: an earlier one on reservation 'R-1', .* is in no list yet/,
) as string;
const isOnBill = expect.stringMatching(
	/^The service item 'si-1' was created and is on the bill, but the list of reservation 'R-1' does not show it .*'List Query'/,
) as string;
const mayBeOnBill = expect.stringMatching(
	/^The service item was created and may be on the bill, but the list of reservation 'R-1' does not show it/,
) as string;

describe.each<[string, INodeParameters, string]>([
	['create', sameFields, 'alreadyExisted'],
	['create', byReference, 'alreadyExisted'],
	['upsert', fromItem, 'unchanged'],
	['sync', fromItem, 'unchanged'],
])('a list that does not show what was made, with %s %j', (operation, parameters, found) => {
	it('stops everything before a second charge, until it shows the first, which stays', async () => {
		hotel.service.dialect.listLagMs = Infinity;

		expect(await make(parameters, charges(3), operation)).toEqual([isOnBill, held, held]);
		expect(hotel.ids()).toEqual(['si-1']);
		// Nothing on another reservation either, nor in the next run.
		expect(await make(parameters, charges(1, 'R-2'), operation)).toEqual([held]);
		expect(await make(parameters, charges(2), operation)).toEqual([held, held]);
		expect(hotel.ids()).toEqual(['si-1']);

		hotel.service.dialect.listLagMs = 0;
		const actions = [found, 'created', 'created'];
		expect(await make(parameters, charges(3), operation)).toEqual(actions);
		expect(hotel.ids()).toHaveLength(3);
		expect(hotel.count('DELETE')).toBe(0);
	});

	it('is given time where it lags behind', async () => {
		hotel.service.dialect.listLagMs = 1000;
		const created = ['created', 'created', 'created'];

		expect(await make(parameters, charges(3), operation)).toEqual(created);
		expect(hotel.ids()).toHaveLength(3);
	});
});

it('a charge that no list shows goes before what was refused in the error of the run', async () => {
	await make(sameFields, charges(1, 'R-0'));
	hotel.service.dialect.listLagMs = Infinity;
	hotel.service.faults.add({ method: 'POST', kind: 'errorBefore', status: 422, body: /R-1/ });
	const items = [...charges(1, 'R-1'), ...charges(1, 'R-2')];
	const run = await hotel.run('create', sameFields, { items });

	expect(run.error?.message).toMatch(/'si-2' was created and is on the bill.*\[item 1\]/);
	expect(run.error?.description).toContain('it is unclear for items 1 whether they were');
});

describe('a charge that the service keeps otherwise than it was sent', () => {
	const cutText = ({ description }: SentCharge) => ({ description: description.slice(0, 11) });
	const round = ({ amount }: SentCharge) => ({ amount: amount + 0.5 });

	it.each([
		['cut off, by same fields', cutText, sameFields, "'Description' is 'Spa treatme'"],
		['cut off, with its reference at the end', cutText, byReference, "'Reference' is ''"],
		['rounded, by same fields', round, sameFields, "'Amount' is '1.5'"],
	])('%s, is told once, and not made again by the next run', async (_, change, how, listed) => {
		hotel.keepOtherwise(change);
		const [told, ...others] = await make(how);

		expect([told, ...others]).toEqual([mayBeOnBill]);
		expect(told).toContain(`Under the ID 'si-1' it shows other values: ${listed}`);
		expect(await make(how)).toEqual([held]);
		expect(hotel.ids()).toEqual(['si-1']);
		expect(hotel.count('DELETE')).toBe(0);
	});

	it('is not made again by Retry On Fail, also where no answer shows its ID', async () => {
		hotel.keepOtherwise(cutText);
		hotel.service.dialect.createAnswer = 'empty204';
		const items = charges(1);
		const run = await hotel.run('create', sameFields, { items, retryOnFail: true });

		expect(run.error?.message).toEqual(mayBeOnBill);
		expect(hotel.ids()).toHaveLength(1);
	});

	it('counts as made in a retry once the list shows it', async () => {
		hotel.keepOtherwise(cutText);
		const items = charges(1);
		const failed = await hotel.run('create', sameFields, { items });
		hotel.edit('si-1', { description: items[0]?.description ?? '' });
		const run = await hotel.run('create', sameFields, { items, retryOf: failed });

		expect(run.json()).toMatchObject([{ id: 'si-1', action: 'created' }]);
		expect(hotel.ids()).toEqual(['si-1']);
	});

	it('is made anew in a retry where it was cancelled meanwhile', async () => {
		hotel.service.dialect.listLagMs = Infinity;
		const items = charges(1);
		const failed = await hotel.run('create', sameFields, { items });
		hotel.edit('si-1', { status: 'cancelled' });
		hotel.service.dialect.listLagMs = 0;
		const run = await hotel.run('create', sameFields, { items, retryOf: failed });

		expect(run.json()).toMatchObject([{ id: 'si-2', action: 'created' }]);
	});

	it('is told for every item that it stands for', async () => {
		hotel.keepOtherwise(cutText);

		expect(await make(byReference, [...charges(1), ...charges(1)])).toEqual([
			mayBeOnBill,
			mayBeOnBill,
		]);
		expect(hotel.ids()).toHaveLength(1);
	});
});

describe('what is not shown holds up the account no longer', () => {
	beforeEach(async () => {
		hotel.service.dialect.listLagMs = Infinity;
		await make(sameFields);
		expect(hotel.ids()).toEqual(['si-1']);
	});

	it.each([
		['was deleted', () => hotel.remove('si-1')],
		['is marked as cancelled', () => hotel.edit('si-1', { status: 'cancelled' })],
	])('when it %s', async (_, end) => {
		end();
		hotel.service.dialect.listLagMs = 0;

		expect(await make(sameFields)).toEqual(['created']);
	});

	it('when the settings were changed', async () => {
		hotel.credential.edit({
			customApiFormat: true,
			listQuery: '{"reservationId":"{reservationId}","all":"1"}',
		});
		hotel.service.dialect.listLagMs = 0;

		expect(await make(sameFields, charges(2))).toEqual(['alreadyExisted', 'created']);
	});
});

describe('a list that cannot be read after a create', () => {
	const failLists = (after: number, times: number) => hotel.refuse('GET', 500, { after, times });
	const options = { maxRetries: 0 };

	it('ends as done with a hint, and the next run looks there before it creates anywhere', async () => {
		failLists(1, 1);
		const run = await hotel.run('create', { ...sameFields, options }, { items: charges(1) });
		expect(run.json()).toMatchObject([{ action: 'created' }]);
		expect(run.hints.map(({ message }) => message).join()).toContain('could not be read again');

		expect(await make({ ...sameFields, options }, charges(1, 'R-2'))).toEqual(['created']);
		const asked = hotel.requests.flatMap(({ query }) => query?.reservationId ?? []);
		expect(asked.slice(2)).toContain('R-1');
	});

	it('makes one charge, whatever else is wanted, though no list ever shows one', async () => {
		hotel.speak({ listLagMs: Infinity, createAnswer: 'empty204' });
		failLists(1, 1);
		await make({ ...sameFields, options }, charges(4));
		await make({ ...sameFields, options }, charges(4));

		expect(hotel.ids()).toHaveLength(1);
	});

	it('says of the item after it that nothing was sent for it', async () => {
		failLists(1, 1);
		const [first, second] = await make({ ...sameFields, options }, charges(2));

		expect(first).toBe('created');
		expect(second).toMatch(/^The service items could not be read/);
		expect(hotel.ids()).toHaveLength(1);
	});

	it('does not hide that a list before it has shown the charge twice', async () => {
		hotel.meanwhile({ method: 'POST', path }, () =>
			hotel.book({ id: 'si-9', description: 'Spa treatment 1 [ref:r-1]' }),
		);
		failLists(2, 1);

		expect(await make({ ...byReference, options })).toEqual([
			expect.stringMatching(/carry the reference 'r-1': .*'si-9'/),
		]);
	});
});
