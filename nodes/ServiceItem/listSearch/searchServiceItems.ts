import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
} from 'n8n-workflow';

import type { SimplifiedItem } from '../../shared/format/fields';
import { isBlank } from '../../shared/format/json';
import type { Mapper } from '../../shared/format/mapper';
import { idNotTold } from '../../shared/lists/readServiceItems';
import { readDistinctItems } from '../../shared/lists/reservationList';
import { toNodeError } from '../../shared/n8n/nodeErrors';
import { userError } from '../../shared/n8n/userError';
import { textOf } from '../../shared/run/itemInput';
import { openFormSession } from '../../shared/session/session';

const REMEDY = `Choose 'By ID' and give the ID of the service item`;

/**
 * The "From List" picker: the reservation's service items that contain what the
 * user typed.
 */
export async function searchServiceItems(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const reservationId = reservationIdOf(this);
		const { client, mapper } = await openFormSession(this, REMEDY);
		// Refuses a list with other reservations in it: what is chosen here may be
		// deleted.
		const { items } = await readDistinctItems(client, reservationId);
		const wanted = filter.trim().toLowerCase();
		const shown = items.map((raw) => mapper.simplify(raw));
		// An empty list would say that there are none.
		if (shown.length > 0 && shown.every((each) => each.id === null)) {
			throw idNotTold(
				`The service items of reservation '${reservationId}' show no ID`,
			);
		}
		const results: INodeListSearchResult['results'] = [];
		for (const item of shown) {
			const name = nameOf(item, mapper);
			const isWanted = name.toLowerCase().includes(wanted);
			if (item.id !== null && isWanted) results.push({ name, value: item.id });
		}
		return { results };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

function reservationIdOf(context: ILoadOptionsFunctions): string {
	const reservationId = textOf(enteredReservation(context), 'Reservation ID');
	if (reservationId !== undefined) return reservationId;
	throw userError({
		what: `'Reservation ID' is empty, or its expression has no value yet`,
		advice: `Fill it in, or execute the nodes before this one first. Or choose 'By ID'`,
	});
}

/**
 * Undefined for an expression that has no value yet: n8n's own words would say
 * to execute this very node.
 */
function enteredReservation(context: ILoadOptionsFunctions): unknown {
	try {
		return context.getNodeParameter('reservationId', '');
	} catch {
		return undefined;
	}
}

function nameOf(
	{ id, description, date, amount }: SimplifiedItem,
	mapper: Mapper,
): string {
	// An unreadable amount is shown as it came.
	const amountText =
		typeof amount === 'number' ? mapper.amountText(amount) : amount;
	const parts = [description, date, amountText, id];
	return parts.filter((part) => !isBlank(part)).join(' · ');
}
