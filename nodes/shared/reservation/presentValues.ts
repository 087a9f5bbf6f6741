import { answeredItem } from '../answers/answeredItem';
import type { ServiceItemFields } from '../wire/serviceItem';
import type { BlankValues } from '../wire/templates/fillTemplate';
import { fieldsToRead, presentValues } from '../wire/writtenItem';
import type { Session } from './session';

/**
 * Reads what an update of some fields has to send along with them, as the service item has it now, if anything.
 *
 * @throws RequestFailure when the item cannot be read
 */
export async function presentlyAt(
	serviceId: string,
	changes: ServiceItemFields,
	{ client, wire }: Session,
): Promise<BlankValues> {
	if (fieldsToRead(changes, wire.format).length === 0) return {};
	const answer = await client.send({ method: 'GET', serviceId });
	return presentValues(answeredItem(answer, {}, wire.format), wire);
}
