import type { IDataObject } from 'n8n-workflow';

import type {
	ServiceItemFields,
	SimplifiedServiceItem,
	WireContext,
} from '../../shared/wire/serviceItem';
import { fieldsOf } from '../../shared/wire/templates/template';
import { simplifyServiceItem } from '../../shared/wire/serviceItem';

/** What a test charge is, and what it is changed to, field by field. */
export interface TestCharge {
	reservationId: string;
	fields: ServiceItemFields & { reference: string };
	changes: ServiceItemFields;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
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
	const known = (name: keyof SimplifiedServiceItem): string[] =>
		like
			.map((item) => item[name])
			.filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number')
			.map(String);
	const date = known('date').find((value) => DAY.test(value)) ?? ANY_DAY;
	const places = fieldsOf(wire.format.templates.create);
	const accounts = (['accountCode', 'destinationAccount'] as const).filter(
		(name) => known(name).length > 0 && places.has(name),
	);
	/** Of the values that other charges have: another one where there are several, as the service may know no more. */
	const accountsBy = (choose: (values: string[]) => string | undefined): ServiceItemFields =>
		Object.fromEntries(accounts.map((name) => [name, choose(known(name))]));
	const decimal = (digits: string): number =>
		Number(`${digits.slice(0, currencyDecimals)}`) / 10 ** currencyDecimals;
	return {
		reservationId,
		fields: {
			amount: 12 + decimal('3456'),
			date,
			description: 'Check of the API format (to be deleted)',
			...accountsBy((values) => values[0]),
			reference: `check-${now}`,
		},
		changes: {
			amount: 13 + decimal('5678'),
			date: dayAfter(date),
			description: 'Check of the API format, changed (to be deleted)',
			...accountsBy((values) => values.find((value) => value !== values[0]) ?? values[0]),
		},
	};
}

function dayAfter(day: string): string {
	const next = new Date(`${day}T00:00:00Z`);
	next.setUTCDate(next.getUTCDate() + 1);
	return next.toISOString().slice(0, 10);
}
