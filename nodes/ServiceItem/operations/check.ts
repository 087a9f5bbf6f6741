import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemInput } from '../../shared/run/itemInput';
import { reservationKey } from '../../shared/run/job';
import type { Session } from '../../shared/reservation/session';
import { credentialFor, enteredExamples } from '../check/examples';
import { checkReading } from '../check/reading';
import type { Finding } from '../check/report';
import { ENTER, reportOf, RIGHT } from '../check/report';
import { WriteTest } from '../check/writeTest';
import type { Operation } from './fields';
import { reservationIdField } from './fields';

const writeTestField: INodeProperties = {
	displayName: 'Write Test',
	name: 'writeTest',
	type: 'boolean',
	default: false,
	description:
		'Whether to also create a charge, read it, change it and delete it again. Only possible when the environment in the credential is Test.',
};

export const check: Operation = {
	option: {
		name: 'Check API Format',
		value: 'check',
		action: 'Check API format',
		description:
			'Compare the charges of a reservation with the API format in the credential, and say what to set. Changes nothing unless Write Test is on.',
	},
	fields: [reservationIdField, writeTestField],
	begin: () => ({
		prepare(input, session) {
			const reservationId = input.requiredName('reservationId', 'Reservation ID');
			const isWriting = input.flag('writeTest', 'Write Test');
			if (isWriting) assertTestEnvironment(session, input);
			const run = async () => await checkApiFormat(session, reservationId, isWriting);
			if (!isWriting) return { kind: 'read', run };
			return { kind: 'change', orderKey: reservationKey(reservationId), run };
		},
	}),
};

/** Even a charge that is deleted at once may be billed. */
function assertTestEnvironment({ client }: Session, input: ItemInput): void {
	if (client.access.environment === 'test') return;
	throw input.problem(
		`'Write Test' creates a charge, and the credential is for the production environment`,
		`Choose the environment Test in the credential, or turn off 'Write Test'.`,
	);
}

const NOT_SHOWN = {
	verdict: 'notTested',
	advice: `A list does not show how a charge is created: if the documentation of your service does, paste that into 'Create Body', with blanks where values go. Turn on 'Write Test', with a test environment, to see what becomes of a charge.`,
} as const;
const WRITE_TEST_SAYS = {
	verdict: 'unknown',
	advice: 'Do what the lines of the write test say.',
} as const;

/**
 * @param isWriting also tries the findings with a charge of its own
 * @returns the report, one item per line
 */
export async function checkApiFormat(
	session: Session,
	reservationId: string,
	isWriting: boolean,
): Promise<IDataObject[]> {
	const { settings } = session;
	const { createBody } = enteredExamples(settings);
	const { advised, findings, items } = await checkReading(session, reservationId);
	const proposed = createBody === undefined ? advised.createBody : undefined;
	const line = {
		setting: 'Create Body',
		now: createBody === undefined ? 'the default' : 'your own',
		found: proposed === undefined ? 'nothing else' : JSON.stringify(proposed),
	};
	const report = (examples: typeof advised, lines: Finding[]): IDataObject[] =>
		reportOf(credentialFor(examples, settings), [...findings, ...lines]);
	if (!isWriting) return report(advised, [{ ...line, ...NOT_SHOWN }]);

	const asAdvised = session.withSettings(credentialFor(advised, settings));
	const test = new WriteTest(asAdvised, reservationId, items);
	await test.run();
	const isWrong = test.findings.some(({ verdict }) => verdict === 'change');
	const told = isWrong ? WRITE_TEST_SAYS : proposed === undefined ? RIGHT : ENTER;
	// Examples that the service refused are not advised.
	const kept = test.isCreated ? advised : { ...advised, createBody };
	return report(kept, [{ ...line, ...told }, ...test.findings]);
}
