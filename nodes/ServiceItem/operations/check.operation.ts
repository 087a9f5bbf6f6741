import { userError } from '../../shared/n8n/userError';
import { Check } from '../check/checkApiFormat';
import { reservationIdIn } from '../parameters/charge';
import { field, reservationIdField } from '../parameters/fields';
import type { FormOperation } from './operation';

const writeTest = field(
	'writeTest',
	false,
	'Whether to also create, change and delete one charge, in the environment Test',
);

export const check: FormOperation = {
	option: {
		name: 'Check API Format',
		action: 'Check API format',
		description: 'Compare the API format with your service',
	},
	fields: [reservationIdField, writeTest],
	// Those entered, if unusable, would keep the session from being opened.
	examples: {},
	prepare(input) {
		const reservationId = reservationIdIn(input);
		const isWriting = input.parameters.switch('writeTest');
		// Even a charge that is deleted at once may be billed.
		if (isWriting && input.session.settings.environment !== 'test') {
			throw userError({
				what: `'Test Writing' is for the environment Test only`,
				advice: 'Choose it in the credential, or turn this off',
			});
		}
		const check = new Check(input.session, reservationId);
		return { act: async () => await check.run(isWriting) };
	},
};
