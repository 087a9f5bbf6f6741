import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './hotel';

export const lateCheckout = {
	amount: 25,
	date: '2026-11-21',
	description: 'Late checkout until 14:00',
};
export const breakfast = { amount: 12.5, date: '2026-11-22', description: 'Breakfast' };

/** A create by same fields that takes everything from the input items. */
export const bySameFields: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
	additionalFields: {
		accountCode: '={{ $json.accountCode }}',
		destinationAccount: '={{ $json.destinationAccount }}',
	},
	preventDuplicates: 'sameFields',
};

/** Opens a hotel for the tests of a file, in which charges are made by same fields. */
export function useSameFields() {
	const hotel = useHotel();

	/** Items of reservation R-1 unless they say otherwise. */
	function charge(...items: IDataObject[]) {
		return hotel.run('create', bySameFields, {
			items: items.map((item) => ({ reservationId: 'R-1', ...item })),
		});
	}

	/** What was done for each item, in order. */
	async function actions(running: ReturnType<typeof charge>): Promise<unknown[]> {
		const run = await running;
		expect(run.error).toBeUndefined();
		return run.json().map(({ _action }) => _action);
	}

	return { hotel, charge, actions };
}
