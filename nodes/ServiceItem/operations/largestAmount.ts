import type { INodeProperties } from 'n8n-workflow';

import type { ItemInput } from '../../shared/run/itemInput';
import type { RunPlan } from '../../shared/run/job';
import { parseAmount } from '../../shared/format/amount';
import { isBlank } from '../../shared/format/json';

/** The operation itself has looked at the decimals. */
const ANY_DECIMALS = 8;
const charging = { show: { '/operation': ['create', 'upsert', 'sync', 'update'] } };

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

/** Holds an operation to Largest Amount. An item is read first, so that a sync knows what it stands for. */
export function withLargestAmount(operation: string, begin: RunPlan['begin']): RunPlan['begin'] {
	if (!charging.show['/operation'].includes(operation)) return begin;
	return () => {
		const work = begin();
		return {
			...work,
			prepare(input, session) {
				const job = work.prepare(input, session);
				const largest = largestAmountIn(input);
				if (largest === undefined) return job;
				const given =
					operation === 'update' ? input.collection('updateFields').amount : input.value('amount');
				if (isBlank(given)) return job;
				const amount = Math.abs(parseAmount(given, ANY_DECIMALS));
				if (amount <= largest) return job;
				throw input.problem(
					`'Amount' is ${amount}, more than the option 'Largest Amount' allows (${largest})`,
					'Check the amount. If it is right, set the option higher.',
				);
			},
		};
	};
}

/** The limit; undefined: none, which blank and 0 stand for. */
function largestAmountIn(input: ItemInput): number | undefined {
	const { largestAmount } = input.collection('options');
	if (isBlank(largestAmount)) return undefined;
	const largest = input.parse('Largest Amount', () => parseAmount(largestAmount, ANY_DECIMALS));
	if (largest >= 0) return largest || undefined;
	throw input.problem(
		`'Largest Amount' is ${largest}`,
		'Give a positive number, or 0 for no limit.',
	);
}
