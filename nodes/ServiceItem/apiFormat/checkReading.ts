import type { IDataObject } from 'n8n-workflow';

import { userError } from '../../shared/n8n/userError';
import { itemsOf } from '../../shared/answers/envelope';
import { RequestFailure } from '../../shared/client/requestFailure';
import { wordsOfService } from '../../shared/messages/requestWords';
import type { Session } from '../../shared/reservation/session';
import type { ApiFormat } from '../../shared/wire/apiFormat';
import { DEFAULT_API_SETTINGS } from '../../shared/wire/apiSettings';
import { EXAMPLES } from '../../shared/wire/apiTemplates';
import { fieldsOf } from '../../shared/wire/templates/template';
import { listQueryOf } from '../../shared/wire/writtenItem';
import type { Settings } from './advisedSettings';
import { settingsFor } from './advisedSettings';
import type { FoundList, TryList } from './exploreList';
import { exploreList } from './exploreList';
import { explorePaging } from './explorePaging';
import { fieldReport } from './fieldLines';
import { findListAs } from './listPlaces';
import { pagingReport } from './pagingReport';
import type { FoundFields } from './recognizeFields';
import { recognizeFields } from './recognizeFields';
import type { ReportLine } from './report';
import { linesOf, reportLine } from './report';
import { decimalsOf } from './valueFormats';

/** What reading alone tells about a service. */
export interface ReadingReport {
	lines: ReportLine[];
	/** The credential fields to set; empty when it is right as it is. */
	credential: Settings;
	items: IDataObject[];
}

/**
 * Finds out by reading how the service spells the charges of a reservation, and compares it with the credential.
 *
 * @throws UserError when no list of charges comes back, and RequestFailure when the service cannot be asked
 */
export async function checkReading(
	session: Session,
	reservationId: string,
): Promise<ReadingReport> {
	const { wire } = session;
	const refusals: RequestFailure[] = [];
	const list = tryListOf(session, reservationId, refusals);
	const find = findListAs(wire);
	const found = await exploreList(list, reservationId, (id) => listQueryOf(id, wire), find);
	if (!found) throw noCharges(reservationId, refusals[0]);
	const { items } = found.place;
	const { format, timeZone } = wire;
	const sent = format.hasWriteExample ? format.templates.create : [];
	const fields = recognizeFields(items, reservationId, timeZone, sent);
	const paging = await pagingReport(session, reservationId, found, async () => {
		return await explorePaging(list, found.query, items, wire.format.pageSize, find);
	});
	const byField = fieldReport(items, fields, wire);
	const spelling = byField.isRight
		? querySpelling(session, found, fields)
		: spellingFor(session, found, fields);
	const lines = [
		queryLine(found, session),
		await itemsLine(found, session),
		...byField.lines.map((line) => pointedToExamples(line, spelling)),
		paging.line,
	];
	const isRight = lines.every(({ verdict }) => verdict !== 'change');
	const changes = { ...spelling, itemsField: found.place.itemsField, ...paging.settings };
	const credential = isRight ? {} : adviceFor(session, changes);
	return { lines: [...lines, ...exampleLines(credential)], credential, items };
}

/** @param refusals takes what the service refused */
function tryListOf(
	{ client }: Session,
	reservationId: string,
	refusals: RequestFailure[],
): TryList {
	return async (query) => {
		const answer = await client.trySend({ method: 'GET', query }, { reservationId });
		if (!(answer instanceof RequestFailure)) return answer;
		const { outcome } = answer;
		// Another parameter may do better only where the service has complained about this one.
		const isAboutQuery =
			outcome.kind === 'answer' &&
			(outcome.status < 300 || [400, 404, 422].includes(outcome.status));
		if (!isAboutQuery) throw answer;
		refusals.push(answer);
		return undefined;
	};
}

function queryLine({ queryName, query, isNarrowed }: FoundList, { wire }: Session): ReportLine {
	const present = Object.keys(listQueryOf('', wire)).join(', ');
	const line = linesOf('Reservation ID Field', present);
	if (queryName !== undefined) {
		return line.change(`${queryName} lists this reservation only`, queryName);
	}
	if (isNarrowed) return line.right(`${Object.keys(query).join(', ')} lists this reservation only`);
	return line.unknown(
		'the same list for every reservation',
		`The service seems to ignore this query parameter. Look its name up in the documentation of your service, and set it before anything is compared or removed.`,
	);
}

async function itemsLine(
	{ place, answer }: FoundList,
	{ wire: { format } }: Session,
): Promise<ReportLine> {
	const { itemsField } = place;
	const line = linesOf('Items Field', format.itemsField || 'detected');
	const what = `${place.items.length} charges ${itemsField === '' ? 'in the answer itself' : `under ${itemsField}`}`;
	return (await isReadAlike(answer.body, place.items, format))
		? line.right(what)
		: line.change(what, itemsField);
}

/** Whether the credential as it is finds the same charges in the answer. */
async function isReadAlike(
	body: unknown,
	items: IDataObject[],
	format: ApiFormat,
): Promise<boolean> {
	const read = Promise.resolve().then(() => itemsOf(body, format));
	return JSON.stringify(await read.catch(() => undefined)) === JSON.stringify(items);
}

/** Every credential field that says how the API is spelled: what was found, else what is there. */
function adviceFor({ wire: { format } }: Session, changes: Settings): Settings {
	const names = Object.keys(DEFAULT_API_SETTINGS) as Array<keyof typeof DEFAULT_API_SETTINGS>;
	return {
		customApiFormat: true,
		...Object.fromEntries(names.map((name) => [name, format[name]])),
		...changes,
	};
}

/** Where all fields are right, at most the query has to change; by field names, creating depends on it, too. */
function querySpelling(session: Session, found: FoundList, fields: FoundFields): Settings {
	const { queryName } = found;
	if (queryName === undefined) return {};
	return session.wire.format.hasExamples
		? { listQuery: JSON.stringify({ [queryName]: '{reservationId}' }) }
		: spellingFor(session, found, fields);
}

/** How charges are written and read. What somebody has pasted for writing stays: reading cannot know it better. */
function spellingFor(
	{ wire: { format } }: Session,
	{ queryName, place }: FoundList,
	fields: FoundFields,
): Settings {
	const { reference, ...others } = fields;
	// What is read but not written could not be used: the end of the description serves for both.
	const isWritten = format.hasWriteExample && fieldsOf(format.templates.create).has('reference');
	const used = isWritten ? { ...others, reference } : others;
	const settings = settingsFor(used, place.items, queryName ?? format.reservationIdField);
	const decimals = fields.amount?.format === 'text' ? decimalsOf(fields.amount.values) : undefined;
	const { createBody = '', listQuery = '', ...reading } = { returnedItem: '', ...settings };
	return {
		...(format.hasWriteExample ? {} : { createBody, updateBody: '' }),
		...(queryName !== undefined && { listQuery }),
		...reading,
		idField: fields.id?.path ?? '',
		...(decimals !== undefined && { currencyDecimals: decimals }),
	};
}

/** Where names and formats do not say it all, a line of the report sends to the examples behind it. */
function pointedToExamples(line: ReportLine, { returnedItem }: Settings): ReportLine {
	if (line.verdict !== 'change' || returnedItem === undefined || returnedItem === '') return line;
	return {
		...line,
		advice: "Leave this field as it is: 'Returned Service Item' below has it. Paste that.",
	};
}

/** Where names and formats do not say it all, there are examples to paste. */
function exampleLines(credential: Settings): ReportLine[] {
	return (['createBody', 'returnedItem', 'listQuery'] as const).flatMap((name) => {
		const example = credential[name];
		if (typeof example !== 'string' || example === '') return [];
		const caution =
			name === 'createBody'
				? ' It is made from what is returned: compare it with the documentation of your service.'
				: '';
		const advice = `Paste the text in 'found' into '${EXAMPLES[name]}'.${caution}`;
		return [reportLine(EXAMPLES[name], '', example, 'change', advice)];
	});
}

function noCharges(reservationId: string, refusal: RequestFailure | undefined) {
	const words = refusal && wordsOfService(refusal);
	return userError(
		`No list of charges came back for reservation '${reservationId}'${words ? ` (the service says: ${words})` : ''}. Give a reservation that has at least one charge`,
		`What a service calls things is read from the charges it has: add one by hand in the service if need be. If there are some, the service asks for the reservation in a way that was not tried: look it up in its documentation, enter it as 'Reservation ID Field' or 'List Query', and check again.`,
	);
}
