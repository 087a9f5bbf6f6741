import { EXAMPLES } from '../../shared/format/fields';
import type { Session } from '../../shared/http/session';
import { userError } from '../../shared/n8n/userError';
import { Check } from '../check/checkApiFormat';
import { reservationIdIn } from '../parameters/charge';
import { field, reservationIdField } from '../parameters/fields';
import type { FormOperation } from './operation';

const writeTest = field(
	'writeTest',
	false,
	'Whether to also create, change and delete one charge, in the environment Test',
	{ displayName: 'Test Writing' },
);

/** One that cannot be used would keep the session from being opened. */
function withoutExamples(settings: Session['settings']): Session['settings'] {
	const entered = settings.customApiFormat === true ? settings : {};
	const others: Session['settings'] = { ...settings, entered };
	for (const name of Object.keys(EXAMPLES)) others[name] = '';
	return others;
}

export const check: FormOperation = {
	option: {
		name: 'Check API Format',
		action: 'Check API format',
		description: 'Compare the API format with your service',
	},
	fields: [reservationIdField, writeTest],
	adaptSettings: withoutExamples,
	prepare(input) {
		const reservationId = reservationIdIn(input);
		const isWriting = input.parameters.switch('writeTest', 'Test Writing');
		// Even a charge that is deleted at once may be billed.
		if (isWriting && input.session.settings.environment !== 'test') {
			throw userError({
				what: `'Test Writing' creates a charge, and the credential is for the production environment`,
				advice: `Choose the environment Test there, or turn off 'Test Writing'`,
			});
		}
		const check = new Check(input.session, reservationId);
		return { act: async () => await check.run(isWriting) };
	},
};
