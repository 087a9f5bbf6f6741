import type { INodeParameters } from 'n8n-workflow';
import { type Hotel, useHotel } from './hotel';
import { breakfast, Watch, type WatchOptions } from './watch';

/** A hotel, and who watches it. */
export interface WatchedHotel {
	hotel: Hotel;
	/** @returns a trigger for every event on the reservations, unless the parameters say others; not activated yet */
	watch: (parameters?: INodeParameters, options?: WatchOptions) => Watch;
	/** Somebody adds a breakfast at the service, which gives it an ID where none is given. */
	add: (reservationId: string, id?: string) => void;
}

/** @param reservationIds that are watched */
export function useWatchedHotel(...reservationIds: string[]): WatchedHotel {
	const hotel = useHotel();
	const events = ['created', 'updated', 'deleted'];
	return {
		hotel,
		watch: (parameters, options) =>
			new Watch(hotel, { reservationIds, events, ...parameters }, { ...options }),
		add(reservationId, id) {
			hotel.service.books.add(reservationId, { ...breakfast, ...(id && { id }) });
		},
	};
}
