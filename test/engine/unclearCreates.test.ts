import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { PlannedFault } from '../service/faultPlan';
import type { JsonObject } from '../service/json';
import { useHotel } from './support/hotel';
import { meanwhile } from './support/meanwhile';
import { panelOf } from './support/workflowRun';

const hotel = useHotel();

const lateCheckout = { amount: 25, date: '2026-11-21', description: 'Late checkout' };

const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
	reference: '={{ $json.reference }}',
};
const PROTECTIONS = ['sameFields', 'reference'] as const;

/** After each of these nobody can tell from the answer whether the charge was made, or it certainly was not. */
const FAULTS: PlannedFault[] = [
	{ kind: 'errorBefore', status: 500 },
	{ kind: 'errorBefore', status: 503 },
	{ kind: 'errorAfter', status: 500 },
	{ kind: 'errorAfter', status: 504 },
	{ kind: 'resetBefore' },
	{ kind: 'resetAfter' },
	{ kind: 'hangBefore' },
	{ kind: 'hangAfter' },
	{ kind: 'delay', delayMs: 1500 },
	{ kind: 'truncatedJson' },
	{ kind: 'cutBody' },
	{ kind: 'html' },
	{ kind: 'htmlError' },
	{ kind: 'emptyBody' },
	{ kind: 'notJson' },
	{ kind: 'tokenRevoked' },
	{ kind: 'tooManyRequests', retryAfter: 0 },
];

/** Faults are for charges, not for logins. */
const path = /^\/services/;

/** One charge on each of as many reservations as there are faults. */
const oneEach = FAULTS.map((_, n) => ({
	reservationId: `R-${n}`,
	...lateCheckout,
	reference: `order-${n}`,
}));

function create(
	preventDuplicates: string,
	items: IDataObject[],
	options: INodeParameters = {},
	settings: Parameters<typeof hotel.run>[2] = {},
) {
	const parameters = { ...fromItem, preventDuplicates, options };
	return hotel.run('create', parameters, { items, ...settings });
}

/** Each fault that has happened, and how many charges there are now on the reservation it happened to. */
function chargesByFault(): Array<[string | undefined, number]> {
	return hotel.service.log.entries
		.filter(({ fault }) => fault !== undefined)
		.map(({ fault, body }) => {
			const { reservationId } = body as { reservationId: string };
			return [fault, hotel.service.books.all(reservationId).length];
		});
}

describe.each(PROTECTIONS)('prevented by %s', (protection) => {
	it('every kind of fault ends with one charge, and says so', async () => {
		const options = { maxConcurrency: 20, timeout: 700 };
		for (const fault of FAULTS) hotel.service.faults.add({ method: 'POST', path, ...fault });
		const run = await create(protection, oneEach, options);

		expect(run.error).toBeUndefined();
		expect(run.json().map(({ _action }) => _action)).toEqual(FAULTS.map(() => 'created'));
		expect(chargesByFault()).toEqual(FAULTS.map(({ kind }) => [kind, 1]));
		expect(hotel.service.books.all()).toHaveLength(FAULTS.length);
	});

	it('a charge stays unclear when the reservation cannot be read any more', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter' });
		hotel.service.faults.add({ method: 'GET', kind: 'errorBefore', status: 500, after: 1 });
		const [item] = oneEach;
		const run = await create(protection, item ? [item] : []);

		expect(panelOf(run.error)).toMatch(
			/^The service item may or may not have been created on reservation 'R-0': the connection broke off\. It is safe to run this again/,
		);
		expect(hotel.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);

		const again = await create(protection, item ? [item] : []);
		expect(again.json()).toMatchObject([{ id: 'si-1', _action: 'alreadyExisted' }]);
		expect(hotel.service.books.all()).toHaveLength(1);
	});

	it('a charge that could not be made is said not to have been made', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetBefore' });
		const [item] = oneEach;
		const run = await create(protection, item ? [item] : [], { maxRetries: 0 });

		expect(run.error?.message).toMatch(/^The service item was not created: the connection broke/);
		expect(hotel.service.books.all()).toEqual([]);
	});

	it('a charge that the list shows only after two seconds is not made a second time', async () => {
		hotel.service.dialect.listLagMs = 2000;
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', times: 2 });
		hotel.service.faults.add({ method: 'POST', path, kind: 'errorAfter', status: 503 });
		const run = await create(protection, oneEach.slice(0, 4));

		expect(run.error).toBeUndefined();
		expect(run.json().map(({ _action }) => _action)).toEqual(Array(4).fill('created'));
		expect(hotel.service.books.changes.created).toBe(4);
	});

	it.each([
		['that has got there', 'errorAfter', 'alreadyExisted'],
		['of another kind', 'errorBefore', undefined],
	] as const)('a conflict (409) over a charge %s is looked into', async (_, kind, action) => {
		hotel.service.faults.add({ method: 'POST', path, kind, status: 409 });
		const run = await create(protection, oneEach.slice(0, 1));

		expect(run.error === undefined ? run.json()[0]?._action : undefined).toBe(action);
		expect(run.error?.message ?? 'conflicts').toContain('conflicts');
		expect(hotel.service.books.all()).toHaveLength(action ? 1 : 0);
		expect(hotel.requests.map(({ method }) => method)).toEqual(
			expect.arrayContaining(['GET', 'POST', 'GET']),
		);
	});

	it('a charge the service refuses is not looked for', async () => {
		hotel.service.dialect.requiredFields = ['accountCode'];
		const [item] = oneEach;
		const run = await create(protection, item ? [item] : []);

		expect(run.error?.message).toContain('accountCode is required');
		expect(hotel.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
	});
});

it('an empty answer does not count as a charge where others were told of', async () => {
	hotel.service.faults.add({ method: 'POST', path, kind: 'emptyBody', after: 1 });
	const run = await create('off', oneEach.slice(0, 2), {}, { onError: 'continueRegularOutput' });

	expect(run.json()).toMatchObject([
		{ id: 'si-1' },
		{ error: expect.stringMatching(/may or may not .* the service's answer was empty/) as string },
	]);
});

it('identical charges are each made once, whatever happens', async () => {
	const item = { reservationId: 'R-1', ...lateCheckout };
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter' });
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetBefore' });
	const run = await create('sameFields', [item, item, item]);

	expect(run.json().map(({ id, _action }) => [id, _action])).toEqual([
		['si-1', 'created'],
		['si-2', 'created'],
		['si-3', 'created'],
	]);
	expect(hotel.service.books.changes.created).toBe(3);
});

it('a charge whose first request arrives late after all is said to be there twice', async () => {
	const item = { reservationId: 'R-1', ...lateCheckout };
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetBefore' });
	meanwhile(hotel.service, { method: 'POST', after: 1 }, () => {
		hotel.service.books.add('R-1', lateCheckout);
	});
	const run = await create('sameFields', [item]);

	expect(hotel.service.books.all()).toHaveLength(2);
	expect(run.error?.message).toMatch(/^The charge may be on reservation 'R-1' twice: .* 'si-1'/);
});

describe('a charge that is there twice, as both requests arrived,', () => {
	const item = { reservationId: 'R-1', ...lateCheckout };
	const twice = /^The charge may be on reservation 'R-1' twice: service item 'si-1' is the same/;

	/** The first request is given up by a gateway, and carried out as the second one arrives. */
	beforeEach(() => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'errorBefore', status: 504 });
		meanwhile(hotel.service, { method: 'POST', after: 1 }, () => {
			hotel.service.books.add('R-1', lateCheckout);
		});
	});

	/** Charges with a single look at the reservation after each request, so that the test does not wait long. */
	const charge = (items = [item], settings: Parameters<typeof hotel.run>[2] = {}) =>
		create('sameFields', items, { maxRetries: 1 }, settings);

	const sent = () => hotel.requests.filter(({ method }) => method === 'POST').length;

	it.each([1, 2, 3])('is reported by the last of %d tries', async (maxTries) => {
		const run = await charge([item], { retryOnFail: maxTries > 1, maxTries });

		expect(run.error?.message).toMatch(twice);
		expect(sent()).toBe(2);
		expect(hotel.service.books.all()).toHaveLength(2);
	});

	it('is reported by every retry of the execution, until one of the two is deleted', async () => {
		const failed = await charge([item], { retryOnFail: true, maxTries: 2 });
		const retried = await charge([item], { retryOf: failed });
		const again = await charge([item], { retryOf: retried });
		for (const { error } of [failed, retried, again]) expect(error?.message).toMatch(twice);

		const surplus = hotel.service.books.find('si-1');
		if (surplus) hotel.service.books.remove(surplus);
		const done = await charge([item], { retryOf: again });
		expect(done.error).toBeUndefined();
		expect(done.json()).toMatchObject([{ id: 'si-2', _action: 'created' }]);
		expect(sent()).toBe(2);
		expect(hotel.service.books.all().map(({ id }) => id)).toEqual(['si-2']);
	});

	it('stands for another input item like it, so that none is too many', async () => {
		const run = await charge([item, item]);

		expect(run.error).toBeUndefined();
		expect(
			run
				.json()
				.map(({ id }) => id)
				.sort(),
		).toEqual(['si-1', 'si-2']);
		expect(hotel.service.books.all()).toHaveLength(2);
	});
});

it('an identical charge whose outcome is unclear is not taken for one too many', async () => {
	const item = { reservationId: 'R-1', ...lateCheckout };
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetBefore' });
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after: 2 });
	hotel.service.faults.add({ method: 'GET', kind: 'errorBefore', status: 500, after: 6 });
	const onError = 'continueRegularOutput';
	const run = await create('sameFields', [item, item], {}, { onError });

	expect(run.json()).toMatchObject([
		{ id: 'si-1', _action: 'created' },
		{ error: expect.stringContaining('may or may not have been created') as string },
	]);
	expect(hotel.service.books.all()).toHaveLength(2);
	const again = await create('sameFields', [item, item]);
	expect(again.json().map(({ id }) => id)).toEqual(['si-1', 'si-2']);
	expect(hotel.service.books.all()).toHaveLength(2);
});

it('stopping the workflow while it is being found out sends nothing more', async () => {
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetBefore' });
	const running = create('sameFields', oneEach.slice(0, 1));
	while (hotel.service.log.entries.at(-1)?.fault === undefined) {
		await new Promise((resolve) => setImmediate(resolve));
	}
	running.cancel();
	const run = await running;

	expect(run.status).toBe('canceled');
	expect(hotel.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

it.each(PROTECTIONS)(
	'what a stopped execution had under way is waited for by the next, by %s',
	async (protection) => {
		const items = oneEach.slice(0, 1);
		hotel.service.faults.add({ method: 'POST', path, kind: 'hangBefore' });
		const running = create(protection, items);
		while (hotel.service.log.entries.at(-1)?.fault === undefined) {
			await new Promise((resolve) => setImmediate(resolve));
		}
		running.cancel();
		await running;
		const { body } = hotel.service.log.entries.at(-1) ?? {};
		setTimeout(() => {
			hotel.service.books.create('R-0', body as JsonObject);
		}, 1500);
		const run = await create(protection, items);

		expect(run.json()).toMatchObject([{ id: 'si-1', _action: 'alreadyExisted' }]);
		expect(hotel.service.books.all()).toHaveLength(1);
	},
);
