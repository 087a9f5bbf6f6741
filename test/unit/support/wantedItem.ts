import type { IDataObject } from 'n8n-workflow';

import type { WantedItem } from '../../../nodes/shared/reservation/upsert';

export const RESERVATION = 'R-1';
export const FIELDS = { amount: 25, date: '2026-11-21', description: 'Spa' };
/** How the service shows it, once it is there. */
export const LISTED = {
	id: 'S-1',
	...FIELDS,
	description: 'Spa [ref:order-7]',
	accountCode: 'X',
};

/** An item that is wanted under the reference `order-7`. */
export function wanted(
	fields: Partial<WantedItem['fields']>,
	custom: IDataObject = {},
): WantedItem {
	return { reservationId: RESERVATION, fields: { reference: 'order-7', ...fields }, custom };
}
