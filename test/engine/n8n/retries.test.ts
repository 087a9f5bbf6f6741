import type { INodeParameters } from 'n8n-workflow';
import type { PlannedFault } from '../../service/faults';
import { CHARGE, OPERATIONS, path, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';
import { panelOf } from '../support/workflowRun';

/** Which answers are followed by another request, and what each then says, are rows of the unit tests. */
const hotel = useHotel();

const serviceId = byId('si-1');
const ONE_RETRY = { maxRetries: 1, timeout: 400 };

const SLOW_DOWN: PlannedFault[] = [
	{ kind: 'tooManyRequests' },
	{ kind: 'tooManyRequests', retryAfter: 'date', delayMs: 0 },
];
const PASSING: PlannedFault[] = [
	{ kind: 'errorBefore', status: 502 },
	{ kind: 'errorBefore', status: 503, retryAfter: 0 },
	{ kind: 'htmlError' },
	{ kind: 'resetBefore' },
	{ kind: 'hangBefore' },
	{ kind: 'html' },
];
/** Like PASSING, but the request was carried out. */
const PASSING_AFTER: PlannedFault[] = [
	{ kind: 'errorAfter', status: 504 },
	{ kind: 'resetAfter' },
	{ kind: 'hangAfter' },
	{ kind: 'truncatedJson' },
	{ kind: 'cutBody' },
];

beforeEach(async () => {
	hotel.seed('si-1');
	await hotel.run('get', { serviceId });
	hotel.service.log.clear();
});

/** Runs one operation, of which the first request about service items goes wrong. */
async function runDespite(operation: string, fault: PlannedFault, options: INodeParameters = {}) {
	hotel.service.faults.add({ path, ...fault });
	const parameters = { ...OPERATIONS[operation], options: { ...ONE_RETRY, ...options } };
	return await hotel.run(operation, parameters);
}

it.each(['update', 'delete'])(
	'%s is sent again after what may pass, and not more often than that',
	async (operation) => {
		const faults = [...SLOW_DOWN, ...PASSING, ...PASSING_AFTER];
		const items = faults.map((fault, index) => {
			const id = `item-${index}-`;
			hotel.seed(id);
			hotel.service.faults.add({ ...fault, path: new RegExp(`/${id}$`) });
			return { id };
		});
		const parameters = { ...OPERATIONS[operation], serviceId: byId('={{ $json.id }}') };
		const run = await hotel.run(operation, { ...parameters, options: ONE_RETRY }, { items });

		expect(run.error?.message).toBeUndefined();
		const statuses = items.map(({ id }) =>
			hotel.service.log.entries
				.filter(({ path: where }) => where.endsWith(id))
				.map(({ status }) => status),
		);
		const tries = faults.map(({ kind }, index) => [kind, statuses[index]?.length]);
		expect(tries).toEqual(faults.map(({ kind }) => [kind, 2]));
		if (operation !== 'delete') return;
		// What finds nothing at the second try has succeeded.
		expect(run.json()).toEqual(faults.map(() => ({ deleted: true })));
		expect(statuses.slice(-PASSING_AFTER.length).map((each) => each.at(-1))).toEqual(
			PASSING_AFTER.map(() => 404),
		);
		expect(hotel.service.books.changes.deleted).toBe(faults.length);
	},
);

describe.each(['getAll', 'update'])('%s', (operation) => {
	it('is sent again for two minutes while the service throttles, whatever Max Retries', async () => {
		const fault = { kind: 'tooManyRequests', retryAfter: 40 } as const;
		const done = await runDespite(operation, { ...fault, times: 2 }, { maxRetries: 0 });
		expect(done.error?.message).toBeUndefined();
		expect(hotel.sent).toHaveLength(3);

		const { error } = await runDespite(operation, { ...fault, times: 9 }, { maxRetries: 0 });
		expect(error?.httpCode).toBe('429');
		expect(hotel.sent).toHaveLength(3 + 4);
	});
});

describe('a Retry-After that is too long', () => {
	it.each(['create', 'getAll'])('ends %s at once, in clear words', async (operation) => {
		const { error } = await runDespite(operation, { kind: 'tooManyRequests', retryAfter: 3600 });

		expect(panelOf(error)).toMatch(/too many requests.*asks to wait 3600 seconds/);
		expect(panelOf(error)).toMatch(/run the workflow again after that/);
		expect(hotel.sent).toHaveLength(1);
	});
});

describe('create', () => {
	it.each(SLOW_DOWN)('is sent again after %j, as nothing was done', async (fault) => {
		const run = await runDespite('create', fault);

		expect(run.json()).toMatchObject([CHARGE]);
		expect(hotel.sent).toEqual(['POST /services 429', 'POST /services 201']);
		expect(hotel.service.books.changes.created).toBe(1);
	});

	it('is never sent again after what leaves it open, and says so', async () => {
		const faults = [...PASSING, ...PASSING_AFTER];
		for (const fault of faults) hotel.service.faults.add({ ...fault, path });
		const items = faults.map((_, n) => ({ reservationId: `R-${n}` }));
		const parameters = {
			...CHARGE,
			reservationId: '={{ $json.reservationId }}',
			options: ONE_RETRY,
		};
		const run = await hotel.run('create', parameters, { items, onError: 'continueRegularOutput' });

		expect(run.json()).toHaveLength(faults.length);
		for (const [n, { error }] of run.json().entries()) {
			const words = `^The service item may or may not have been created on reservation 'R-${n}': `;
			expect(error).toMatch(new RegExp(`${words}.*Look at the reservation`));
		}
		expect(hotel.sent).toHaveLength(faults.length);
		expect(hotel.service.books.changes.created).toBe(PASSING_AFTER.length);
	});
});
