import type { ServiceClient } from '../http/client';
import type { ReservationItems } from './reservationItems';

/** So many looks at a reservation that does not change, longer and longer apart: then nobody is at work there any more. */
const LOOKS = 4;
const LONGEST_MS = 120_000;

/**
 * Looks again until something is as it should be, as another process may be about to tidy up after itself. Ends as well when
 * the reservation has stood still for a while, or after two minutes.
 *
 * @throws RequestFailure when the reservation cannot be read
 */
export async function lookUntil(
	isSettled: (items: ReservationItems) => boolean,
	items: ReservationItems,
	client: ServiceClient,
): Promise<void> {
	const end = Date.now() + LONGEST_MS;
	while (!isSettled(items) && items.looksUnchanged < LOOKS && Date.now() < end) {
		await client.waitBeforeTry(items.looksUnchanged + 1);
		await items.refresh();
	}
}
