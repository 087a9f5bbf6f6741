/** A change that the comparison finds, and why what was saved keeps working all the same. */
export interface AllowedChange {
	/** The version whose saved workflows and credentials meet it. */
	since: string;
	/** As the comparison names it. */
	id: string;
	/** For people, with the test that shows it. */
	why: string;
}

const amountAsText =
	'n8n’s number field drops a typed comma, and 12,50 was charged as 1250. Saved numbers, and numbers from expressions, are read as before (test/engine/amounts.test.ts).';
const neverBlank =
	'Nothing ever ran without it, and n8n asks for it in the dialog only, not when a workflow runs.';
const keptOutOfSight =
	'The address of the environment that is not chosen is kept, out of sight, and shown again with its environment.';

export const allowedChanges: readonly AllowedChange[] = [
	{ since: '0.1.0', id: 'serviceItem amount type', why: amountAsText },
	{ since: '0.1.0', id: 'serviceItem updateFields.amount type', why: amountAsText },
	{ since: '0.1.0', id: 'reservationServiceApi baseUrl required', why: neverBlank },
	{ since: '0.1.0', id: 'reservationServiceApi testBaseUrl required', why: neverBlank },
	{ since: '0.1.0', id: 'reservationServiceApi accountId required', why: neverBlank },
	{ since: '0.1.0', id: 'reservationServiceApi apiKey required', why: neverBlank },
	{ since: '0.1.0', id: 'reservationServiceApi baseUrl type', why: keptOutOfSight },
	{ since: '0.1.0', id: 'reservationServiceApi testBaseUrl type', why: keptOutOfSight },
];
