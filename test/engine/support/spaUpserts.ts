import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './hotel';

/** A charge as it is entered. */
export const spa = { amount: 80, date: '2026-11-21', description: 'Spa treatment' };
/** A spa treatment as the service holds it. */
export const held = { id: 'old', ...spa, description: 'Spa treatment [ref:spa-1]' };

/** An upsert that takes everything from the input item. */
export const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	reference: '={{ $json.reference }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
	additionalFields: {
		accountCode: '={{ $json.accountCode }}',
		destinationAccount: '={{ $json.destinationAccount }}',
		customFields: '={{ $json.customFields }}',
	},
};

/** As the form is when nobody has touched its Amount. */
export const untouched = { ...fromItem };
delete untouched.amount;

/** Opens a hotel for the tests of a file, whose charges are upserted. */
export function useSpaUpserts() {
	const hotel = useHotel();

	/** Items are about reference spa-1 on reservation R-1 unless they say otherwise; fields they leave out stay blank. */
	function upsert(items: IDataObject[], settings: Parameters<typeof hotel.run>[2] = {}) {
		const about = { reservationId: 'R-1', reference: 'spa-1' };
		return hotel.run('upsert', fromItem, {
			items: items.map((item) => ({ ...about, ...item })),
			...settings,
		});
	}

	/** Changes sent, lists left out. */
	function changes(): unknown[] {
		return hotel.requests
			.filter(({ method }) => method !== 'GET')
			.map(({ method, path, body }) => [method, path, body]);
	}

	return { hotel, upsert, changes };
}
