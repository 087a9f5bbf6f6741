import type { IDataObject } from 'n8n-workflow';

import type { Mapper } from '../../../nodes/shared/format/mapper';
import { mapperFor } from '../../../nodes/shared/format/mapper';

/** Settings of the credential; JSON may be given as an object. */
export interface Settings {
	createBody?: unknown;
	updateBody?: unknown;
	listQuery?: unknown;
	listResponse?: unknown;
	requestHeaders?: unknown;
}

/** The mapper of a credential with these examples, entered as text. */
export function mapperOf(settings: Settings = {}, timeZone = 'Europe/Berlin'): Mapper {
	const texts = Object.entries(settings).map(([name, value]): [string, unknown] => [
		name,
		typeof value === 'object' ? JSON.stringify(value) : value,
	]);
	return mapperFor({ customApiFormat: true, ...Object.fromEntries(texts) }, timeZone);
}

/** A charge with all its fields. */
export const charge = {
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: 'GUEST',
};

/** A Create Body with the reservation and an amount, and whatever else. */
export const withAmount = (more: object = {}): IDataObject => ({
	reservationId: '{reservationId}',
	amount: '{amount}',
	...more,
});
