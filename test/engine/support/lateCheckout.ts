/** What the user enters to charge a late checkout. */
export const lateCheckout = {
	reservationId: 'R-1001',
	amount: 25,
	date: '2026-11-21',
	description: 'Late checkout until 14:00',
};

/** Parameters that take everything from the input item. */
export const fromItem = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
};
