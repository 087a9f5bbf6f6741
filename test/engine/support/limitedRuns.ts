import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './hotel';
import type { RunOptions } from './serviceItemNode';

/** The day of a charge whose input item names none. */
export const day = '2026-11-21';

const fromItem: INodeParameters = {
	reservationId: 'R-1',
	amount: '={{ $json.amount }}',
	date: `={{ $json.date ?? '${day}' }}`,
	description: 'Late checkout',
	reference: '={{ $json.reference }}',
};

/** Opens a hotel for the tests of a file, whose runs have limits. */
export function useLimitedRuns() {
	const hotel = useHotel();

	/** @param options among which is the limit */
	function run(
		operation: string,
		items: IDataObject[],
		options: INodeParameters,
		settings: RunOptions = {},
		parameters: INodeParameters = {},
	) {
		return hotel.run(operation, { ...fromItem, ...parameters, options }, { items, ...settings });
	}

	return { hotel, run };
}
