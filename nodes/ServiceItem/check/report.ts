import type { IDataObject } from 'n8n-workflow';

import { fieldsIn } from '../../shared/format/draft';
import {
	EXAMPLES,
	FIELD_LABELS,
	PAGE_ANSWER_FIELDS,
	PAGE_QUERY_FIELDS,
} from '../../shared/format/fields';
import { isEqual, quoted } from '../../shared/format/json';
import type { Draft, EnteredExamples, Requests } from './entered';
import { credentialFor, NAMES } from './entered';
import type { RecognizedField } from './names';
import type { Proposal } from './propose';
import type { Reading, ReadValues } from './reading';

/** One row of the report. */
export interface Finding extends Judgement {
	/** The setting by its label in the credential, or what else was tested. */
	setting: string;
	/** What the credential reads. */
	now: string;
	/** What the service shows. */
	found: string;
}

interface Judgement {
	verdict: 'right' | 'change' | 'unknown' | 'notTested';
	advice: string;
}

interface Checked extends ReadValues {
	entered: EnteredExamples;
	/** What the credential says. */
	own: Draft;
	advised: Draft;
	requests: Requests;
	proposal: Proposal;
	reading: Reading;
	isWriting: boolean;
	/** The rows of the write test, if there was one. */
	written: Finding[];
}

const NOTHING = quoted(undefined);
/** n8n shows an empty text as a red word. */
const EMPTY = ' ';

/**
 * First what to enter in the credential, then the findings, all with the same
 * columns: what to do first, then why.
 */
export function reportOf(checked: Checked): IDataObject[] {
	const credential = credentialFor(checked.advised, checked.entered);
	const findings = [
		...mistakeFindings(checked),
		queryFinding(checked, 'listQuery' in credential),
		...fieldFindings(checked),
		pagesFinding(checked),
		bodyFinding(checked),
		...questionFindings(checked),
		...checked.written,
	];
	const first = {
		setting: 'Custom API Format',
		...summaryOf(credential, findings),
	};
	const rows: IDataObject[] = [
		{ ...first, credential, now: EMPTY, found: EMPTY },
	];
	for (const { setting, verdict, advice, now, found } of findings) {
		rows.push({ setting, verdict, advice, credential: EMPTY, now, found });
	}
	return rows;
}

function summaryOf(credential: IDataObject, findings: Finding[]): Judgement {
	const changed = NAMES.filter((name) => name in credential);
	if (changed.length > 0) {
		const labels = changed.map((name) => `'${EXAMPLES[name]}'`);
		const fields = new Intl.ListFormat('en-GB').format(labels);
		const advice = `Turn on 'Custom API Format' in the credential, and copy each text in the column 'credential' into the field of its name: ${fields}. Then check again.`;
		return { verdict: 'change', advice };
	}
	if (
		findings.some(
			(each) => each.verdict === 'change' || each.verdict === 'unknown',
		)
	) {
		return unknown(
			`Nothing to copy. Do what the rows with the verdict 'change' or 'unknown' say.`,
		);
	}
	return { verdict: 'right', advice: 'Leave the credential as it is.' };
}

function unknown(advice: string): Judgement {
	return { verdict: 'unknown', advice };
}

const COPY = `Copy it from the first row, column 'credential'.`;

function judgementOf(isKept: boolean): Judgement {
	if (isKept) return { verdict: 'right', advice: 'Leave it as it is.' };
	return { verdict: 'change', advice: COPY };
}

function mistakeFindings({ entered }: Checked): Finding[] {
	const findings: Finding[] = [];
	for (const name of NAMES) {
		const found = entered[name].mistake;
		if (found === undefined) continue;
		const advice =
			'Correct it, or copy the one advised. Until then, it counts as empty.';
		findings.push({
			setting: EXAMPLES[name],
			now: 'not usable',
			found,
			verdict: 'change',
			advice,
		});
	}
	return findings;
}

/**
 * List Query has to filter: no charges of several reservations, and not the
 * same ones for an ID that does not exist.
 */
function queryFinding(
	{ own, later, elsewhere }: Checked,
	isChanged: boolean,
): Finding {
	const now = Object.keys(own.listQuery).join(', ') || NOTHING;
	const line = { setting: 'List Query', now };
	const isShared = later.some((item) =>
		elsewhere.some((each) => isEqual(each, item)),
	);
	const reservations = new Set(later.map((item) => item.reservationId));
	if (isShared || reservations.size > 1) {
		const judgement = unknown(
			`The service seems to ignore it. Look up in the documentation how to ask for one reservation, and correct 'List Query'.`,
		);
		return { ...line, found: 'other reservations as well', ...judgement };
	}
	return {
		...line,
		found: 'this reservation only',
		...judgementOf(!isChanged),
	};
}

function fieldFindings({ proposal, now, later }: Checked): Finding[] {
	const findings: Finding[] = [];
	for (const [name, label] of Object.entries({ id: 'ID', ...FIELD_LABELS })) {
		const before = now.map((item) => item[name]);
		const after = later.map((item) => item[name]);
		const value = firstOf(after);
		// An ID may also be a name in the list, and a reference stand in the
		// description.
		const field = proposal.found[name as RecognizedField];
		let found = value;
		let judgement = judgementOf(isEqual(before, after));
		// No charge is without them.
		const isInAll = name === 'id' || name === 'amount';
		const isMissing = isInAll ? after.includes(undefined) : value === NOTHING;
		if (isMissing || after.length === 0) judgement = withoutPlace(name);
		else if (field) found += ` at ${field.place.text}`;
		if (field?.doubt) {
			judgement = unknown(`Compare it with the bill. ${field.doubt}`);
		}
		findings.push({
			setting: `List Response: ${label}`,
			now: firstOf(before),
			found,
			...judgement,
		});
	}
	return findings;
}

function firstOf(values: unknown[]): string {
	return quoted(values.find((each) => each !== undefined));
}

function withoutPlace(field: string): Judgement {
	const also = field === 'reference' ? ` and 'Create Body'` : '';
	const advice = `Look for it in the output of Get Many, and show it as {${field}} in 'List Response'${also}. If no charge here has one, check a reservation where one has.`;
	// All charges have them.
	const isNeeded = ['id', 'amount', 'date', 'description'].includes(field);
	return { verdict: isNeeded ? 'unknown' : 'notTested', advice };
}

const HOW_ON = `Look up in the documentation how to get the next page. Put {page}, {offset}, {cursor} or {lastId} into 'List Query', and what an answer says about pages into 'List Response'.`;

function pagesFinding({ own, requests, reading, later }: Checked): Finding {
	const line = { setting: 'List Query: Pages', now: pagesIn(own) };
	if (reading.kind === 'unreadable') {
		const first = 'First do what the other rows say, and check again.';
		const advice =
			later.length > 0
				? `Correct what is found. If that is pages: ${HOW_ON}`
				: first;
		return { ...line, found: reading.reason, ...unknown(advice) };
	}
	const found = `${reading.count} charges in all`;
	if (reading.missed > 0) {
		const cut = `${found}, ${reading.missed} of them beyond {total}`;
		const advice = `{total} is the number of charges, not of pages: leave it out. ${COPY}`;
		return { ...line, found: cut, verdict: 'change', advice };
	}
	const pages = pagesIn(reading.draft);
	const isUnused = pages === NOTHING && !reading.isInPages;
	if (isUnused && requests.asksForPages) {
		return { ...line, found, ...unknown(HOW_ON) };
	}
	return { ...line, found, ...judgementOf(pages === line.now) };
}

const PAGE_FIELDS: readonly string[] = [
	...PAGE_QUERY_FIELDS,
	...PAGE_ANSWER_FIELDS,
];

/** The placeholders about pages. */
function pagesIn({ listQuery, listResponse }: Draft): string {
	const fields = [...fieldsIn(listQuery), ...fieldsIn(listResponse)];
	return placeholders(
		fields.filter((field) => PAGE_FIELDS.includes(field)).sort(),
	);
}

function placeholders(fields: string[]): string {
	return fields.map((field) => `{${field}}`).join(' ') || NOTHING;
}

function bodyFinding(checked: Checked): Finding {
	const now = placeholders(fieldsIn(checked.own.createBody));
	const found = placeholders(fieldsIn(checked.advised.createBody));
	return { setting: 'Create Body', now, found, ...judgedBody(checked) };
}

function judgedBody({
	own,
	advised,
	entered,
	isWriting,
	written,
}: Checked): Judgement {
	const missing = missingIn(advised);
	if (missing.length > 0) {
		return unknown(
			`Put ${placeholders(missing)} in place of the value that stands for it: none was recognized.`,
		);
	}
	if (written.some((step) => step.verdict !== 'right')) {
		return unknown(`Do what the rows of 'Test Writing' say.`);
	}
	const isKept = isEqual(advised.createBody, own.createBody);
	const isDocumented = entered.createBody.documented !== undefined;
	if (isDocumented || written.length > 0) return judgementOf(isKept);
	if (isWriting) {
		const advice = `'Test Writing' needs a list that shows all charges with their IDs: first do what the other rows say, and check again.`;
		return { verdict: 'notTested', advice };
	}
	return {
		verdict: 'notTested',
		advice: `A list does not show how a charge is created: paste the example of the documentation into 'Create Body', or turn on 'Test Writing' in the test environment.`,
	};
}

/** The fields that no charge can be created without. */
export function missingIn(draft: Draft): string[] {
	const fields = fieldsIn(draft.createBody);
	return ['amount', 'reservationId'].filter((field) => !fields.includes(field));
}

function questionFindings({ proposal }: Checked): Finding[] {
	return proposal.questions.map(({ body, place, found, question }) => ({
		setting: `${EXAMPLES[body]}: ${place.text}`,
		now: NOTHING,
		found,
		...unknown(`Look it up in the documentation. ${question}`),
	}));
}
