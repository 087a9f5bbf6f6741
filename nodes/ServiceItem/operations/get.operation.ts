import { serviceIdFields, simplifyField } from '../parameters/fields';
import type { Target } from '../parameters/locate';
import { locate, targetIn } from '../parameters/locate';
import type { FormOperation } from './operation';
import { outputOf, singly } from './operation';

export const get: FormOperation<Target> = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get service item',
		description:
			'Read one charge, from the list, by its ID or by your reference',
	},
	fields: [...serviceIdFields, simplifyField],
	prepare(input) {
		return { ...targetIn(input), orderKey: undefined };
	},
	...singly(async ({ input, job }) => {
		const { charge } = await locate(job, input.session, true);
		return charge ? [outputOf(charge, job)] : [];
	}),
};
