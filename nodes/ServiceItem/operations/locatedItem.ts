import { userError } from '../../shared/n8n/userError';
import { idToChange, itemWithReference } from '../../shared/reservation/reservations';
import type { Session } from '../../shared/reservation/session';
import type { ItemInput } from '../../shared/run/itemInput';
import { reservationKey, serviceItemKey } from '../../shared/run/job';

interface LocatedItem {
	/** Set where the item is named by its reference. */
	reference?: string;
	orderKey: string;
	/** @throws UserError when several items of the reservation carry the reference */
	find: () => Promise<string | undefined>;
}

/** @throws NodeOperationError when it is empty, or could not stand in a path on its own */
export function locatedItemOf(input: ItemInput, { reservations }: Session): LocatedItem {
	const name = input.requiredName('serviceId', 'Service Item', true);
	if (input.modeOf('serviceId') === 'reference') {
		const reservationId = input.requiredName('reservationId', 'Reservation ID');
		const reference = input.parse('Service Item', () => input.mapper.parseReference(name));
		return {
			reference,
			orderKey: reservationKey(reservationId),
			async find() {
				const item = itemWithReference(await reservations.knownList(reservationId), reference);
				return item && idToChange(item);
			},
		};
	}
	if (!/^\.{1,2}$/.test(name)) {
		return { orderKey: serviceItemKey(name), find: async () => await Promise.resolve(name) };
	}
	throw input.problem(
		`'Service Item' is '${name}', which is not an ID`,
		'Choose the service item from the list, or give its ID.',
	);
}

/** @throws UserError when the reservation has no such item */
export async function idOfLocated({ find, reference }: LocatedItem): Promise<string> {
	const serviceId = await find();
	if (serviceId !== undefined) return serviceId;
	throw userError(
		`No service item of the reservation carries the reference '${reference}'. Check 'Service Item' and 'Reservation ID'`,
		'A reference is what was given when the charge was created, in the same spelling. Get Many shows what the reservation has.',
	);
}
