import type { IDataObject } from 'n8n-workflow';

import type { Entered } from '../../shared/format/draft';
import { fieldsIn, leavesOfRequest } from '../../shared/format/draft';
import {
	FIELD_LABELS,
	isFilledValue,
	PAGE_ANSWER_FIELDS,
	PAGE_QUERY_FIELDS,
} from '../../shared/format/fields';
import { isEqual, quoted } from '../../shared/format/json';
import { EXAMPLES } from '../../shared/format/placeholder';
import type { Draft, EnteredExamples } from './entered';
import { NAMES } from './entered';
import type { RecognizedField } from './names';
import type { FoundFields } from './recognize';
import type { Finding, Judgement } from './report';
import { ENTER, RIGHT } from './report';
import type { Reading } from './tryReading';

const UNUSABLE =
	'Correct it, or paste the example of the documentation. Until then, it counts as empty.';
const IGNORED = `The service seems to ignore it. Look up in the documentation how a list is asked for, and correct 'List Query' before anything is compared or deleted.`;
const HOW_ON = `Look up in the documentation how a list goes on. Put {page}, {offset}, {cursor} or {lastId} into 'List Query', and what an answer says of it into 'List Response'.`;
const CUT = '{total} is the number of charges, not of pages: leave it out.';
const NOT_SHOWN = `A list does not show how a charge is created: paste the example of the documentation into 'Create Body'.`;
const TEST = `To see what becomes of a charge, turn on 'Test Writing' in the test environment.`;

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

/** List Query has to filter: no charges of several reservations, and not the same ones for an ID that does not exist. */
export function queryFinding(
	{ own, advised }: Drafts,
	shown: { entries: unknown[]; later: IDataObject[]; elsewhere: unknown },
): Finding {
	const line = { setting: 'List Query', now: Object.keys(own.listQuery).join(', ') };
	const others = JSON.stringify(shown.elsewhere ?? '');
	const isShared = shown.entries.some((item) => others.includes(JSON.stringify(item)));
	const reservations = new Set(shown.later.map(({ reservationId }) => reservationId));
	if (isShared || reservations.size > 1) {
		return { ...line, found: 'other reservations as well', verdict: 'unknown', advice: IGNORED };
	}
	const isKept = isEqual(own.listQuery, advised.listQuery);
	return { ...line, found: 'this reservation only', ...(isKept ? RIGHT : ENTER) };
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
		if (field) {
			const seen = `${firstOf(after)} at ${field.place.text}`;
			findings.push({ ...line, found: seen, ...judged(isEqual(before, after), field.doubt) });
		} else findings.push({ ...line, ...withoutPlace(name, firstOf(after), read.createBody) });
	}
	return findings;
}

function judged(isKept: boolean, doubt: string | undefined): Judgement {
	if (doubt === undefined) return isKept ? RIGHT : ENTER;
	if (isKept) return { verdict: 'unknown', advice: doubt };
	return { ...ENTER, advice: `${ENTER.advice} ${doubt}` };
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

/** A field that no place was found for. */
function withoutPlace(
	field: string,
	value: string,
	createBody: unknown,
): Judgement & { found: string } {
	const elsewhere = ELSEWHERE[field];
	if (value !== NOTHING && elsewhere) return { found: `${value} ${elsewhere}`, ...RIGHT };
	const also = field === 'reference' ? ` and 'Create Body'` : '';
	const isSent = field === 'date' && fieldsIn(createBody).includes(field);
	const isNeeded = field === 'id' || field === 'amount' || isSent;
	return {
		found: 'nothing',
		verdict: isNeeded ? 'unknown' : 'notTested',
		advice: `Look for it in the output of Get Many, and show it as {${field}} in 'List Response'${also}. If no charge here has one, check a reservation where one has.`,
	};
}

export function pagesFinding(own: Draft, reading: Reading): Finding {
	const now = pagesIn(own);
	const line = { setting: 'List Query: Pages', now };
	if (reading.kind === 'unreadable') {
		return { ...line, found: reading.reason, verdict: 'unknown', advice: HOW_ON };
	}
	const found = `${reading.count} charges in all`;
	if (reading.kind === 'readTooShort') {
		const cut = `${found}, ${reading.missed} of them behind {total}`;
		return { ...line, found: cut, verdict: 'change', advice: `${CUT} ${ENTER.advice}` };
	}
	return { ...line, found, ...(pagesIn(reading.draft) === now ? RIGHT : ENTER) };
}

const PAGE_FIELDS: readonly string[] = [...PAGE_QUERY_FIELDS, ...PAGE_ANSWER_FIELDS];

/** The placeholders about pages. */
function pagesIn({ listQuery, listResponse }: Draft): string {
	const fields = [...fieldsIn(listQuery), ...fieldsIn(listResponse)];
	const ofPages = fields.filter((field) => PAGE_FIELDS.includes(field)).sort();
	return placeholders(ofPages) || 'not asked for';
}

/** @param written the rows of the write test, if there was one */
export function bodyFinding(
	{ own, advised }: Drafts,
	entered: Entered,
	written: Finding[],
): Finding {
	const line = {
		setting: 'Create Body',
		now: placeholders(fieldsIn(own.createBody)) || NOTHING,
		found: placeholders(fieldsIn(advised.createBody)) || NOTHING,
	};
	const missing = missingIn(advised);
	const { verdict, advice } = judgedBody({ own, advised }, entered, written);
	const constants = missing.length > 0 || entered.kind !== 'empty' ? constantsIn(advised) : [];
	if (constants.length === 0) return { ...line, verdict, advice };
	const more = `Sent with every charge as they stand: ${constants.join(', ')}. Put a placeholder where one of them differs from charge to charge.`;
	return { ...line, verdict, advice: `${advice} ${more}` };
}

function judgedBody({ own, advised }: Drafts, { kind }: Entered, written: Finding[]): Judgement {
	const missing = missingIn(advised);
	if (missing.length > 0) {
		const which = placeholders(missing, ' and ');
		const advice = `Put ${which} in place of the value that stands for it: none was recognized.`;
		return { verdict: 'unknown', advice };
	}
	if (written.some(({ verdict }) => verdict !== 'right')) {
		return { verdict: 'unknown', advice: `Do what the rows of 'Test Writing' say.` };
	}
	const isKept = isEqual(advised.createBody, own.createBody);
	if (written.length > 0) return isKept ? RIGHT : ENTER;
	if (kind === 'own') return { verdict: 'notTested', advice: TEST };
	return isKept || kind === 'empty'
		? { verdict: 'notTested', advice: `${NOT_SHOWN} ${TEST}` }
		: ENTER;
}

function placeholders(fields: string[], between = ' '): string {
	return fields.map((field) => `{${field}}`).join(between);
}

/** The fields that no charge can be created without. */
export function missingIn(draft: Draft): string[] {
	const fields = fieldsIn(draft.createBody);
	return ['amount', 'reservationId'].filter((field) => !fields.includes(field));
}

function constantsIn(draft: Draft): string[] {
	const constants: string[] = [];
	for (const { place, value } of leavesOfRequest(draft.createBody)) {
		const isConstant = isFilledValue(value) && fieldsIn(value).length === 0;
		if (isConstant) constants.push(`${place.text}: ${value}`);
	}
	return constants;
}
