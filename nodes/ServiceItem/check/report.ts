import type { ExampleName } from '../../shared/format/fields';
import {
	CHARGE_FIELDS,
	EXAMPLES,
	FIELD_LABELS,
} from '../../shared/format/fields';
import { isEqual, quoted } from '../../shared/format/json';
import type { Told } from '../../shared/n8n/userError';
import { joined, toldBy } from '../../shared/n8n/userError';
import type { Charges } from './recognize';
import { placeOf, withText } from './recognize';

type Verdict = 'right' | 'change' | 'unknown' | 'notTested';

/** `enter` can be pasted into that field of the credential as it stands. */
export type Row = Record<
	'setting' | 'verdict' | 'advice' | 'enter' | 'now' | 'found',
	string
>;

export const NAMES = Object.keys(EXAMPLES) as ExampleName[];

/** JSON by setting; undefined for {}. */
export type Draft = Partial<Record<ExampleName, unknown>>;

export interface Findings extends Charges {
	/** What is in the credential, and what should be. */
	entered: Draft;
	draft: Draft;
	/** How charges were asked for. */
	query?: unknown;
	/** What the credential reads of them, by field. */
	now: Record<string, unknown>;
	/** By setting or field. */
	problems: Record<string, Told & { verdict?: Verdict }>;
	/** What the steps of the write test have done. */
	written?: Record<string, string | Error>;
}

/** In one line: n8n's table shows the end of a line as \n. */
export function textOf(json: unknown = {}): string {
	return JSON.stringify(json, null, 1).replace(/\n */g, ' ');
}

export function has(json: unknown, field: string): boolean {
	return textOf(json).includes(`{${field}`);
}

const KEEP = 'Leave it as it is';
const RIGHT = { what: ' ', advice: '', verdict: 'right' } as const;
const COMPARE = `Compare it with the documentation`;
const UNWRITTEN = {
	what: 'A list does not show how charges are written',
	advice: `${COMPARE}, or turn on 'Test Writing'`,
	verdict: 'notTested',
} as const;

export function reportOf(findings: Findings): Row[] {
	const { entered, draft, found, places, written = {} } = findings;
	const rows: Row[] = [];
	for (const name of NAMES) {
		const problem = problemOf(findings, name);
		const { what, advice, verdict = 'unknown' } = problem;
		const paste = joined({ what: 'Paste this', advice });
		const enter = textOf(draft[name]);
		const isSame = isEqual(draft[name], entered[name]);
		if (isSame) rows.push(row(EXAMPLES[name], verdict, advice || KEEP, what));
		else rows.push(row(EXAMPLES[name], 'change', paste, what, enter));
	}
	for (const [field, label] of Object.entries({ id: 'ID', ...FIELD_LABELS })) {
		if (found.length === 0) break;
		rows.push(fieldRow(findings, field, `List Response: ${label}`));
	}
	const used = found.map(({ path }) => path);
	const others = places.filter(({ path }) => !used.includes(path));
	if (others.length > 0) {
		const all = others.map(placeOf).join(', ');
		rows.push(row('List Response: others', 'right', 'Nothing reads them', all));
	}
	for (const [step, done] of Object.entries(written)) {
		const setting = `Test Writing: ${step}`;
		const left = `${COMPARE}. If a charge of this test is left, delete it`;
		if (typeof done === 'string') rows.push(row(setting, 'right', KEEP, done));
		else rows.push(row(setting, 'change', left, joined(toldBy(done))));
	}
	const isOpen = rows.some(({ verdict }) => /change|unknown/.test(verdict));
	const todo = `In the credential, turn on Custom API Format, paste what stands in 'enter', do what 'advice' says, and check again`;
	const [verdict, advice] = isOpen
		? (['change', todo] as const)
		: (['right', KEEP] as const);
	return [row('Custom API Format', verdict, advice), ...rows];
}

/** n8n shows an empty text in red. */
function row(
	setting: string,
	verdict: Verdict,
	advice: string,
	found = ' ',
	enter = ' ',
	now = ' ',
): Row {
	return { setting, verdict, advice, enter, now, found };
}

/** Of the bodies also what a list does not show. */
function problemOf(
	findings: Findings,
	name: ExampleName,
): Told & { verdict?: Verdict } {
	const { problems, draft, now, written = { none: Error() } } = findings;
	const problem = problems[name];
	if (problem || !name.endsWith('Body')) return problem ?? RIGHT;
	const lacking = CHARGE_FIELDS.filter((field) => {
		return now[field] !== undefined && !has(draft[name] ?? now, field);
	});
	if (name === 'updateBody' && draft.updateBody && lacking.length > 0) {
		const names = `{${lacking.join('}, {')}}`;
		const advice = `Put ${names} in where the service takes the value`;
		return { what: `Updates cannot change ${names}`, advice };
	}
	const isTested = Object.values(written).every(
		(each) => typeof each === 'string',
	);
	return isTested ? RIGHT : UNWRITTEN;
}

function fieldRow(findings: Findings, field: string, setting: string): Row {
	const { draft, now, list, problems, entered } = findings;
	const place = findings.found.find((each) => each.field === field);
	const { path = [], form: [, doubt, other] = [] } = place ?? {};
	let verdict: Verdict = 'right';
	let advice = KEEP;
	let enter;
	const problem = problems[field];
	if (problem ?? doubt) verdict = 'unknown';
	if (problem) advice = joined(problem);
	else if (doubt) {
		advice = `${doubt}. Otherwise it is right as advised`;
		const changed = withText(draft.listResponse, [...list, ...path], other);
		if (other) enter = textOf(changed);
	} else if (now[field] === undefined) {
		const isRead = has(draft.listResponse, field);
		const isOptional =
			!/^(id|amount)$/.test(field) &&
			(entered.listResponse ?? /^(?!date|desc)/.test(field));
		verdict = isRead ? 'change' : isOptional ? 'notTested' : 'unknown';
		advice = isRead
			? 'Paste List Response'
			: `If a charge has it, put {${field}} there in List Response`;
		if (field === 'reference') advice += ' and in Create Body';
	}
	const found = place ? placeOf(place) : quoted(now[field]);
	return row(setting, verdict, advice, found, enter, quoted(now[field]));
}
