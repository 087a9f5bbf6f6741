import { userError } from '../../shared/n8n/userError';
import type { ItemInput } from '../../shared/items/itemInput';
import type { ChangeJob, ChangeOnceJob } from '../../shared/items/itemJob';
import { serviceItemKey } from '../../shared/items/itemJob';
import { idToChange } from '../../shared/reservation/heldItem';
import { ByReference } from '../../shared/reservation/references';
import type { Session } from '../../shared/reservation/session';
import { parseReference } from '../../shared/wire/reference';

/** The service item that an input item means. */
export interface LocatedItem {
	/** The caller's own key, where the item is named by it. */
	reference?: string;
	/**
	 * Its ID, if there is such an item as far as one can tell without asking for it.
	 *
	 * @throws UserError when several items of the reservation carry the reference
	 */
	find: () => Promise<string | undefined>;
	/** Takes note that it is deleted. */
	noteGone: (serviceId: string) => Promise<void>;
	/** The job that changes it. */
	change: (run: ChangeJob['run']) => ChangeJob | ChangeOnceJob;
}

/**
 * The service item of an input item: picked, typed, or named by its reference.
 *
 * @throws NodeOperationError when it is blank, or could not stand in a path on its own
 */
export function locatedItemOf(input: ItemInput, session: Session): LocatedItem {
	const name = input.requiredName('serviceId', 'Service Item', true);
	if (input.modeOf('serviceId') === 'reference') return byReference(name, input, session);
	if (/^\.{1,2}$/.test(name)) {
		throw input.problem(
			`'Service Item' is '${name}', which is not an ID`,
			'Choose the service item from the list, or give its ID.',
		);
	}
	return {
		find: () => Promise.resolve(name),
		noteGone: () => Promise.resolve(),
		change: (run) => ({ kind: 'change', orderKey: serviceItemKey(name), run }),
	};
}

/** The ID of an item that has to be there. */
export async function idOfLocated({ find, reference }: LocatedItem): Promise<string> {
	const serviceId = await find();
	if (serviceId !== undefined) return serviceId;
	throw userError(
		`No service item of the reservation carries the reference '${reference}'. Check 'Service Item' and 'Reservation ID'`,
		'A reference is what was given when the charge was created, in the same spelling. Get Many shows what the reservation has.',
	);
}

function byReference(name: string, input: ItemInput, session: Session): LocatedItem {
	const reservationId = input.requiredName('reservationId', 'Reservation ID');
	const { format } = session.wire;
	const reference = input.parse('Service Item', () => parseReference(name, format));
	const { reservations } = session;
	return {
		reference,
		async find() {
			const items = await reservations.itemsOf(reservationId);
			const held = await new ByReference(session, reservationId, reference).find(items);
			return held && idToChange(held);
		},
		async noteGone(serviceId) {
			const items = await reservations.itemsOf(reservationId);
			for (const held of items.withReference(reference)) {
				if (held.id === serviceId) items.remove(held);
			}
		},
		change: (run) => ({
			kind: 'changeOnce',
			reservationId,
			run,
			replay: (results) => Promise.resolve(results),
			recheck: () => Promise.resolve(undefined),
		}),
	};
}
