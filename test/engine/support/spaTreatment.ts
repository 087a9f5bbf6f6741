/** A charge with every field, as the service holds it. */
export const spaTreatment = {
	amount: 89.5,
	date: '2026-12-05',
	description: 'Spa treatment',
	accountCode: '4200',
	destinationAccount: 'spa',
};
