import type { IDataObject } from 'n8n-workflow';

import type { Entered, Place } from '../../shared/format/draft';
import { fieldsIn, leavesOfRequest } from '../../shared/format/draft';
import type { Value } from '../../shared/format/fields';
import {
	FIELD_LABELS,
	isFilledValue,
	PAGE_ANSWER_FIELDS,
	PAGE_QUERY_FIELDS,
} from '../../shared/format/fields';
import { isEqual, quoted } from '../../shared/format/json';
import { EXAMPLES } from '../../shared/format/exampleFields';
import type { Draft, EnteredExamples } from './entered';
import { NAMES } from './entered';
import type { RecognizedField } from './names';
import { CHARGE, nameRank } from './names';
import type { Proposal } from './propose';
import type { Column, FoundFields } from './recognize';
import type { Finding, Judgement } from './report';
import { ENTER, judgementOf, RIGHT } from './report';
import type { Requests } from './requests';
import type { Reading } from './tryReading';

const UNUSABLE =
	'Correct it, or paste the example of the documentation. Until then, it counts as empty.';
const IGNORED = `The service seems to ignore it. Look up in the documentation how to ask for one reservation, and correct 'List Query' before anything is compared or deleted.`;
const HOW_ON = `Look up in the documentation how to get the next page. Put {page}, {offset}, {cursor} or {lastId} into 'List Query', and what an answer says about pages into 'List Response'.`;
const CUT = `{total} is the number of charges, not of pages: leave it out. ${ENTER.advice}`;
const TEST = `To see what becomes of a charge, turn on 'Test Writing' in the test environment.`;
const PASTE = `A list does not show how a charge is created: paste the example of the documentation into 'Create Body'.`;
const CONSTANT =
	'Sent with every charge as it stands. Put a placeholder where it differs from charge to charge.';

/** Examples that cannot be used at all, each with its reason. */
export function unusableFindings(entered: EnteredExamples): Finding[] {
	const findings: Finding[] = [];
	for (const name of NAMES) {
		const example = entered[name];
		if (example.kind !== 'unusable') continue;
		const line = { setting: EXAMPLES[name], now: 'not usable', found: example.reason };
		findings.push({ ...line, verdict: 'change', advice: UNUSABLE });
	}
	return findings;
}

/** What the credential says, and what is advised in its place. */
interface Drafts {
	own: Draft;
	advised: Draft;
}

/**
 * List Query has to filter: no charges of several reservations, and not the same ones for an ID that does not exist.
 *
 * @param shown what is read of the charges, and of those for that ID
 */
export function queryFinding(
	{ own, advised }: Drafts,
	shown: { later: IDataObject[]; elsewhere: IDataObject[] },
): Finding {
	const line = { setting: 'List Query', now: Object.keys(own.listQuery).join(', ') };
	const isShared = shown.later.some((item) => shown.elsewhere.some((each) => isEqual(each, item)));
	const reservations = new Set(shown.later.map((item) => item.reservationId));
	if (isShared || reservations.size > 1) {
		return { ...line, found: 'other reservations as well', verdict: 'unknown', advice: IGNORED };
	}
	const judgement = judgementOf(isEqual(own.listQuery, advised.listQuery));
	return { ...line, found: 'this reservation only', ...judgement };
}

/** What is read of the charges. */
interface ReadValues {
	/** By the credential. */
	now: IDataObject[];
	/** By what is advised. */
	later: IDataObject[];
	/** What is advised. */
	createBody: unknown;
}

export function fieldFindings(found: FoundFields, read: ReadValues): Finding[] {
	const findings: Finding[] = [];
	for (const [name, label] of Object.entries({ id: 'ID', ...FIELD_LABELS })) {
		const before = read.now.map((item) => item[name]);
		const after = read.later.map((item) => item[name]);
		const line = { setting: `List Response: ${label}`, now: firstOf(before) };
		const field = found[name as RecognizedField];
		const elsewhere = ELSEWHERE[name];
		const value = firstOf(after);
		if (field) {
			const judgement = judged(isEqual(before, after), field.doubt);
			findings.push({ ...line, found: `${value} at ${field.place.text}`, ...judgement });
		} else if (elsewhere && value !== NOTHING) {
			findings.push({ ...line, found: `${value} ${elsewhere}`, ...RIGHT });
		} else {
			findings.push({ ...line, found: 'nothing', ...withoutPlace(name, read.createBody) });
		}
	}
	return findings;
}

function judged(isKept: boolean, doubt: string | undefined): Judgement {
	if (doubt === undefined) return judgementOf(isKept);
	const question = `Compare it with the bill. ${doubt}`;
	if (isKept) return { verdict: 'unknown', advice: question };
	return { ...ENTER, advice: `${ENTER.advice} ${question}` };
}

const NOTHING = quoted(undefined);

function firstOf(values: unknown[]): string {
	return quoted(values.find((each) => each !== undefined));
}

/** Where the other operations find what has no placeholder of its own. */
const ELSEWHERE: Record<string, string> = {
	id: 'as a name in the list',
	reference: 'at the end of the description',
};

function withoutPlace(field: string, createBody: unknown): Judgement {
	const also = field === 'reference' ? ` and 'Create Body'` : '';
	const advice = `Look for it in the output of Get Many, and show it as {${field}} in 'List Response'${also}. If no charge here has one, check a reservation where one has.`;
	const isSent = field === 'date' && fieldsIn(createBody).includes(field);
	const isNeeded = field === 'id' || field === 'amount' || isSent;
	return { verdict: isNeeded ? 'unknown' : 'notTested', advice };
}

export function pagesFinding(
	{ own, requests }: { own: Draft; requests: Requests },
	reading: Reading,
): Finding {
	const line = { setting: 'List Query: Pages', now: pagesIn(own) };
	if (reading.kind === 'unreadable') {
		return { ...line, found: reading.reason, verdict: 'unknown', advice: HOW_ON };
	}
	const found = `${reading.count} charges in all`;
	if (reading.missed > 0) {
		const cut = `${found}, ${reading.missed} of them beyond {total}`;
		return { ...line, found: cut, verdict: 'change', advice: CUT };
	}
	const isUnused = pagesIn(reading.draft) === NONE && !reading.isInPages;
	if (isUnused && requests.asksForPages) {
		return { ...line, found, verdict: 'unknown', advice: HOW_ON };
	}
	return { ...line, found, ...judgementOf(pagesIn(reading.draft) === line.now) };
}

const NONE = 'none';
const PAGE_FIELDS: readonly string[] = [...PAGE_QUERY_FIELDS, ...PAGE_ANSWER_FIELDS];

/** The placeholders about pages. */
function pagesIn({ listQuery, listResponse }: Draft): string {
	const fields = [...fieldsIn(listQuery), ...fieldsIn(listResponse)];
	return placeholders(fields.filter((field) => PAGE_FIELDS.includes(field)).sort());
}

function placeholders(fields: string[]): string {
	return fields.map((field) => `{${field}}`).join(' ') || NONE;
}

/** What is known of Create Body beside the drafts. */
interface AboutBodies extends Pick<Proposal, 'doubtful'> {
	entered: Entered;
	/** The rows of the write test, if there was one. */
	written: Finding[];
	/** What the charges of the reservation show. */
	columns: Column[];
}

export function bodyFindings({ own, advised }: Drafts, about: AboutBodies): Finding[] {
	const { entered, written } = about;
	const line = {
		setting: 'Create Body',
		now: placeholders(fieldsIn(own.createBody)),
		found: placeholders(fieldsIn(advised.createBody)),
	};
	const isKept = isEqual(advised.createBody, own.createBody);
	const findings: Finding[] = [{ ...line, ...judgedBody(advised, { entered, written, isKept }) }];
	for (const { body, place, text, doubt = '' } of about.doubtful) {
		const setting = `${EXAMPLES[body]}: ${place.text}`;
		const advice = `Look it up in the documentation. ${doubt}`;
		findings.push({ setting, now: 'nothing', found: text, verdict: 'unknown', advice });
	}
	for (const { place, value } of leavesOfRequest(advised.createBody)) {
		if (!isFilledValue(value) || fieldsIn(value).length > 0) continue;
		const constant = { setting: `Create Body: ${place.text}`, now: 'as it stands' };
		const differs = seemsToDiffer(place, value) || isShownOtherwise(place, value, about.columns);
		const isDoubtful = entered.kind === 'documented' && differs;
		const verdict = isDoubtful ? 'unknown' : 'notTested';
		findings.push({ ...constant, found: quoted(value), verdict, advice: CONSTANT });
	}
	return findings;
}

/** Of a second amount, such as that of one piece, and of a second day, such as the last. */
function seemsToDiffer(place: Place, value: Value): boolean {
	const isAmount = AMOUNT.some((rule) => nameRank(rule, place) < Infinity);
	return (isAmount && Number(value) > 0) || /^\d{4}-\d\d-\d\d/.test(String(value));
}

function isShownOtherwise(place: Place, value: Value, columns: Column[]): boolean {
	const shown = columns.filter((column) => column.place.distanceTo(place) < Infinity);
	const values = shown.flatMap((column) => column.values);
	return values.length > 0 && values.every((each) => String(each) !== String(value));
}

const AMOUNT = CHARGE.filter((rule) => rule.field === 'amount');

function judgedBody(
	advised: Draft,
	{ entered, written, isKept }: { entered: Entered; written: Finding[]; isKept: boolean },
): Judgement {
	const missing = missingIn(advised);
	if (missing.length > 0) {
		const advice = `Put ${placeholders(missing)} in place of the value that stands for it: none was recognized.`;
		return { verdict: 'unknown', advice };
	}
	if (written.some((step) => step.verdict !== 'right')) {
		return { verdict: 'unknown', advice: `Do what the rows of 'Test Writing' say.` };
	}
	const isTold = written.length > 0 || (entered.kind === 'documented' && !isKept);
	if (isTold) return judgementOf(isKept);
	const isOwn = entered.kind === 'own';
	return { verdict: 'notTested', advice: isOwn ? TEST : `${PASTE} ${TEST}` };
}

/** The fields that no charge can be created without. */
export function missingIn(draft: Draft): string[] {
	const fields = fieldsIn(draft.createBody);
	return ['amount', 'reservationId'].filter((field) => !fields.includes(field));
}
