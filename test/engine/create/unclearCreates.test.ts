import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { PlannedFault } from '../../service/faults';
import { CHARGE, chargeFromItem, path, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

/** Creates a charge for each item, which tells its reservation and, where it has one, its reference. */
function create(
	preventDuplicates: string,
	items: IDataObject[],
	options: INodeParameters = {},
	settings: RunOptions = {},
) {
	return hotel.run(
		'create',
		{ ...chargeFromItem, preventDuplicates, options },
		{ items, ...settings },
	);
}

/** After each of these nobody can tell from the answer whether the charge was made, or it certainly was not. */
const FAULTS: PlannedFault[] = [
	{ kind: 'errorBefore', status: 500 },
	{ kind: 'errorBefore', status: 503 },
	{ kind: 'errorAfter', status: 500 },
	{ kind: 'errorAfter', status: 504 },
	{ kind: 'resetBefore' },
	{ kind: 'resetAfter' },
	{ kind: 'hangAfter' },
	{ kind: 'delay', delayMs: 1500 },
	{ kind: 'truncatedJson' },
	{ kind: 'cutBody' },
	{ kind: 'htmlError' },
	{ kind: 'emptyBody' },
	{ kind: 'notJson' },
	{ kind: 'tokenRevoked' },
	{ kind: 'tooManyRequests', retryAfter: 0 },
];

/** One charge on each of as many reservations as there are faults. */
const oneEach = FAULTS.map((_, n) => ({
	...CHARGE,
	reservationId: `R-${n}`,
	reference: `order-${n}`,
}));

/** Each fault that has happened, and how many charges there are now on the reservation it happened to. */
function chargesByFault(): Array<[string | undefined, number]> {
	return hotel.service.log.entries
		.filter(({ fault }) => fault !== undefined)
		.map(({ fault, body }) => {
			const { reservationId } = body as { reservationId: string };
			return [fault, hotel.service.books.all(reservationId).length];
		});
}

describe('with Prevent Duplicates', () => {
	it('every kind of fault ends with one charge, and says so', async () => {
		const options = { timeout: 700 };
		await hotel.haveOldToken();
		for (const fault of FAULTS) hotel.service.faults.add({ method: 'POST', path, ...fault });
		const run = await create('sameFields', oneEach, options);

		expect(run.error).toBeUndefined();
		expect(run.json().map(({ action }) => action)).toEqual(FAULTS.map(() => 'created'));
		expect(chargesByFault()).toEqual(FAULTS.map(({ kind }) => [kind, 1]));
		expect(hotel.service.books.all()).toHaveLength(FAULTS.length);
	});

	it.each([
		['that has got there', 'errorAfter', 'alreadyExisted'],
		['of another kind', 'errorBefore', undefined],
	] as const)('a conflict (409) over a charge %s is looked into', async (_, kind, action) => {
		hotel.service.faults.add({ method: 'POST', path, kind, status: 409 });
		const run = await create('sameFields', oneEach.slice(0, 1));

		expect(run.error === undefined ? run.json()[0]?.action : undefined).toBe(action);
		expect(run.error?.message ?? 'status 409').toContain('status 409');
		expect(hotel.service.books.all()).toHaveLength(action ? 1 : 0);
	});
});

it('a create that our own Timeout ended is not sent again: it may still be under way', async () => {
	hotel.service.faults.add({ method: 'POST', path, kind: 'hangBefore' });
	const run = await create('sameFields', [CHARGE], { timeout: 500 });

	expect(run.error?.message).toContain('may or may not have been created');
	expect(hotel.count('POST')).toBe(1);
});

it('is made once though it comes twice, answers show no ID, and the list lags', async () => {
	hotel.speak({ createAnswer: 'empty204', listLagMs: 400 });
	hotel.service.faults.add({ method: 'POST', path, kind: 'errorBefore', status: 409, after: 2 });
	const items = ['a', 'b', 'c'].map((reference) => ({ ...CHARGE, reference }));
	await create('reference', items, {}, { onError: 'continueRegularOutput' });

	expect(hotel.ids()).toHaveLength(2);
});

describe('a charge whose first request arrives after all', () => {
	const twice = /are the same, and too many: 'si-\d' and 'si-\d'/;

	it.each([
		['the second is refused', { kind: 'errorBefore', status: 422 }, 2],
		['the second is broken off, and the third refused', { kind: 'resetBefore' }, 2],
		['it is not sent again', { kind: 'errorBefore', status: 422 }, 0],
	] as const)('may still arrive where %s', async (_, second, maxRetries) => {
		hotel.refuse('POST', 504);
		hotel.service.faults.add({ method: 'POST', path, ...second });
		hotel.refuse('POST', 422);
		const { error } = await create('sameFields', [CHARGE], { maxRetries });

		expect(error?.message).toContain('may or may not have been created');
		expect(error?.description).toContain('It may still arrive');
	});

	describe('is not sent again where another workflow has made the same,', () => {
		const items = [{ ...CHARGE, reference: 'order-1' }];
		beforeEach(() => {
			hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter' });
			const description = `${CHARGE.description} [ref:order-1]`;
			hotel.meanwhile({ method: 'POST' }, () => hotel.book({ description }));
		});

		it('and both stay', async () => {
			const run = await create('reference', items);

			expect(run.error?.message).toContain("carry the reference 'order-1': 'si-1' and 'si-2'");
			expect(hotel.count('POST')).toBe(1);
		});

		it('and then deletes its own', async () => {
			hotel.meanwhile({ method: 'GET', after: 2 }, () => hotel.remove('si-1'));
			const run = await create('reference', items);

			expect(run.json()).toMatchObject([{ id: 'si-2', action: 'created' }]);
			expect(hotel.count('POST')).toBe(1);
		});
	});

	it('is reported by every retry of the execution, until one of the two is deleted', async () => {
		// The first request is given up by a gateway, and carried out before the second.
		hotel.refuse('POST', 504);
		hotel.meanwhile({ method: 'POST', after: 1 }, () => hotel.book({ id: 'si-9' }));
		const charge = (settings: RunOptions) =>
			create('sameFields', [CHARGE], { maxRetries: 1 }, settings);
		const failed = await charge({ retryOnFail: true, maxTries: 2 });
		const retried = await charge({ retryOf: failed });
		const again = await charge({ retryOf: retried });
		for (const { error } of [failed, retried, again]) expect(error?.message).toMatch(twice);

		hotel.remove('si-9');
		const done = await charge({ retryOf: again });
		expect(done.error).toBeUndefined();
		expect(done.json()).toMatchObject([{ id: 'si-1', action: 'created' }]);
		expect(hotel.count('POST')).toBe(2);
		expect(hotel.ids()).toEqual(['si-1']);
	});
});
