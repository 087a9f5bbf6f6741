import { UserError } from 'n8n-workflow';

import type { HeldItem } from './reservationItems';
import type { ServiceRun } from './serviceRun';

/**
 * The id of an item, to change or delete it.
 *
 * @throws UserError when the service's answer does not show one
 */
export function idToChange({ id }: HeldItem): string {
	if (id !== undefined) return id;
	throw new UserError(
		`The service item cannot be changed, as its ID was not found. Set 'ID Field' in the credential`,
		{
			description: `Turn on 'Custom API Format' in the credential and name the property that holds the ID of a service item.`,
		},
	);
}

/** Deletes an item that a list showed. That it is gone already is just as well. */
export async function removeItem(held: HeldItem, { client }: ServiceRun): Promise<void> {
	await client.send({ method: 'DELETE', serviceId: idToChange(held), mayHaveArrived: true });
}
