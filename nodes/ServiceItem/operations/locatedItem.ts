import type { IDataObject } from 'n8n-workflow';

import { fitsPath } from '../../shared/http/request';
import { mayBeOf } from '../../shared/lists/owners';
import { userError } from '../../shared/n8n/userError';
import { idToChange, itemWithReference } from '../../shared/lists/reservations';
import type { Session } from '../../shared/session/session';
import type { ItemInput } from '../../shared/run/itemInput';
import { reservationKey, serviceItemKey } from '../../shared/run/job';

interface LocatedItem {
	/** Set where the item is named by its reference. */
	reference?: string;
	orderKey: string;
	/** @throws UserError when several items of the reservation carry the reference */
	find: () => Promise<string | undefined>;
	/** @throws UserError when it shows another reservation than the one that is given beside its ID */
	assertPlace: (item: IDataObject) => void;
	/** True where it has to be read for that before it is changed. */
	hasPlace: boolean;
}

/** @throws NodeOperationError when it is empty, or could not stand in a path on its own */
export function locatedItemOf(input: ItemInput, { reservations, mapper }: Session): LocatedItem {
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
			assertPlace: () => undefined,
			hasPlace: false,
		};
	}
	if (!fitsPath(name)) {
		throw input.problem(
			`'Service Item' is '${name}', which is not an ID`,
			'Choose the service item from the list, or give its ID.',
		);
	}
	const isTyped = input.modeOf('serviceId') !== 'list';
	const given = isTyped ? input.textOf(input.value('reservationId'), 'Reservation ID') : undefined;
	return {
		orderKey: serviceItemKey(name),
		find: async () => await Promise.resolve(name),
		hasPlace: given !== undefined,
		assertPlace(item) {
			const shown = mapper.read(item).reservationId;
			if (given === undefined || mayBeOf(shown, given)) return;
			throw userError({
				what: `Service item '${name}' is on reservation '${shown}', and not on '${given}'`,
				advice: `Correct 'Service Item' or 'Reservation ID', or leave 'Reservation ID' empty`,
				more: 'Nothing was changed. Beside the ID of a service item, a Reservation ID is a condition.',
			});
		},
	};
}

/** Reads what is about to be changed, where its reservation is a condition. */
export async function assertPlaceOf(
	{ assertPlace, hasPlace }: LocatedItem,
	serviceId: string,
	{ client, mapper }: Session,
): Promise<void> {
	if (!hasPlace) return;
	const answer = await client.send({ method: 'GET', serviceId });
	assertPlace(mapper.readAnswer(answer, { id: serviceId }).item);
}

/** @throws UserError when the reservation has no such item */
export async function idOfLocated(
	{ find, reference }: LocatedItem,
	advice = `Check 'Service Item' and 'Reservation ID'`,
): Promise<string> {
	const serviceId = await find();
	if (serviceId !== undefined) return serviceId;
	throw userError({
		what: `No service item of the reservation carries the reference '${reference}'`,
		advice,
		more: 'A reference is what was given when the charge was created, in the same spelling. Get Many shows what the reservation has.',
	});
}
