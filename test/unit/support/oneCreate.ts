import { RequestFailure } from '../../../nodes/shared/client/requestFailure';
import type { CreateResult, Recognition } from '../../../nodes/shared/reservation/createOnce';
import { createOnce } from '../../../nodes/shared/reservation/createOnce';
import type { ReservationItems } from '../../../nodes/shared/reservation/reservationItems';
import type { Session } from '../../../nodes/shared/reservation/session';
import type { Bookkeeping } from './bookkeeping';
import { rejectionOf } from './thrown';

export const RESERVATION = 'R-1';
export const FIELDS = { amount: 25, date: '2026-11-21', description: 'Late checkout [7]' };
export const BODY = { reservationId: RESERVATION, ...FIELDS };

/** The looks at a reservation for what may show up late. */
export const LOOKS = ['GET', 'GET', 'GET', 'GET'];

/** Who takes note of what became of a create, where anybody does. */
export type CreateNotes = Partial<Pick<Recognition, 'noteUnclear' | 'noteCreated'>>;

/** Creates an item that is recognized by its description. */
export async function createIn(
	session: Session,
	{ noteUnclear = () => undefined, noteCreated = () => undefined }: CreateNotes = {},
): Promise<CreateResult> {
	const find = async (items: ReservationItems) =>
		await Promise.resolve(
			items.all().find(({ fields }) => fields.description === FIELDS.description),
		);
	return await createOnce(session, {
		reservationId: RESERVATION,
		body: BODY,
		fields: FIELDS,
		recognition: { find, noteUnclear, noteCreated },
	});
}

/** How a create failed that was sent. */
export async function failureOf(creation: Promise<unknown>): Promise<RequestFailure> {
	const failure = await rejectionOf(creation);
	expect(failure).toBeInstanceOf(RequestFailure);
	return failure as RequestFailure;
}

/** Lets the reservation have the item, as when a create takes effect late, or somebody else made it. */
export function arriveLate(books: Bookkeeping): void {
	books.of(RESERVATION).push({ id: 'late', ...BODY });
}
