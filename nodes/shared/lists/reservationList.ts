import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../http/client';
import { RequestFailure } from '../http/failure';
import { ToldError } from '../n8n/userError';
import { assertOfReservation, forgetOwner, rememberOwner } from './owners';
import type { ListClient } from './readServiceItems';
import { readServiceItems } from './readServiceItems';

export type OwnerClient = ListClient & Pick<ServiceClient, 'scope'>;

/** A service item on the lists of two reservations. */
interface SharedItem {
	id: string;
	/** The other reservation. */
	other: string;
}

/** Two reservations show one service item. */
export class SharedListError extends ToldError {
	constructor(
		reservationId: string,
		readonly shared: SharedItem,
	) {
		const { id, other } = shared;
		super({
			what: `The service lists the same service item '${id}' for the reservations '${reservationId}' and '${other}', so nobody can say whose charges these are`,
			advice: `Check 'List Query' and 'List Response' in the credential, and both reservations, before this is run again`,
			more: `'List Query' says which reservation to list, {id} in 'List Response' which property holds a service item's own ID. Turn on 'Custom API Format' in the credential and give them as the service calls them. The same reservation written in two ways has this effect, too.`,
		});
	}
}

/**
 * The whole list of a reservation, for whoever compares, changes or chooses what is in it.
 *
 * @throws UserError when it has service items of another reservation in it, as far as they or the lists before show
 */
export async function readReservationList(
	client: OwnerClient,
	reservationId: string,
): Promise<IDataObject[]> {
	const { mapper, scope } = client;
	const items = await readServiceItems(client, { reservationId });
	assertOfReservation(
		items.map((item) => mapper.read(item).reservationId),
		reservationId,
	);
	const ids = idsIn(items, client);
	for (const other of rememberOwner(scope, reservationId, ids)) {
		// It may have been moved to this reservation since the other was read.
		const others = idsIn(await readOther(client, other), client);
		const id = ids.find((each) => others.includes(each));
		if (id !== undefined) throw new SharedListError(reservationId, { id, other });
		forgetOwner(scope, other, ids);
	}
	return items;
}

async function readOther(client: OwnerClient, reservationId: string): Promise<IDataObject[]> {
	return await readServiceItems(client, { reservationId }).catch((error: unknown) => {
		if (isUnknownReservation(error)) return [];
		throw error;
	});
}

function isUnknownReservation(error: unknown): boolean {
	return error instanceof RequestFailure && (error.status === 404 || error.status === 410);
}

function idsIn(items: IDataObject[], { mapper }: OwnerClient): string[] {
	return items.flatMap((item) => (mapper.isWithdrawn(item) ? [] : (mapper.read(item).id ?? [])));
}
