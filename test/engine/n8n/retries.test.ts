import type { PlannedFault } from '../../service/faults';
import { CHARGE, OPERATIONS, path, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';
import { panelOf } from '../support/workflowRun';

/** Which answers are followed by another request, and what each then says, are rows of the unit tests. */
const hotel = useHotel();

const ONE_RETRY = { maxRetries: 1, timeout: 400 };

/** Nothing was done. */
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

		// What a deletion finds gone at the second try it has deleted.
		expect(run.error?.message).toBeUndefined();
		const tries = items.map(({ id }) => hotel.sent.filter((line) => line.includes(id)).length);
		expect(tries).toEqual(faults.map(() => 2));
	},
);

it.each([
	[{}, 3, 4],
	[{}, 4, 4],
	[{ maxRetries: '2' }, 3, 3],
	[{ timeout: '' }, 3, 4],
])('with %j, and refused %i times, a read is sent %i times', async (options, times, sent) => {
	hotel.service.faults.add({ path, kind: 'errorBefore', status: 503, retryAfter: 0, times });
	const run = await hotel.run('getAll', { ...OPERATIONS.getAll, options });

	expect(run.status).toBe(sent > times ? 'success' : 'error');
	expect(hotel.sent).toHaveLength(sent);
});

it('create is sent again where it is throttled, and never after what leaves it open, and says so', async () => {
	// One after another, so that each meets its own fault.
	hotel.credential.edit({ accountConcurrency: 1 });
	const open = [...PASSING, ...PASSING_AFTER];
	for (const fault of [...open, ...SLOW_DOWN]) {
		hotel.service.faults.add({ ...fault, path });
	}
	const items = [...open, ...SLOW_DOWN].map((_, n) => ({ reservationId: `R-${n}` }));
	const reservationId = '={{ $json.reservationId }}';
	const parameters = { ...CHARGE, reservationId, options: ONE_RETRY };
	const run = await hotel.run('create', parameters, { items, onError: 'continueRegularOutput' });

	const told = run.json().map(({ error, amount }) => error ?? amount);
	const words = open.map((_, n) => {
		const unclear = `^The service item may or may not have been created on reservation 'R-${n}': `;
		return expect.stringMatching(new RegExp(`${unclear}.*Look at the reservation`)) as string;
	});
	expect(told).toEqual([...words, ...SLOW_DOWN.map(() => CHARGE.amount)]);
	expect(hotel.sent).toHaveLength(open.length + 2 * SLOW_DOWN.length);
	const { created } = hotel.service.books.changes;
	expect(created).toBe(PASSING_AFTER.length + SLOW_DOWN.length);
});

it.each(['getAll', 'create'])(
	'%s is sent again for two minutes while the service throttles, whatever Max Retries',
	async (operation) => {
		const parameters = { ...OPERATIONS[operation], options: { maxRetries: 0 } };
		const fault = { path, kind: 'tooManyRequests', retryAfter: 50 } as const;
		hotel.service.faults.add({ ...fault, times: 2 });
		expect((await hotel.run(operation, parameters)).error?.message).toBeUndefined();
		expect(hotel.sent).toHaveLength(3);

		hotel.service.faults.add({ ...fault, times: 9 });
		expect((await hotel.run(operation, parameters)).error?.httpCode).toBe('429');
		expect(hotel.sent).toHaveLength(3 + 4);
	},
);

it.each(['getAll', 'create'])(
	'a Retry-After that is too long ends %s at once, in clear words',
	async (operation) => {
		hotel.service.faults.add({ path, kind: 'tooManyRequests', retryAfter: 3600 });
		const { error } = await hotel.run(operation, OPERATIONS[operation]);

		expect(panelOf(error)).toMatch(/too many requests.*asks to wait 3600 seconds/);
		expect(hotel.sent).toHaveLength(1);
	},
);
