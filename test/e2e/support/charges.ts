import type { BookedItem } from '../../service/books';
import { serviceItemNode, type WorkflowFile } from './workflows';

type Node = WorkflowFile['nodes'][number];

/** A charge as a workflow's input item holds it. */
export interface Charge {
	reservationId: string;
	amount: number;
	date: string;
	description: string;
	reference: string;
}

/** Charges that all differ, spread evenly over `reservations` reservations whose IDs begin with `hotel`. */
export function makeCharges(hotel: string, count: number, reservations = count): Charge[] {
	return Array.from({ length: count }, (_, index) => ({
		reservationId: `${hotel}-${(index % reservations) + 1}`,
		amount: index + 1,
		date: '2026-12-07',
		description: `Charge ${index + 1}`,
		reference: `order-${index + 1}`,
	}));
}

export function codeNode(name: string, jsCode: string): Node {
	return { name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** A node that gives out the charges, one item each. */
export function chargesNode(charges: object[]): Node {
	return codeNode('Charges', `return ${JSON.stringify(charges.map((json) => ({ json })))};`);
}

/** A ServiceItem node, `Charge`, that takes its values from such items. */
export function chargeNode(
	credential: { id: string; name: string },
	parameters: Record<string, unknown> = {},
	settings: Record<string, unknown> = {},
): Node {
	const values = {
		operation: 'create',
		reservationId: '={{ $json.reservationId }}',
		amount: '={{ $json.amount }}',
		date: '={{ $json.date }}',
		chargeDescription: '={{ $json.description }}',
		reference: '={{ $json.reference }}',
	};
	return serviceItemNode('Charge', credential, { ...values, ...parameters }, settings);
}

/** How many charges the service's books lack, and how many they have too many of, of these reservations only. */
export function reckon(charges: Charge[], books: { all(): BookedItem[] }) {
	const reservations = new Set(charges.map(({ reservationId }) => reservationId));
	const stored = books.all().filter(({ reservationId }) => reservations.has(reservationId));
	const missing = charges.map(keyOf);
	let duplicated = 0;
	for (const key of stored.map(keyOf)) {
		const index = missing.indexOf(key);
		if (index < 0) duplicated++;
		else missing.splice(index, 1);
	}
	return { stored: stored.length, lost: missing.length, duplicated };
}

function keyOf({ reservationId, amount, description }: BookedItem | Charge): string {
	return `${reservationId} ${amount} ${description.replace(/ \[ref:.*\]$/, '')}`;
}
