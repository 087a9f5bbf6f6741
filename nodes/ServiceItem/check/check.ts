import type { IDataObject } from 'n8n-workflow';

import { checkReading } from './checkReading';
import { credentialFor, enteredExamples } from './examples';
import type { CheckSession, Finding } from './report';
import { ENTER, LEAVE, lineOf, reportOf } from './report';
import type { WriteReport } from './writeTest';
import { writeTest } from './writeTest';

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
	const { advised, findings, items } = await checkReading(session, reservationId);
	const asAdvised = session.withSettings(credentialFor(advised, settings));
	const written = isWriting ? await writeTest(asAdvised, reservationId, items) : undefined;
	const { createBody } = enteredExamples(settings);
	// What the service does not take is not advised.
	const kept = written?.isCreated === false ? { ...advised, createBody } : advised;
	return reportOf(credentialFor(kept, settings), [
		...findings,
		createFinding(createBody, advised.createBody, written),
		...(written?.findings ?? []),
	]);
}

/** What reading cannot tell is left to the documentation of the service. */
function createFinding(entered: unknown, advised: unknown, written?: WriteReport): Finding {
	const isProposed = entered === undefined && advised !== undefined;
	const line = lineOf('Create Body', entered === undefined ? 'the default' : 'your own');
	const found = isProposed ? JSON.stringify(advised) : 'nothing else';
	if (!written) return line(found, 'notTested', AS_DOCUMENTED);
	if (written.findings.some(({ verdict }) => verdict === 'change')) {
		return line(found, 'unknown', 'Do what the lines of the write test say.');
	}
	return isProposed ? line(found, 'change', ENTER) : line(found, 'right', LEAVE);
}
