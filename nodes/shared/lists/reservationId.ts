import { withoutEscapes } from '../format/fields';
import { userError } from '../n8n/userError';

/**
 * @throws UserError when an item of the list shows another reservation: it may
 * be another guest's
 */
export function assertOfReservation(
	shown: Array<string | undefined>,
	asked: string,
): void {
	const others = shown.filter((each) => !mayBeOf(each, asked));
	if (others.length === 0) return;
	const names = [...new Set(others)].slice(0, 3).map((each) => `'${each}'`);
	throw userError({
		what: `The list of reservation '${asked}' shows ${names.join(', ')} as the reservation of service items`,
		advice:
			"Use that ID, or leave {reservationId} out of 'List Response' in the credential",
		more: "It may be another guest's: a service that searches by the beginning of an ID, or takes the query parameter under another name than 'List Query' in the credential has, answers like this.",
	});
}

export function mayBeOf(shown: string | undefined, asked: string): boolean {
	return shown === undefined || isSameReservation(shown, asked);
}

export function isSameReservation(
	shown: string | undefined,
	asked: string,
): boolean {
	return shown !== undefined && reservationKey(shown) === reservationKey(asked);
}

/**
 * As it is compared: services and people write an ID in capitals, with spaces
 * or escapes of HTML, as number or text.
 */
export function reservationKey(id: string): string {
	return withoutEscapes(id).trim().toLowerCase();
}
