import type { INodeProperties } from 'n8n-workflow';

import type { ItemInput } from '../../shared/run/itemInput';
import { reservationKey } from '../../shared/run/job';
import type { Session } from '../../shared/session/session';
import { checkApiFormat } from '../check/checkApiFormat';
import type { Operation } from './fields';
import { reservationIdField } from './fields';

const writeTestField: INodeProperties = {
	displayName: 'Test Writing',
	name: 'writeTest',
	type: 'boolean',
	default: false,
	description:
		'Whether to also create one test charge, read it, change it and delete it. The environment in the credential has to be Test.',
};

export const check: Operation = {
	option: {
		name: 'Check API Format',
		value: 'check',
		action: 'Check API format',
		description: 'Compare the API format in the credential with your service, and say what to set',
	},
	fields: [reservationIdField, writeTestField],
	ignoresExamples: true,
	prepare(input, session) {
		const reservationId = input.requiredName('reservationId', 'Reservation ID');
		const isWriting = input.flag(input.value('writeTest'), 'Test Writing');
		if (isWriting) assertTestEnvironment(session, input);
		const { timeZone } = session.mapper;
		const run = async () => await checkApiFormat(session, { reservationId, timeZone, isWriting });
		if (!isWriting) return { kind: 'read', run };
		return { kind: 'change', orderKey: reservationKey(reservationId), run };
	},
};

/** Even a charge that is deleted at once may be billed. */
function assertTestEnvironment({ settings }: Session, input: ItemInput): void {
	if (settings.environment === 'test') return;
	throw input.problem(
		`'Test Writing' creates a charge, and the credential is for the production environment`,
		`Choose the environment Test in the credential, or turn off 'Test Writing'.`,
	);
}
