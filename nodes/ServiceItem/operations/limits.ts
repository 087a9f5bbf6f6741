import type { INodeProperties, NodeOperationError } from 'n8n-workflow';

import type { ItemInput } from '../../shared/items/itemInput';
import type { BeginRun } from '../../shared/items/itemJob';
import { parseAmount, withoutNoise } from '../../shared/wire/amount';
import { parseDay } from '../../shared/wire/date';
import { isBlank, isJsonObject } from '../../shared/wire/json';

const DAY_MS = 86_400_000;
/** The operation itself has looked at the decimals. */
const ANY_DECIMALS = 8;
const charging = { show: { '/operation': ['create', 'upsert', 'sync', 'update'] } };

const LIMITS = ['allowedDates', 'largestAmount', 'largestTotal'];

function daysField(label: 'From' | 'To', example: string, description: string): INodeProperties {
	return {
		displayName: label,
		name: label.toLowerCase(),
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description,
	};
}

/** Limits for amounts and dates, whoever or whatever gives them. */
export const allowedDatesOption: INodeProperties = {
	displayName: 'Allowed Dates',
	name: 'allowedDates',
	type: 'fixedCollection',
	placeholder: 'Add Dates',
	default: {},
	description: 'Days a charge may be for, counted from the day of the run. An item outside fails.',
	displayOptions: charging,
	options: [
		{
			displayName: 'Days',
			name: 'days',
			values: [
				daysField(
					'From',
					'-30',
					'First day: 0 is the day of the run, -30 thirty days before. Blank: no limit.',
				),
				daysField(
					'To',
					'365',
					'Last day: 0 is the day of the run, 365 a year later. Blank: no limit.',
				),
			],
		},
	],
};

export const largestAmountOption: INodeProperties = {
	displayName: 'Largest Amount',
	name: 'largestAmount',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Largest amount one item may have, up or down. An item above it fails and is not sent; 0 means no limit.',
	displayOptions: charging,
};

export const largestTotalOption: INodeProperties = {
	displayName: 'Largest Total per Run',
	name: 'largestTotal',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Largest sum of the amounts of all items of a run, refunds counted like charges. Above it nothing is sent; 0 means no limit.',
	displayOptions: charging,
};

/** Holds an operation to the limits of the options. An item is read first, so that a sync knows what it stands for. */
export function withLimits(operation: string, begin: BeginRun): BeginRun {
	if (!charging.show['/operation'].includes(operation)) return begin;
	// Of the whole run, whatever accounts its items use.
	let total = 0;
	let excess: NodeOperationError | undefined;
	return (session, saved) => {
		const work = begin(session, saved);
		const { timeZone } = session.wire;
		const savedOptions = saved('options');
		const mayHave = (limit: string): boolean =>
			!isJsonObject(savedOptions) || limit in savedOptions;
		if (!LIMITS.some(mayHave)) return work;
		return {
			...work,
			prepare(input) {
				const job = work.prepare(input);
				const options = input.collection('options');
				if (!LIMITS.some((name) => name in options)) return job;
				const fields =
					operation === 'update'
						? input.collection('updateFields')
						: { amount: input.value('amount'), date: input.value('date') };
				if (!isBlank(fields.date)) assertAllowed(parseDay(fields.date, timeZone), input, timeZone);
				if (isBlank(fields.amount)) return job;
				const amount = Math.abs(parseAmount(fields.amount, ANY_DECIMALS));
				const largest = limitIn(options.largestAmount, 'Largest Amount', input);
				if (amount > largest) {
					throw input.problem(
						`'Amount' is ${amount}, more than the option 'Largest Amount' allows (${largest})`,
						'Check the amount. If it is right, set the option higher.',
					);
				}
				const largestTotal = limitIn(options.largestTotal, 'Largest Total per Run', input);
				total = withoutNoise(total + amount);
				if (total > largestTotal) {
					excess ??= input.problem(
						`With item ${input.itemIndex} the amounts of this run come to ${total}, more than the option 'Largest Total per Run' allows (${largestTotal})`,
						'Check the amounts. If they are right, set the option higher, or run fewer items at a time.',
					);
				}
				return job;
			},
			async beforeItems(removals) {
				if (excess) throw excess;
				await work.beforeItems?.(removals);
			},
		};
	};
}

/** A limit; zero and blank stand for none. */
function limitIn(value: unknown, label: string, input: ItemInput): number {
	if (isBlank(value)) return Infinity;
	const limit = input.parse(label, () => parseAmount(value, ANY_DECIMALS));
	if (limit >= 0) return limit || Infinity;
	throw input.problem(`'${label}' is ${limit}`, 'Give a positive number, or 0 for no limit.');
}

function assertAllowed(day: string, input: ItemInput, timeZone: string): void {
	const { allowedDates } = input.collection('options');
	const days = isJsonObject(allowedDates) ? allowedDates.days : undefined;
	if (!isJsonObject(days)) return;
	const from = daysIn(days.from, 'From', input) ?? -Infinity;
	const to = daysIn(days.to, 'To', input) ?? Infinity;
	const today = parseDay(new Date(), timeZone);
	const distance = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
	if (distance >= from && distance <= to) return;
	throw input.problem(
		`'Date' is ${day}, which the option 'Allowed Dates' does not allow on ${today}`,
		'Check the date. If it is right, widen the option.',
	);
}

function daysIn(value: unknown, label: string, input: ItemInput): number | undefined {
	const text = input.textOf(value, `Allowed Dates: ${label}`);
	if (text === undefined) return undefined;
	if (/^[+-]?\d{1,5}$/.test(text)) return Number(text);
	throw input.problem(
		`'Allowed Dates: ${label}' is '${text}', which is not a number of days`,
		'Give a whole number, such as -30 or 365, or leave it blank.',
	);
}
