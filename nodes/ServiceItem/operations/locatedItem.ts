import { userError } from '../../shared/n8n/userError';
import { idToChange, itemWithReference } from '../../shared/reservation/existingItem';
import type { Session } from '../../shared/reservation/session';
import type { ItemInput } from '../../shared/run/itemInput';
import type { ChangeJob } from '../../shared/run/job';
import { reservationKey, serviceItemKey } from '../../shared/run/job';

/** The service item that an input means. */
interface LocatedItem {
	/** The caller's own key, where the item is named by it. */
	reference?: string;
	/**
	 * Its ID, if there is such an item as far as one can tell without asking for it.
	 *
	 * @throws UserError when several items of the reservation carry the reference
	 */
	find: () => Promise<string | undefined>;
	/** The job that changes it. */
	change: (run: ChangeJob['run']) => ChangeJob;
}

/**
 * The service item of an input: picked, typed, or named by its reference.
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

function byReference(
	name: string,
	input: ItemInput,
	{ mapper, reservations }: Session,
): LocatedItem {
	const reservationId = input.requiredName('reservationId', 'Reservation ID');
	const reference = input.parse('Service Item', () => mapper.parseReference(name));
	return {
		reference,
		async find() {
			const item = itemWithReference(await reservations.knownList(reservationId), reference);
			return item && idToChange(item);
		},
		change: (run) => ({ kind: 'change', orderKey: reservationKey(reservationId), run }),
	};
}
