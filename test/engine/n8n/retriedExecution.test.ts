import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, chargeFromItem, path, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';
import { byId } from '../support/serviceItemNode';
import { restartedPackage } from '../support/loadedPackage';
import { engineLog } from '../support/loadedPackage';

const hotel = useHotel();

const { date } = CHARGE;

/** One charge on each of six reservations. */
const charges = Array.from({ length: 6 }, (_, n) => ({
	reservationId: `R-${n}`,
	amount: n,
	date,
	description: `Charge ${n}`,
}));

/** By itself the node sends nothing again. */
const options = { maxRetries: 0 };

/** One by one, in executions that stop on the way. */
beforeEach(() => hotel.credential.edit({ accountConcurrency: 1 }));

function create(settings: RunOptions = {}, parameters: INodeParameters = {}) {
	const all = { items: charges, ...settings };
	return hotel.run('create', { ...chargeFromItem, options, ...parameters }, all);
}

function failAt(item: number): void {
	hotel.refuse('POST', 423, { after: item });
}

/** The amounts in the books, in the order in which they came there. */
function booked(): number[] {
	return hotel.service.books.all().map(({ amount }) => amount);
}

describe('a retry of a failed execution', () => {
	function sent(): unknown[] {
		return hotel.bodies.map((body) => body.amount);
	}

	it('goes on where the failed one stopped, and gives out all results, with another key and address', async () => {
		failAt(3);
		const failed = await create();
		expect(failed.error?.description).toContain('3 of 6 items were done');

		const baseUrl = hotel.saved.baseUrl.replace('127.0.0.1', 'localhost');
		hotel.credential.edit({ baseUrl, apiKey: hotel.issueKey('hotel') });
		const run = await create({ retryOf: failed, packageRoot });
		expect(run.status).toBe('success');
		expect(sent()).toEqual([0, 1, 2, 3, 3, 4, 5]);
		expect(run.output()).toEqual(
			charges.map((charge, item) => ({
				json: { id: `si-${item + 1}`, ...charge },
				pairedItem: { item },
			})),
		);
	});

	it('reports an unclear charge again without sending it', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after: 2 });
		const failed = await create();
		const run = await create({ retryOf: failed });

		expect(run.error?.message).toBe(failed.error?.message);
		expect(run.error?.message).toContain("may or may not have been created on reservation 'R-2'");
		expect(sent()).toEqual([0, 1, 2]);

		// It carries no reference, and would be made twice.
		const byReference = { preventDuplicates: 'reference', reference: '={{ $json.description }}' };
		const looked = await create({ retryOf: run }, byReference);
		expect(looked.error?.message).toBe(
			"The service item may or may not have been created on reservation 'R-2': the connection broke off [item 2]",
		);
		expect(booked()).toEqual([0, 1, 2]);
	});

	it('that ran out of time reports what it had under way', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'hangAfter', after: 2 });
		const running = create();
		await hotel.until(() => hotel.service.books.changes.created === 3);
		running.cancel();
		const stopped = await running;
		expect(stopped.status).toBe('canceled');

		const run = await create({ retryOf: stopped });
		expect(run.error?.message).toMatch(/may or may not have been created on reservation 'R-2'/);
		const settled = await create({ retryOf: run }, { preventDuplicates: 'sameFields' });
		expect(settled.status).toBe('success');
		expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
		// Where all is done, there is nothing to look up.
		const query = { reservationId: 'R-0' };
		expect(hotel.requests).not.toContainEqual(expect.objectContaining({ query }));
	});
});

const packageRoot = restartedPackage();

/** An execution that n8n lost after three of six charges: it keeps nothing of what the node has done. */
async function lost(parameters = {}) {
	failAt(3);
	return (await create({}, parameters)).cutOff();
}

describe('a retry of an execution that n8n lost', () => {
	it.each(['sameFields', 'reference'])('charges only what is missing, by %s', async (mode) => {
		const protection = { preventDuplicates: mode, reference: '={{ $json.description }}' };
		const run = await create({ retryOf: await lost(protection), packageRoot }, protection);

		expect(run.error).toBeUndefined();
		expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it('charges again with Prevent Duplicates Off', async () => {
		const run = await create({ retryOf: await lost(), packageRoot });

		expect(run.error).toBeUndefined();
		expect(booked()).toEqual([0, 1, 2, 0, 1, 2, 3, 4, 5]);
		expect(hotel.service.books.changes.created).toBe(9);
	});
});

it.each(['sameFields', 'reference'])(
	'stopped while it looks for an unclear charge, the run says that it is unclear: %s',
	async (preventDuplicates) => {
		engineLog.length = 0;
		hotel.service.faults.add({ method: 'POST', path: /^\/services/, kind: 'resetAfter' });
		hotel.service.faults.add({ method: 'GET', path: /^\/services/, kind: 'hangBefore', after: 1 });
		const running = create({}, { preventDuplicates, reference: 'order-1' });
		await hotel.until(() => hotel.requests.length === 3);
		running.cancel();
		const run = await running;

		expect(run.status).toBe('canceled');
		expect(engineLog.join('\n')).toContain(
			'0 of 6 items were done; it is unclear for items 0 whether',
		);
	},
);
describe('the memory of an execution', () => {
	const items = charges.slice(1, 4);
	const posts = () => hotel.count('POST');
	const reference = '={{ $json.description }}';

	it.each(['upsert', 'sync'])(
		'names an answered change of which no list could be read since, also where a retry does not come to it: %s',
		async (operation) => {
			const change = (amount: string, settings: RunOptions) =>
				hotel.run(operation, { ...chargeFromItem, reference, options, amount }, settings);
			await change('={{ $json.amount }}', { items });
			hotel.refuse('GET', 500, { after: 2 });
			const failed = await change('={{ $json.amount + 10 }}', { items });
			const again = await change('={{ $json.amount === 1 ? 11 : "many" }}', { retryOf: failed });

			for (const { error } of [failed, again]) {
				expect(error?.message).toMatch(/^The change may or may not .*item 0/);
				expect(error?.description).toContain(
					'0 of 3 items were done; it is unclear for items 0 whether they were',
				);
			}
			const done = await change('={{ $json.amount + 10 }}', { retryOf: again });
			const actions = done.json().map(({ action }) => action);
			expect(actions).toEqual(['unchanged', 'updated', 'updated']);
		},
	);

	it.each(['upsert', 'sync'])(
		'has another operation refuse what was made, and what may have been: %s',
		async (operation) => {
			hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after: 2 });
			const failed = await create({ items });
			expect(hotel.ids()).toHaveLength(3);
			const parameters = { ...chargeFromItem, reference, options };
			const stopped = await hotel.run(operation, parameters, { retryOf: failed });
			expect(stopped.error?.description).toContain(
				'2 of 3 items were done; it is unclear for items 2 whether they were',
			);
			const onError = 'continueRegularOutput';
			const run = await hotel.run(operation, parameters, { retryOf: failed, onError });

			const words = 'an earlier try of this execution did something else, or may have';
			const error = expect.stringContaining(words) as string;
			expect(run.json()).toMatchObject([{ error }, { error }, { error }]);
			expect(hotel.ids()).toHaveLength(3);
		},
	);

	it('has another input at the same position refused, and the others done', async () => {
		hotel.refuse('POST', 422, { after: 1 });
		const failed = await create({ items });
		const data = failed.database;
		const [waiting] = data.executionData?.nodeExecutionStack ?? [];
		const [moved] = waiting?.data.main?.[0] ?? [];
		if (moved) moved.json = { ...items[0], amount: 9 };
		const retryOf = Object.create(failed, { database: { value: data } }) as typeof failed;
		const run = await create({ retryOf, onError: 'continueRegularOutput' });

		const words = 'did something else, or may have: another operation, account or input item';
		expect(run.json()).toMatchObject([
			{ error: expect.stringContaining(words) as string },
			{ amount: 2 },
			{ amount: 3 },
		]);
		expect(booked()).toEqual([1, 2, 3]);
	});

	describe('keeps its charge for a done input, beside an alike one that failed,', () => {
		const alike = [charges[1], charges[1]].map((charge) => ({ ...charge }));
		const sameFields = { preventDuplicates: 'sameFields' };

		it.each([
			['though the answer has shown no ID', 'empty204', { simplify: true }],
			['though the answer has shown no ID, as the service returns it', 'empty204', {}],
			['by the ID of its answer', 'item', {}],
		] as const)('%s', async (_, createAnswer, more) => {
			hotel.service.dialect.createAnswer = createAnswer;
			hotel.refuse('POST', 422, { after: 1 });
			const failed = await create({ items: alike }, { ...sameFields, ...more, options });
			const run = await create({ retryOf: failed }, { ...sameFields, ...more, options });

			expect(run.json().map(({ action }) => action)).toEqual(['created', 'created']);
			expect(booked()).toEqual([1, 1]);
		});
	});

	it.each(['off', 'sameFields'])(
		'counts an unclear charge that has arrived once, beside an alike one that was not sent (%s)',
		async (preventDuplicates) => {
			hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter' });
			hotel.refuse('GET', 500, { after: preventDuplicates === 'off' ? 0 : 1 });
			const alike = [charges[1], charges[1]].map((charge) => ({ ...charge }));
			const failed = await create({ items: alike }, { preventDuplicates });
			hotel.service.faults.clear();
			await create({ retryOf: failed }, { preventDuplicates: 'sameFields' });

			expect(booked()).toEqual([1, 1]);
		},
	);

	it('does not take for done what a dry run has planned', async () => {
		const parameters = { ...chargeFromItem, reference, options };
		hotel.refuse('GET', 500, { after: 2 });
		const planned = await hotel.run('sync', { ...parameters, dryRun: true }, { items });
		expect(planned.status).toBe('error');
		const run = await hotel.run('sync', parameters, { retryOf: planned });

		expect(run.json().map(({ action }) => action)).toEqual(['created', 'created', 'created']);
	});

	it.each([
		['sameFields', 'sameFields'],
		['reference', 'reference'],
	])(
		'says why a charge by %s is unclear after a retried execution, and finds it with %s',
		async (first, then) => {
			const protectedBy = (preventDuplicates: string) => ({ preventDuplicates, reference });
			hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter' });
			hotel.refuse('GET', 500, { after: 1, times: 9 });
			const failed = await create({ items: items.slice(0, 1) }, protectedBy(first));
			const again = await create({ retryOf: failed }, protectedBy(first));

			expect(failed.error?.message).toMatch(/may or may not have been created .*broke off/);
			expect(again.error?.message).toBe(failed.error?.message);
			expect(again.error?.description).toBe(failed.error?.description);
			hotel.service.faults.clear();
			const settled = await create({ retryOf: again }, protectedBy(then));
			expect(settled.json()).toMatchObject([{ id: 'si-1', action: 'created' }]);
			expect(posts()).toBe(1);
		},
	);

	it('tells of an unclear charge that a retry does not come to, before the input that it stops at', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after: 1 });
		const failed = await create({ items });
		const amount = '={{ $json.amount === 1 ? "many" : $json.amount }}';
		const again = await create({ retryOf: failed }, { amount });

		expect(failed.error?.message).toMatch(/may or may not have been created .*\[item 1\]$/);
		expect(again.error?.message).toBe(failed.error?.message);
		expect(again.error?.description).toContain("'Amount' is 'many'");
		expect(posts()).toBe(2);
	});

	it('does not send again with Prevent Duplicates Off what has left a charge to look at', async () => {
		const parameters = { preventDuplicates: 'reference', reference };
		hotel.keepOtherwise(() => ({ description: 'Something else' }));
		const failed = await create({ items: items.slice(0, 1) }, parameters);
		expect(failed.error?.message).toMatch(/stored this text otherwise/);
		const again = await create({ retryOf: failed });

		expect(posts()).toBe(1);
		expect(again.error).toBeDefined();
	});

	it('sends nothing again while an input cannot be used', async () => {
		hotel.seed('a');
		hotel.service.faults.add({ method: 'PATCH', kind: 'resetAfter' });
		const update = (amount: string, settings: RunOptions) =>
			hotel.run('update', { serviceId: byId('a'), updateFields: { amount }, options }, settings);
		const failed = await update('={{ $json.amount }}', { items });
		const again = await update('={{ $json.amount < 3 ? 5 : "many" }}', { retryOf: failed });

		expect(again.error?.message).toContain('may or may not have been carried out');
		expect(again.error?.description).toContain("'Amount' is 'many'");
		expect(hotel.count('PATCH')).toBe(1);
	});
});
