import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { FormInput } from '../../shared/items/formInput';
import { toNodeError } from '../../shared/messages/nodeErrors';
import { openFormSession } from '../../shared/reservation/formSession';
import { readServiceItemsPage } from '../../shared/reservation/readServiceItems';
import type { Session } from '../../shared/reservation/session';
import type { PagePosition } from '../../shared/answers/pagings';
import type { SimplifiedServiceItem } from '../../shared/wire/serviceItem';
import { simplifyServiceItem } from '../../shared/wire/serviceItem';

/** With a filter, this many pages are read for one page of results before the user is asked to go on. */
const MAX_PAGES_PER_SEARCH = 10;

const REMEDY = `Choose 'By ID' and give the ID of the service item`;

/** The "From List" picker: service items of the reservation in the form that have in them what the user typed, page by page. */
export async function searchServiceItems(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const reservationId = reservationIdIn(this);
	if (reservationId === undefined) {
		throw new NodeOperationError(
			this.getNode(),
			`Fill in 'Reservation ID' first: the list shows the service items of that reservation`,
			{ description: `Or choose 'By ID' and enter the ID of the service item.` },
		);
	}
	const search = async (): Promise<INodeListSearchResult> =>
		await searchPages(await openFormSession(this, REMEDY), reservationId, filter, paginationToken);
	return await search().catch((error: unknown) => {
		throw toNodeError(this.getNode(), error);
	});
}

function reservationIdIn(context: ILoadOptionsFunctions): string | undefined {
	const input = new FormInput(context);
	try {
		return input.textOf(input.value('reservationId'), 'Reservation ID');
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

async function searchPages(
	{ client, wire }: Session,
	reservationId: string,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const results: INodeListSearchResult['results'] = [];
	let position: PagePosition = paginationToken === undefined ? undefined : String(paginationToken);
	for (let pages = 0; pages < MAX_PAGES_PER_SEARCH; pages++) {
		const page = await readServiceItemsPage(client, wire, { reservationId, position });
		results.push(
			...page.items
				.map((item) => simplifyServiceItem(item, wire))
				.filter(({ id }) => id !== null)
				.map((item) => ({ name: nameOf(item), value: String(item.id) }))
				.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted)),
		);
		// Behind the last page, some services give the cursor of that page again.
		position = String(page.next) === String(position) ? undefined : page.next;
		if (position === undefined || results.length > 0) break;
	}
	return { results, ...(position !== undefined && { paginationToken: String(position) }) };
}

function nameOf({ id, description, date, amount }: SimplifiedServiceItem): string {
	const title = String(description ?? '').trim() || `Service item ${id}`;
	// An amount that could not be read is given out as it came, see simplifyServiceItem.
	const parts = [title, date, typeof amount === 'number' ? amount.toFixed(2) : amount];
	return parts.filter((part) => part !== null).join(' · ');
}
