import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './hotel';

/** A charge as it is entered. */
export const lateCheckout = { amount: 25, date: '2026-11-21', description: 'Late checkout' };

/** A create by reference that takes everything from the input item. */
const byReference: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
	preventDuplicates: 'reference',
	reference: '={{ $json.reference }}',
};

/** Opens a hotel for the tests of a file, whose charges are created by reference. */
export function useReferences() {
	const hotel = useHotel();

	/** Charges a late checkout on reservation R-1, order-1 by reference, unless the items say otherwise. */
	function charge(items: IDataObject[], settings: Parameters<typeof hotel.run>[2] = {}) {
		return hotel.run('create', byReference, {
			items: items.map((item) => ({
				reservationId: 'R-1',
				...lateCheckout,
				reference: 'order-1',
				...item,
			})),
			...settings,
		});
	}

	function books(): Array<[string, string]> {
		return hotel.service.books.all().map(({ id, description }) => [id, description]);
	}

	return { hotel, charge, books };
}
