import { apiFormatOf } from '../../../nodes/shared/wire/apiFormat';
import type { WireContext } from '../../../nodes/shared/wire/serviceItem';

/** Settings of the credential; JSON may be given as an object. */
export type Settings = { [setting: string]: unknown };

/** What a credential with these settings says of the wire. */
export function wireOf(settings: Settings, timeZone = 'Europe/Berlin'): WireContext {
	const given = Object.entries(settings).map(([name, value]): [string, unknown] => [
		name,
		typeof value === 'object' ? JSON.stringify(value) : value,
	]);
	const credential = { customApiFormat: true, ...Object.fromEntries(given) };
	return { format: apiFormatOf(credential), timeZone };
}

/** A charge with all fields but a reference, as the service gives it back without its reservation. */
export const withoutReservation = {
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: 'GUEST',
};

/** The same with its reservation. */
export const fields = { reservationId: '1001', ...withoutReservation };

/** A Create Body with every blank, wrapped as JSON:API has it. */
export const wrapped = {
	data: {
		type: 'charges',
		attributes: {
			price: { value: '{amount as text}', currency: 'EUR' },
			day: '{date as dd/MM/yyyy}',
			text: '{description}',
			ledger: { code: '{accountCode}', to: '{destinationAccount}' },
			ref: '{reference}',
		},
		relationships: { reservation: { data: { type: 'reservations', id: '{reservationId}' } } },
	},
	source: 'n8n',
};
/** The Returned Service Item to it. */
export const returned = {
	id: '{id}',
	attributes: {
		price: { value: '{amount as text}', currency: 'EUR' },
		day: '{date as utc}',
		text: '{description}',
		ledger: { code: '{accountCode}', to: '{destinationAccount}' },
		ref: '{reference}',
	},
};
