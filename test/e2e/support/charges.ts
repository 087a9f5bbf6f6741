import type { BookedItem } from '../../service/books';
import type { WorkflowFile } from './workflows';
import { serviceItemNode } from './workflows';

type Node = WorkflowFile['nodes'][number];

/** A charge as a workflow's input item holds it. */
export interface Charge {
	reservationId: string;
	amount: number;
	date: string;
	description: string;
	reference: string;
}

/** How many charges the service's books lack, and how many they have too many of. */
export interface Reckoning {
	stored: number;
	lost: number;
	duplicated: number;
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

/** A node that gives out the charges, one item each. */
export function chargesNode(charges: Charge[]): Node {
	const items = charges.map((json) => ({ json }));
	return {
		name: 'Charges',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: `return ${JSON.stringify(items)};` },
	};
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
		description: '={{ $json.description }}',
		reference: '={{ $json.reference }}',
	};
	return serviceItemNode('Charge', credential, { ...values, ...parameters }, settings);
}

/** Compares what should be stored with the service's books, of these reservations only. */
export function reckon(charges: Charge[], books: { all(): BookedItem[] }): Reckoning {
	const reservations = new Set(charges.map(({ reservationId }) => reservationId));
	const stored = books.all().filter(({ reservationId }) => reservations.has(reservationId));
	const wanted = countByKey(charges);
	const found = countByKey(stored);
	let [lost, duplicated] = [0, 0];
	for (const key of new Set([...wanted.keys(), ...found.keys()])) {
		const difference = (found.get(key) ?? 0) - (wanted.get(key) ?? 0);
		lost += Math.max(0, -difference);
		duplicated += Math.max(0, difference);
	}
	return { stored: stored.length, lost, duplicated };
}

type Countable = Pick<BookedItem, 'reservationId' | 'amount' | 'description'>;

function countByKey(items: Countable[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { reservationId, amount, description = '' } of items) {
		const key = `${reservationId} ${amount} ${description.replace(/ \[ref:.*\]$/, '')}`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}
