import { userError } from '../n8n/userError';

/** @throws UserError when two items of a list have one ID: whoever names it may mean either */
export function assertDistinctIds(ids: Array<string | null>): void {
	const known = new Set<string>();
	for (const id of ids) {
		if (id === null) continue;
		if (known.has(id)) throw sharedId(id);
		known.add(id);
	}
}

function sharedId(id: string) {
	return userError({
		what: `Several service items of the reservation have the ID '${id}'`,
		advice: `Put {id} into 'List Response' in the credential`,
		more: `What was taken for their ID belongs to something else, such as a product. Turn on 'Custom API Format' in the credential and show in the example which property holds the ID of a service item.`,
	});
}
