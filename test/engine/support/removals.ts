import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './hotel';

/** The date of all charges. */
export const day = '2026-11-21';
/** A sync with Remove Missing that takes everything else from the input items. */
export const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	reference: '={{ $json.reference }}',
	amount: '={{ $json.amount }}',
	date: day,
	description: '={{ $json.description ?? $json.reference }}',
	removeMissing: true,
	referencePrefix: 'r-',
};

/** A charge as an input item wants it. */
export function wanted(reference: string, reservationId = 'R-1') {
	return { reservationId, reference: `r-${reference}`, amount: 10 };
}

/** Opens a hotel for the tests of a file, in which a sync removes what no input item wants. */
export function useRemovals() {
	const hotel = useHotel();

	function sync(
		items: IDataObject[],
		parameters: INodeParameters = {},
		settings: Parameters<typeof hotel.run>[2] = {},
	) {
		return hotel.run('sync', { ...fromItem, ...parameters }, { items, ...settings });
	}

	/** Puts charges with these IDs on a reservation; the reference of `a` is `r-a`. */
	function hold(reservationId: string, ...held: string[]): void {
		for (const id of held) {
			const description = `r-${id} [ref:r-${id}]`;
			hotel.service.books.add(reservationId, { id, amount: 10, date: day, description });
		}
	}

	/** IDs on the books. */
	const ids = (reservationId?: string) =>
		hotel.service.books.all(reservationId).map(({ id }) => id);

	return { hotel, sync, hold, ids };
}
