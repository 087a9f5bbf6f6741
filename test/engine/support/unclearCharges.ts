import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './hotel';
import { fromItem } from './lateCheckout';
import type { RunOptions } from './serviceItemNode';

/** Faults are for charges, not for logins. */
export const path = /^\/services/;

/** Opens a hotel for the tests of a file, whose charges may not be made twice. */
export function useUnclearCharges() {
	const hotel = useHotel();

	/** Creates a charge for each item, which tells its reservation and, where it has one, its reference. */
	function create(
		preventDuplicates: string,
		items: IDataObject[],
		options: INodeParameters = {},
		settings: RunOptions = {},
	) {
		const reference = '={{ $json.reference }}';
		const parameters = { ...fromItem, reference, preventDuplicates, options };
		return hotel.run('create', parameters, { items, ...settings });
	}

	return { hotel, create };
}
