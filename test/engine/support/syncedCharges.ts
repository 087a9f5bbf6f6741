import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './hotel';

/** The date of all charges. */
export const day = '2026-11-21';
/** A sync that takes everything from the input items. */
const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	reference: '={{ $json.reference }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
	additionalFields: {
		accountCode: '={{ $json.accountCode }}',
		customFields: '={{ $json.customFields }}',
	},
};

/** A charge as an input item wants it. */
export const wanted = (reference: string, amount: number, reservationId = 'R-1') => ({
	reservationId,
	reference,
	amount,
	date: day,
	description: `Charge ${reference}`,
});
/** The same as the service holds it on R-1. */
export const held = (reference: string, amount: number) => ({
	id: reference,
	amount,
	date: day,
	description: `Charge ${reference} [ref:${reference}]`,
});
/** The same as the service gives it back. */
export const raw = (reference: string, amount: number) => ({
	reservationId: 'R-1',
	...held(reference, amount),
});
/** The body that creates it. */
export const body = (reference: string, amount: number) => ({
	...wanted('', amount, 'R-1'),
	reference: undefined,
	description: held(reference, amount).description,
});

/** Opens a hotel for the tests of a file, whose reservations are brought in line with input items. */
export function useSyncs() {
	const hotel = useHotel();

	function sync(
		items: IDataObject[],
		parameters: INodeParameters = {},
		settings: Parameters<typeof hotel.run>[2] = {},
	) {
		return hotel.run('sync', { ...fromItem, ...parameters }, { items, ...settings });
	}

	function changes(): unknown[] {
		return hotel.requests
			.filter(({ method }) => method !== 'GET')
			.map(({ method, path, body }) => [method, path, body]);
	}

	const lists = () => hotel.requests.filter(({ method }) => method === 'GET').length;

	return { hotel, sync, changes, lists };
}
