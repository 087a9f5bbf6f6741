import type { ServiceClient } from '../http/client';
import type { HeldItem } from './heldItem';
import { idToChange } from './heldItem';

/** Deletes an item that a list showed. That it is gone already is just as well. */
export async function removeItem(held: HeldItem, client: ServiceClient): Promise<void> {
	await client.send({ method: 'DELETE', serviceId: idToChange(held) }, { mayBeGone: true });
}
