import type { ModelTurn } from '../e2e/support/scriptedModel';

/** What people outside n8n do with a workflow that waits for them. */
export interface Visit {
	/** Sent to its webhook, one after the other. */
	requests?: object[];
	/** Pasted into its form. */
	rows?: string[][];
	conversation?: Conversation;
}

interface Conversation {
	says: string;
	/** What the model does upon it, and the buttons that are pressed then. */
	model: ModelTurn[];
	presses: string[];
}

const lateCheckout = { reservationId: 'RES-1002', date: '2026-12-07', until: '14:00' };
const lookUp = { call: 'Look_Up_Charges', arguments: { Reservation_ID: 'RES-1002' } };
const wish = {
	says: 'A late checkout until 14:00 on 7 December for RES-1002, please',
	Reservation_ID: 'RES-1002',
	Date: '2026-12-07',
};
const booked = { say: 'The late checkout is booked for 35.' };

const visits: Record<string, Visit> = {
	// The second finds what the first has charged.
	'late-checkout-upsell': { requests: [lateCheckout, lateCheckout, { until: '14:00' }] },
	'bulk-import': {
		rows: [
			['reference', 'reservation', 'date', 'description', 'amount'],
			['inv-1', 'RES-1001', '2026-12-05', 'Minibar', '12.5'],
			['inv-2', 'RES-1002', '2026-12-05', 'Minibar', '7'],
			['inv-2', 'RES-1002', '2026-12-05', 'Minibar', '7'],
		],
	},
	'ai-concierge': {
		conversation: {
			says: wish.says,
			model: [
				lookUp,
				addExtra({ Amount: 35, Description: 'Late checkout until 14:00' }),
				addExtra({ Amount: 35, Description: 'Late checkout until 14:00' }),
				booked,
			],
			presses: [],
		},
	},
};

/** Of a concierge whose charges a person approves. */
const withApproval: Visit = {
	conversation: {
		says: wish.says,
		model: [lookUp, approved({ Extra: 'Late checkout until 14:00' }), booked],
		presses: ['Charge'],
	},
};

/** @param nodes of the workflow, which tell in which form the example is */
export function visitOf(title: string, nodes: Array<{ type: string }>): Visit {
	const isApproved = nodes.some(({ type }) => type.endsWith('HitlTool'));
	return isApproved ? withApproval : (visits[title] ?? {});
}

function addExtra(extra: object): ModelTurn {
	const { Reservation_ID, Date } = wish;
	return { call: 'Add_an_Extra', arguments: { Reservation_ID, Date, ...extra } };
}

/** A call of a tool behind a person's approval has its arguments in a place of their own. */
function approved(extra: object): ModelTurn {
	const { Reservation_ID, Date } = wish;
	const toolParameters = { Reservation_ID, Date, ...extra };
	return { call: 'Add_an_Extra', arguments: { toolParameters, hitlParameters: {} } };
}
