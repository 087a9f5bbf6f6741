import { referenceIn } from '../parameters/charge';
import { simplifyField, wishFields } from '../parameters/fields';
import type { FormOperation } from './operation';
import type { Wanted } from './reconcileInputs';
import { reconcileInputs, wantedIn } from './reconcileInputs';

export const upsert: FormOperation<Wanted> = {
	...reconcileInputs,
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update service item by reference',
		description:
			'Create a new charge with this reference, or update the current one if it already exists (upsert)',
	},
	fields: [...wishFields, simplifyField],
	prepare(input) {
		const reference = referenceIn(input);
		return wantedIn(input, { reference, whenFound: 'update' });
	},
};
