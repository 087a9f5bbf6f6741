import type { JsonObject } from '../../service/json';
import type { MiniatureService } from '../../service/miniatureService';
import { atTestEnd } from './testEnd';

/** A charge as it arrives at a service that speaks the default dialect. */
export type SentCharge = JsonObject & { amount: number; date: string; description: string };

/** What a service makes of a charge. */
export type Alteration = (sent: SentCharge) => JsonObject;

/** Until the test is over, the service keeps new items otherwise than they are sent: as `change` makes them. */
export function keepOtherwise({ books }: MiniatureService, change: Alteration): void {
	const create = books.create.bind(books);
	books.create = (reservationId, body) =>
		create(reservationId, { ...body, ...change(body as SentCharge) });
	atTestEnd(() => (books.create = create));
}

/** Writes descriptions in capitals. */
export function writeCapitals({ description }: SentCharge): JsonObject {
	return { description: description.toUpperCase() };
}

/** Cuts descriptions off, as a column that is too narrow does. */
export function cutText({ description }: SentCharge): JsonObject {
	return { description: description.slice(0, 11) };
}

/** Rounds amounts to the whole unit. */
export function roundAmount({ amount }: SentCharge): JsonObject {
	return { amount: Math.round(amount) };
}
