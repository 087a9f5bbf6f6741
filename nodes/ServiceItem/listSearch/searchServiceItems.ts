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

/** "From List". */
export async function searchServiceItems(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const session = await openFormSession(this, "Choose 'By ID'");
		const charges = await readReservation(session, reservationIdIn(this));
		const decimals = decimalsOf(session.format);
		const wanted = filter.trim().toLowerCase();
		const results: INodeListSearchResult['results'] = [];
		for (const { id = '', fields } of charges) {
			const amount = fields.amount?.toFixed(decimals);
			const parts = [fields.description, fields.date, amount, id];
			const name = parts.filter((part) => !isBlank(part)).join(' · ');
			if (!name.toLowerCase().includes(wanted)) continue;
			results.push({ name, value: id });
		}
		return { results };
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

function reservationIdIn(context: ILoadOptionsFunctions) {
	try {
		const id: unknown = context.getNodeParameter('reservationId', '');
		if (!isBlank(id)) return String(id).trim();
	} catch {
		// n8n's own words would say to execute this very node.
	}
	throw userError({
		what: `'Reservation ID' is empty, or its expression has no value yet`,
		advice: `Fill it in, execute the nodes before this one, or choose 'By ID'`,
	});
}
