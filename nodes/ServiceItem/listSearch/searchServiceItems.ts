import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
} from 'n8n-workflow';

import { isBlank } from '../../shared/format/json';
import { openFormSession } from '../../shared/http/session';
import { readReservation } from '../../shared/lists/readReservation';
import { toNodeError } from '../../shared/n8n/nodeErrors';
import { userError } from '../../shared/n8n/userError';
import { decimalsOf } from '../parameters/charge';

/** "From List": what of the reservation contains what the user typed. */
export async function searchServiceItems(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const session = await openFormSession(this, "Choose 'By ID'");
		const charges = await readReservation(session, reservationIdIn(this));
		const decimals = decimalsOf(session.format);
		const results = charges.map(({ id = '', fields }) => {
			const { description, date, amount } = fields;
			const parts = [description, date, amount?.toFixed(decimals), id];
			const name = parts.filter((part) => !isBlank(part)).join(' · ');
			return { name, value: id };
		});
		const wanted = filter.trim().toLowerCase();
		const isWanted = (name: string) => name.toLowerCase().includes(wanted);
		return { results: results.filter(({ name }) => isWanted(name)) };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

function reservationIdIn(context: ILoadOptionsFunctions): string {
	let entered: unknown;
	try {
		entered = context.getNodeParameter('reservationId', '');
	} catch {
		// n8n's own words would say to execute this very node.
	}
	if (!isBlank(entered)) return String(entered).trim();
	throw userError({
		what: `'Reservation ID' is empty, or its expression has no value yet`,
		advice: `Fill it in, or execute the nodes before this one first. Or choose 'By ID'`,
	});
}
