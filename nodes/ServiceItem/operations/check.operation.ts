import type { INodeProperties } from 'n8n-workflow';

import { userError } from '../../shared/n8n/userError';
import { flagOf } from '../../shared/run/itemInput';
import type { SendJob } from '../../shared/run/job';
import { checkApiFormat } from '../check/checkApiFormat';
import { reservationIdField, reservationIdIn } from '../parameters/fields';
import type { Operation } from './operation';

const writeTestField: INodeProperties = {
	displayName: 'Test Writing',
	name: 'writeTest',
	type: 'boolean',
	default: false,
	description:
		'Whether to also create one test charge, read it, change it and delete it. The environment in the credential has to be Test.',
};

interface CheckJob extends SendJob {
	reservationId: string;
	isWriting: boolean;
}

export const check: Operation<CheckJob> = {
	option: {
		name: 'Check API Format',
		value: 'check',
		action: 'Check API format',
		description:
			'Compare the API format in the credential with your service, and say what to set',
	},
	fields: [reservationIdField, writeTestField],
	ignoresExamples: true,
	prepare(input) {
		const reservationId = reservationIdIn(input);
		const isWriting = flagOf(input.value('writeTest'), 'Test Writing');
		if (!isWriting) return { reservationId, isWriting };
		// Even a charge that is deleted at once may be billed.
		if (input.session.settings.environment !== 'test') {
			throw userError({
				what: `'Test Writing' creates a charge, and the credential is for the production environment`,
				advice: `Choose the environment Test in the credential, or turn off 'Test Writing'`,
			});
		}
		return { changes: { reservationId }, reservationId, isWriting };
	},
	async send({ reservationId, isWriting, input }) {
		const request = {
			reservationId,
			timeZone: input.mapper.timeZone,
			isWriting,
		};
		return { results: await checkApiFormat(input.session, request) };
	},
};
