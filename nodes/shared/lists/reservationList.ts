import type { IDataObject } from 'n8n-workflow';

import type { Mapper } from '../format/mapper';
import type { ServiceClient } from '../http/client';
import { RequestFailure } from '../http/failure';
import { ToldError } from '../n8n/userError';
import { forgetOwner, rememberOwner } from './owners';
import { assertOfReservation } from './reservationId';
import type { ListClient, ReadList } from './readServiceItems';
import { idNotTold, readServiceItems } from './readServiceItems';

type OwnerClient = ListClient & Pick<ServiceClient, 'scope'>;

/** Two reservations show one service item. */
export class SharedListError extends ToldError {
	constructor(
		reservationId: string,
		readonly shared: { id: string; other: string },
	) {
		const { id, other } = shared;
		super({
			what: `The service lists the same service item '${id}' for the reservations '${reservationId}' and '${other}', so nobody can say whose charges these are`,
			advice: `Check 'List Query' and 'List Response' in the credential, and both reservations, before this is run again`,
		});
	}
}

/**
 * For whoever compares, changes or chooses what is on a reservation.
 *
 * @throws UserError when the list has items of another one in it, as far as
 * they or the lists before show
 */
export async function readReservationList(
	client: OwnerClient,
	{
		reservationId,
		mustFitFormat,
	}: { reservationId: string; mustFitFormat: boolean },
): Promise<ReadList> {
	const { mapper, scope } = client;
	const { items, isInPages } = await readServiceItems(client, {
		reservationId,
		mustFitFormat,
	});
	assertOfReservation(
		items.map((item) => mapper.read(item).reservationId),
		reservationId,
	);
	const present = presentIn(items, mapper);
	const ids = idsIn(present, mapper);
	for (const other of rememberOwner(scope, reservationId, ids)) {
		// It may have been moved to this reservation since the other was read.
		const others = presentIn(await readOther(client, other), mapper);
		const othersIds = idsIn(others, mapper);
		const id = ids.find((each) => othersIds.includes(each));
		if (id !== undefined) {
			throw new SharedListError(reservationId, { id, other });
		}
		forgetOwner(scope, other, ids);
	}
	return { items: present, isInPages };
}

/** @throws UserError also when two have one ID: it may mean either */
export async function readDistinctItems(
	client: OwnerClient,
	reservationId: string,
): Promise<ReadList> {
	const list = await readReservationList(client, {
		reservationId,
		mustFitFormat: false,
	});
	const known = new Set<string>();
	for (const id of idsIn(list.items, client.mapper)) {
		if (known.has(id)) {
			throw idNotTold(
				`Several service items of the reservation have the ID '${id}'`,
			);
		}
		known.add(id);
	}
	return list;
}

async function readOther(
	client: OwnerClient,
	reservationId: string,
): Promise<IDataObject[]> {
	const list = await readServiceItems(client, { reservationId }).catch(
		(error: unknown) => {
			if (error instanceof RequestFailure && error.isMissing) {
				return { items: [] };
			}
			throw error;
		},
	);
	return list.items;
}

function presentIn(items: IDataObject[], mapper: Mapper): IDataObject[] {
	return items.filter((item) => !mapper.isWithdrawn(item));
}

function idsIn(items: IDataObject[], mapper: Mapper): string[] {
	return items.flatMap((item) => mapper.read(item).id ?? []);
}
