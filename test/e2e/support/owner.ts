import type { Owner } from './n8nApi';

/** The account to which every n8n belongs that a test or a script starts for itself. */
export const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Olivia',
	lastName: 'Owner',
	password: 'Late-checkout-1',
};
