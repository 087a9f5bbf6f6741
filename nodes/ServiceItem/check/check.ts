import type { IDataObject } from 'n8n-workflow';

import { checkReading } from './checkReading';
import { credentialFor, enteredExamples } from './examples';
import type { CheckSession, Finding } from './report';
import { ENTER, LEAVE, lineOf, reportOf } from './report';
import { WriteTest } from './writeTest';

const AS_DOCUMENTED = `A list does not show how a charge is created: if the documentation of your service does, paste that into 'Create Body', with blanks where values go. Turn on 'Write Test', with a test environment, to see what becomes of a charge.`;

/**
 * Checks how the service spells the charges of a reservation.
 *
 * @param isWriting creates a charge, reads it, changes it and deletes it, too, as the credential and what was found by reading say
 * @returns the report, one item per line
 */
export async function checkApiFormat(
	session: CheckSession,
	reservationId: string,
	isWriting: boolean,
): Promise<IDataObject[]> {
	const { settings } = session;
	const { createBody } = enteredExamples(settings);
	const { advised, findings, items } = await checkReading(session, reservationId);
	const proposed = createBody === undefined ? advised.createBody : undefined;
	const say = lineOf('Create Body', createBody === undefined ? 'the default' : 'your own');
	const found = proposed === undefined ? 'nothing else' : JSON.stringify(proposed);
	const report = (examples: typeof advised, ...lines: Finding[]): IDataObject[] =>
		reportOf(credentialFor(examples, settings), [...findings, ...lines]);
	if (!isWriting) return report(advised, say(found, 'notTested', AS_DOCUMENTED));

	const asAdvised = session.withSettings(credentialFor(advised, settings));
	const test = new WriteTest(asAdvised, reservationId, items);
	await test.run();
	const isWrong = test.findings.some(({ verdict }) => verdict === 'change');
	const verdict = isWrong ? 'unknown' : proposed === undefined ? 'right' : 'change';
	const advice = {
		unknown: 'Do what the lines of the write test say.',
		right: LEAVE,
		change: ENTER,
	}[verdict];
	// What the service does not take is not advised.
	const kept = test.isCreated ? advised : { ...advised, createBody };
	return report(kept, say(found, verdict, advice), ...test.findings);
}
