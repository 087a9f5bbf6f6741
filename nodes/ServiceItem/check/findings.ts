import type { IDataObject } from 'n8n-workflow';

import { fieldsIn, leavesOfRequest } from '../../shared/format/draft';
import {
	FIELD_LABELS,
	isFilledValue,
	PAGE_ANSWER_FIELDS,
	PAGE_QUERY_FIELDS,
} from '../../shared/format/fields';
import { isEqual, quoted } from '../../shared/format/json';
import { EXAMPLES } from '../../shared/format/placeholder';
import type { Draft, EnteredExamples } from './drafts';
import { DEFAULT_BODY, NAMES } from './drafts';
import type { FoundCharges } from './charges';
import type { RecognizedField } from './names';
import type { FoundFields } from './recognize';
import type { Finding, Judgement } from './report';
import { ENTER, RIGHT } from './report';
import type { Reading } from './tryReading';

const UNUSABLE =
	'Correct it, or paste the example of the documentation. Until then, it counts as empty.';
const IGNORED = `The service seems to ignore it. Look up in the documentation how a list is asked for, and correct 'List Query' before anything is compared or removed.`;
const HOW_ON = `Look up in the documentation how a list goes on. Put {page}, {offset}, {cursor} or {lastId} into 'List Query', and what an answer says of it into 'List Response'.`;
const CUT = '{total} is the number of charges, not of pages: leave it out.';
const NOT_SHOWN = `A list does not show how a charge is created: paste the example of the documentation into 'Create Body'. To see what becomes of a charge, turn on 'Test Writing'.`;

/** Examples that cannot be used at all, each with its reason. */
export function unusableFindings(entered: EnteredExamples): Finding[] {
	const findings: Finding[] = [];
	for (const name of NAMES) {
		const example = entered[name];
		const line = { setting: EXAMPLES[name], now: 'not usable' };
		if (example.kind !== 'unusable') continue;
		findings.push({ ...line, found: example.reason, verdict: 'change', advice: UNUSABLE });
	}
	return findings;
}

/**
 * List Query has to filter: no charges of several reservations, and not the same ones for an ID that does not exist.
 *
 * @param elsewhere what is answered for such an ID
 */
export function queryFinding(
	{ own, advised }: Drafts,
	charges: FoundCharges,
	elsewhere: unknown,
): Finding {
	const line = { setting: 'List Query', now: Object.keys(own.listQuery).join(', ') };
	const others = JSON.stringify(elsewhere ?? '');
	const isShared = charges.entries.some((item) => others.includes(JSON.stringify(item)));
	if (isShared || new Set(charges.found.reservationId?.values).size > 1) {
		return { ...line, found: 'other reservations as well', verdict: 'unknown', advice: IGNORED };
	}
	const isKept = isEqual(own.listQuery, advised.listQuery);
	return { ...line, found: 'this reservation only', ...(isKept ? RIGHT : ENTER) };
}

/** What the credential says, and what is advised in its place. */
interface Drafts {
	own: Draft;
	advised: Draft;
}

/**
 * @param now what the credential reads
 * @param later what is read by what is advised
 */
export function fieldFindings(
	found: FoundFields,
	now: IDataObject[],
	later: IDataObject[],
): Finding[] {
	const findings: Finding[] = [];
	for (const [name, label] of Object.entries({ id: 'ID', ...FIELD_LABELS })) {
		const before = now.map((item) => item[name]);
		const after = later.map((item) => item[name]);
		const line = { setting: `List Response: ${label}`, now: firstOf(before) };
		const field = found[name as RecognizedField];
		if (field) {
			const seen = `${firstOf(after)} at ${field.place.text}`;
			findings.push({ ...line, found: seen, ...judged(isEqual(before, after), field.doubt) });
		} else findings.push({ ...line, ...withoutPlace(name, line.now) });
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
function withoutPlace(field: string, now: string): Judgement & { found: string } {
	const elsewhere = ELSEWHERE[field];
	if (now !== NOTHING && elsewhere) return { found: `${now} ${elsewhere}`, ...RIGHT };
	const also = field === 'reference' ? ` and 'Create Body'` : '';
	const isNeeded = ['id', 'amount', 'date'].includes(field);
	return {
		found: 'nothing',
		verdict: isNeeded ? 'unknown' : 'notTested',
		advice: `Look for it in the output of Get Many, and show it as {${field}} in 'List Response'${also}. If no charge here has one, check again with a reservation where one has.`,
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
	return ofPages.map((field) => `{${field}}`).join(' ') || 'not asked for';
}

/** @param written the rows of the write test, if there was one */
export function bodyFinding({ own, advised }: Drafts, written: Finding[]): Finding {
	const isProposed = !isEqual(advised.createBody, own.createBody);
	const isDefault = isEqual(own.createBody, DEFAULT_BODY);
	const line = {
		setting: 'Create Body',
		now: isDefault ? 'the default' : 'your own',
		found: isProposed ? JSON.stringify(advised.createBody) : 'nothing else',
	};
	const sent = constantsIn(advised);
	const missing = missingIn(advised);
	if (missing.length > 0) {
		const advice = `Put ${missing.join(' and ')} in place of the value that stands for it: none was recognized.${sent}`;
		return { ...line, verdict: 'unknown', advice };
	}
	if (written.some(({ verdict }) => verdict !== 'right')) {
		return { ...line, verdict: 'unknown', advice: 'Do what the rows of the write test say.' };
	}
	const isTold = written.length > 0 || (isProposed && !isDefault);
	if (!isTold) return { ...line, verdict: 'notTested', advice: NOT_SHOWN };
	const { verdict, advice } = isProposed ? ENTER : RIGHT;
	return { ...line, verdict, advice: `${advice}${sent}` };
}

/** The placeholders that no charge can be created without. */
export function missingIn(draft: Draft): string[] {
	const fields = fieldsIn(draft.createBody);
	const missing = ['amount', 'reservationId'].filter((field) => !fields.includes(field));
	return missing.map((field) => `{${field}}`);
}

function constantsIn(draft: Draft): string {
	const constants: string[] = [];
	for (const { place, value } of leavesOfRequest(draft.createBody)) {
		const isConstant = isFilledValue(value) && fieldsIn(value).length === 0;
		if (isConstant) constants.push(`${place.text}: ${value}`);
	}
	if (constants.length === 0) return '';
	return ` Sent with every charge as they stand: ${constants.join(', ')}. Put a placeholder where one of them differs from charge to charge.`;
}
