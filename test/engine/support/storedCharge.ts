/** A charge as it is entered and as it is sent. */
export const charge = {
	reservationId: 'R-1',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
};

/** The same as a service item that has every field. */
export const stored = {
	...charge,
	id: 'si-1',
	accountCode: '4400',
	destinationAccount: 'GUEST',
};
