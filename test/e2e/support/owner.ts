/** The account the instance belongs to. */
export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

/** The account to which every n8n belongs that a test or a script starts for itself. */
export const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Olivia',
	lastName: 'Owner',
	password: 'Late-checkout-1',
};
