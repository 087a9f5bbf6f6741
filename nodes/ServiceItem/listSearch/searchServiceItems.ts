import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { userError } from '../../shared/n8n/userError';
import { textOf } from '../../shared/run/itemInput';
import type { SimplifiedItem } from '../../shared/format/fields';
import { toNodeError } from '../../shared/http/nodeErrors';
import type { Session } from '../../shared/reservation/session';
import { openFormSession } from '../../shared/reservation/session';
import { readServiceItems } from '../../shared/reservation/readServiceItems';

/** More than anyone scrolls through; the filter finds the others by what they are called. */
const MOST_SHOWN = 500;

const REMEDY = `Choose 'By ID' and give the ID of the service item`;

/** The "From List" picker: service items of the reservation in the form that have in them what the user typed. */
export async function searchServiceItems(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const reservationId = reservationIdIn(this);
		const session = await openFormSession(this, REMEDY);
		const items = await readServiceItems(session.client, { reservationId });
		return { results: resultsOf(items, session, filter.trim().toLowerCase()) };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

function reservationIdIn(context: ILoadOptionsFunctions): string {
	const reservationId = textOf(context.getNodeParameter('reservationId', ''), 'Reservation ID');
	if (reservationId !== undefined) return reservationId;
	throw userError(
		`Fill in 'Reservation ID' first: the list shows the service items of that reservation`,
		`Or choose 'By ID' and enter the ID of the service item.`,
	);
}

function resultsOf(
	items: Awaited<ReturnType<typeof readServiceItems>>,
	{ mapper }: Session,
	wanted: string,
): INodeListSearchResult['results'] {
	return items
		.map((item) => mapper.simplify(item))
		.flatMap((item) => (item.id === null ? [] : [{ name: nameOf(item, mapper), value: item.id }]))
		.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted))
		.slice(0, MOST_SHOWN);
}

function nameOf(
	{ id, description, date, amount }: SimplifiedItem,
	mapper: Session['mapper'],
): string {
	const title = String(description ?? '').trim() || `Service item ${id}`;
	// An amount that could not be read is given out as it came.
	const parts = [title, date, typeof amount === 'number' ? mapper.amountText(amount) : amount];
	return parts.filter((part) => part !== null).join(' · ');
}
