import type { INodeListSearchResult } from 'n8n-workflow';
import { useHotel } from './hotel';
import { listSearch, type ListSearch } from './listSearch';

/** A service item as the service holds it. */
export const spa = {
	id: 'si-7',
	amount: 89.5,
	date: '2026-12-05',
	description: 'Spa treatment',
};

/** Opens a hotel for the tests of a file, whose service items are picked from a list. */
export function usePicker() {
	const hotel = useHotel();

	/** Opens the list, as it stands with reservation R-1 in the form. */
	async function search(how: ListSearch = {}): Promise<INodeListSearchResult> {
		return await listSearch('serviceItem', 'searchServiceItems', {
			parameters: { reservationId: 'R-1' },
			credential: hotel.credential,
			...how,
		});
	}

	/** The entries of the list, as they are shown. */
	async function names(how: ListSearch = {}): Promise<string[]> {
		return (await search(how)).results.map(({ name }) => name);
	}

	return { hotel, search, names };
}
