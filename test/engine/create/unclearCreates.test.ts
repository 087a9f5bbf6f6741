import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { PlannedFault } from '../../service/faults';
import { CHARGE, chargeFromItem, path, useHotel } from '../support/hotel';

const hotel = useHotel();

/** Creates a charge for each item, which tells its reservation and, where it has one, its reference. */
function create(preventDuplicates: string, items: IDataObject[], options: INodeParameters = {}) {
	return hotel.run('create', { ...chargeFromItem, preventDuplicates, options }, { items });
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
	{ kind: 'tokenRevoked' },
	{ kind: 'tooManyRequests', retryAfter: 0 },
];

const lost: PlannedFault = { kind: 'errorBefore', status: 504 };
const refused: PlannedFault = { kind: 'errorBefore', status: 422 };

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

it('every kind of fault ends with one charge, and says so', async () => {
	await hotel.haveOldToken();
	for (const fault of FAULTS) hotel.service.faults.add({ method: 'POST', path, ...fault });
	const run = await create('sameFields', oneEach, { timeout: 1200 });

	expect(run.error).toBeUndefined();
	expect(run.json().map(({ action }) => action)).toEqual(FAULTS.map(() => 'created'));
	expect(chargesByFault()).toEqual(FAULTS.map(({ kind }) => [kind, 1]));
	expect(hotel.service.books.all()).toHaveLength(FAULTS.length);
});

/** What the next requests for a create meet: a lost one may still arrive, whatever becomes of the others. */
it.each<[string, PlannedFault[], INodeParameters]>([
	['our own Timeout ended it', [{ kind: 'hangBefore' }], { timeout: 500 }],
	['it is not sent again', [lost], { maxRetries: 0 }],
	['the next are refused', [lost, refused, refused], { maxRetries: 2 }],
	['the next is lost, the third refused', [lost, lost, refused], { maxRetries: 2 }],
])('a create may still arrive, and is not sent once more, where %s', async (_, faults, options) => {
	for (const fault of faults) hotel.service.faults.add({ method: 'POST', path, ...fault });
	const { error } = await create('sameFields', [CHARGE], options);

	expect(error?.message).toContain('may or may not have been created');
	expect(error?.description).toContain('may still arrive');
	expect(hotel.count('POST')).toBe(faults.length);
});
