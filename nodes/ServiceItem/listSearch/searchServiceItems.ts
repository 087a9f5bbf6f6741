import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { SimplifiedItem } from '../../shared/format/fields';
import type { Mapper } from '../../shared/format/mapper';
import { toNodeError } from '../../shared/http/nodeErrors';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import { userError } from '../../shared/n8n/userError';
import { openFormSession } from '../../shared/reservation/session';
import { textOf } from '../../shared/run/itemInput';

const REMEDY = `Choose 'By ID' and give the ID of the service item`;

/** The "From List" picker: the reservation's service items that contain what the user typed. */
export async function searchServiceItems(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const reservationId = textOf(this.getNodeParameter('reservationId', ''), 'Reservation ID');
		if (reservationId === undefined) {
			throw userError(
				`Fill in 'Reservation ID' first: the list shows the service items of that reservation`,
				`Or choose 'By ID' and enter the ID of the service item.`,
			);
		}
		const { client, mapper } = await openFormSession(this, REMEDY);
		const items = await readServiceItems(client, { reservationId });
		const wanted = filter.trim().toLowerCase();
		const results = items
			.filter((item) => !mapper.isWithdrawn(item))
			.map((item) => mapper.simplify(item))
			.flatMap((item) => (item.id === null ? [] : [{ name: nameOf(item, mapper), value: item.id }]))
			.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
		return { results };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

function nameOf({ id, description, date, amount }: SimplifiedItem, mapper: Mapper): string {
	const title = String(description ?? '').trim() || `Service item ${id}`;
	// An unreadable amount is shown as it came.
	const parts = [title, date, typeof amount === 'number' ? mapper.amountText(amount) : amount];
	return parts.filter((part) => part !== null).join(' · ');
}
