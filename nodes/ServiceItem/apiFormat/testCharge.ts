import type { IDataObject } from 'n8n-workflow';

import type {
	ServiceItemFields,
	SimplifiedServiceItem,
	WireContext,
} from '../../shared/wire/serviceItem';
import { simplifyServiceItem } from '../../shared/wire/serviceItem';

/** What a test charge is, and what it is changed to, field by field. */
export interface TestCharge {
	reservationId: string;
	fields: ServiceItemFields & { reference: string };
	changes: ServiceItemFields;
}

/** A day after the first of June 2026, for a reservation none of whose charges shows a day. */
const ANY_DAY = '2026-06-15';

/**
 * A charge that the service should take: on a day and with the accounts of a charge that is there already, with an amount
 * that has all the decimals of the currency, and a reference of its own.
 *
 * @param now epoch milliseconds, of which the reference is made
 */
export function testChargeFor(
	reservationId: string,
	items: IDataObject[],
	wire: WireContext,
	now: number,
): TestCharge {
	const { currencyDecimals } = wire.format;
	const like = items.map((item) => simplifyServiceItem(item, wire));
	const known = (name: keyof SimplifiedServiceItem): string | undefined =>
		like.map((item) => item[name]).find((value): value is string => typeof value === 'string');
	const date = known('date') ?? ANY_DAY;
	const accountCode = known('accountCode');
	const destinationAccount = known('destinationAccount');
	const decimal = (digits: string): number =>
		Number(`${digits.slice(0, currencyDecimals)}`) / 10 ** currencyDecimals;
	return {
		reservationId,
		fields: {
			amount: 12 + decimal('3456'),
			date,
			description: 'Check of the API format (to be deleted)',
			...(accountCode !== undefined && { accountCode }),
			...(destinationAccount !== undefined && { destinationAccount }),
			reference: `check-${now}`,
		},
		changes: {
			amount: 13 + decimal('5678'),
			date: dayAfter(date),
			description: 'Check of the API format, changed (to be deleted)',
		},
	};
}

function dayAfter(day: string): string {
	const next = new Date(`${day}T00:00:00Z`);
	next.setUTCDate(next.getUTCDate() + 1);
	return next.toISOString().slice(0, 10);
}
