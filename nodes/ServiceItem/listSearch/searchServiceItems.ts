import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { SimplifiedItem } from '../../shared/format/fields';
import type { Mapper } from '../../shared/format/mapper';
import { toNodeError } from '../../shared/n8n/nodeErrors';
import { readDistinctItems } from '../../shared/lists/reservationList';
import { userError } from '../../shared/n8n/userError';
import type { Session } from '../../shared/session/session';
import { openFormSession } from '../../shared/session/session';
import { textOf } from '../../shared/run/itemInput';

const REMEDY = `Choose 'By ID' and give the ID of the service item`;

interface Row {
	name: string;
	value: string;
}

/** The "From List" picker: the reservation's service items that contain what the user typed. */
export async function searchServiceItems(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const reservationId = reservationIdOf(this);
		const session = await openFormSession(this, REMEDY);
		const rows = await readRows(session, reservationId);
		const wanted = filter.trim().toLowerCase();
		const results = rows.filter(({ name, value }) =>
			`${name} ${value}`.toLowerCase().includes(wanted),
		);
		return { results };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

function reservationIdOf(context: ILoadOptionsFunctions): string {
	const reservationId = textOf(enteredReservation(context), 'Reservation ID');
	if (reservationId !== undefined) return reservationId;
	throw userError({
		what: `Fill in 'Reservation ID' first: the list shows the service items of that reservation`,
		more: `Or choose 'By ID' and enter the ID of the service item.`,
	});
}

/** @throws UserError where it is an expression that has no value yet: n8n's own words would say to execute this very node */
function enteredReservation(context: ILoadOptionsFunctions): unknown {
	try {
		return context.getNodeParameter('reservationId', '');
	} catch {
		throw userError({
			what: `'Reservation ID' is an expression, and its value is not known yet`,
			advice: `Execute the nodes before this one first, or choose 'By ID'`,
		});
	}
}

/** @throws UserError when the list has other reservations in it: what is chosen here may be deleted */
async function readRows({ client, mapper }: Session, reservationId: string): Promise<Row[]> {
	const { items } = await readDistinctItems(client, reservationId);
	const rows: Row[] = [];
	for (const item of items.map((raw) => mapper.simplify(raw))) {
		if (item.id !== null) rows.push({ name: nameOf(item, mapper), value: item.id });
	}
	return toldApart(rows);
}

function nameOf({ id, description, date, amount }: SimplifiedItem, mapper: Mapper): string {
	const title = String(description ?? '').trim() || `Service item ${id}`;
	// An unreadable amount is shown as it came.
	const parts = [title, date, typeof amount === 'number' ? mapper.amountText(amount) : amount];
	return parts.filter((part) => part !== null).join(' · ');
}

/** Rows that look alike get their ID. */
function toldApart(rows: Row[]): Row[] {
	const counts = new Map<string, number>();
	for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
	return rows.map(({ name, value }) => {
		const isAlone = counts.get(name) === 1;
		return { name: isAlone ? name : `${name} · ${value}`, value };
	});
}
