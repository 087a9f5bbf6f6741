import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from '../../../nodes/shared/format/apiFormat';
import { apiFormatOf } from '../../../nodes/shared/format/apiFormat';

/** Settings of the credential; JSON may be given as an object. */
export interface Settings {
	createBody?: unknown;
	updateBody?: unknown;
	listQuery?: unknown;
	listResponse?: unknown;
	requestHeaders?: unknown;
}

/** The format of a credential with these examples, entered as text. */
export function formatWith(settings: Settings = {}, timeZone = 'Europe/Berlin'): ApiFormat {
	const texts = Object.entries(settings).map(([name, value]): [string, string] => [
		name,
		typeof value === 'string' ? value : JSON.stringify(value),
	]);
	return apiFormatOf({ customApiFormat: true, ...Object.fromEntries(texts) }, timeZone);
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
