import type { ExampleName } from '../../shared/format/fields';
import {
	CHARGE_FIELDS,
	EXAMPLES,
	FIELD_LABELS,
} from '../../shared/format/fields';
import type { Leaf, Path } from '../../shared/format/json';
import { isEqual, quoted } from '../../shared/format/json';
import type { Told } from '../../shared/n8n/userError';
import { joined, toldBy } from '../../shared/n8n/userError';
import type { Found } from './recognize';
import { placeOf, withText } from './recognize';

type Verdict = 'right' | 'change' | 'unknown' | 'notTested';
type Problem = Told & { verdict?: Verdict };

/** `enter` can be pasted into that field of the credential as it stands. */
export type Row = Record<
	'setting' | 'verdict' | 'advice' | 'enter' | 'now' | 'found',
	string
>;

/** JSON by setting; undefined for {}. */
export type Draft = Partial<Record<ExampleName, unknown>>;

/** What is read of a charge, by field. */
export type Values = Record<string, unknown>;

export interface Checked {
	/** What is in the credential, what should be, and what is assumed. */
	entered: Draft;
	draft: Draft;
	usual: object;
	/** What is read by both. */
	now: Values;
	later: Values;
	list: Path;
	leaves: Leaf[];
	found: Found[];
	/** By setting or field. */
	problems: Record<string, Problem>;
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

const RIGHT: Problem = {
	what: ' ',
	advice: 'Leave it as it is',
	verdict: 'right',
};

/** First what to do, then why. */
export function reportOf(checked: Checked): Row[] {
	const { entered, draft, leaves, found, problems, written } = checked;
	problems.createBody ??= bodyProblem(checked, 'createBody');
	problems.updateBody ??= bodyProblem(checked, 'updateBody');
	const rows: Row[] = [];
	for (const [name, label] of Object.entries(EXAMPLES)) {
		const json = draft[name as ExampleName];
		const isNew = !isEqual(json, entered[name as ExampleName]);
		const { what, advice, verdict = 'unknown' } = problems[name] ?? RIGHT;
		const paste = verdict === 'right' ? 'Paste this' : `Paste this. ${advice}`;
		if (!isNew) rows.push(row(label, verdict, advice, what));
		else rows.push(row(label, 'change', paste, what, textOf(json)));
	}
	if (found.length > 0) {
		const labels = { id: 'ID', ...FIELD_LABELS };
		for (const [field, label] of Object.entries(labels)) {
			rows.push(fieldRow(checked, field, `List Response: ${label}`));
		}
		const used = found.map(({ path }) => path);
		const others = leaves.filter(({ path }) => !used.includes(path));
		const places = others.map(placeOf).join(', ') || 'none';
		const label = 'List Response: other places';
		rows.push(row(label, 'right', 'Nothing reads them', places));
	}
	for (const [step, done] of Object.entries(written ?? {})) {
		const setting = `Test Writing: ${step}`;
		if (typeof done === 'string') {
			rows.push(row(setting, 'right', 'Nothing to do', done));
			continue;
		}
		const advice = `Compare it with the documentation. If a charge 'Check of the API format' is left, delete it`;
		rows.push(row(setting, 'change', advice, joined(toldBy(done))));
	}
	return [summaryOf(rows), ...rows];
}

function row(
	setting: string,
	verdict: Verdict,
	advice: string,
	found = ' ',
	enter = ' ',
	now = ' ',
): Row {
	// n8n shows an empty text in red.
	return { setting, verdict, advice, enter, now, found };
}

function summaryOf(rows: Row[]): Row {
	const setting = 'Custom API Format';
	const open = rows.filter(({ verdict }) => /change|unknown/.test(verdict));
	const pasted = open.filter((each) => {
		return each.enter !== ' ' && !each.setting.includes(':');
	});
	const names = pasted.map((each) => `'${each.setting}'`).join(', ');
	if (open.length === 0) return row(setting, 'right', RIGHT.advice);
	if (names === '') return row(setting, 'unknown', 'Do what the rows say');
	const advice = `Turn it on in the credential, paste what is in 'enter' for ${names}, and check again`;
	return row(setting, 'change', advice);
}

const COMPARE = `Compare it with the documentation, or turn on 'Test Writing'`;

/** What a list does not show. */
function bodyProblem(
	{ draft, usual, written = {} }: Checked,
	name: 'createBody' | 'updateBody',
): Problem {
	const { createBody = usual, updateBody = createBody } = draft;
	const isCreate = name === 'createBody';
	const needed = isCreate ? ['reservationId', 'amount'] : CHARGE_FIELDS;
	const lacking = needed.filter((field) => {
		return has(createBody, field) !== isCreate && !has(updateBody, field);
	});
	if (lacking.length > 0) {
		const names = `{${lacking.join('}, {')}}`;
		const advice = `Put ${names} in where the service takes the value`;
		return { what: `without ${names}`, advice };
	}
	const done = Object.values(written);
	const isTested = done.length > 0;
	const what = 'A list does not show how charges are written';
	if (!isTested) return { what, advice: COMPARE, verdict: 'notTested' };
	const isRight = done.every((each) => typeof each === 'string');
	return isRight ? RIGHT : { what, advice: COMPARE };
}

function fieldRow(checked: Checked, field: string, setting: string): Row {
	const { draft, now, later, list, problems } = checked;
	const place = checked.found.find((each) => each.field === field);
	const found = place ? placeOf(place) : quoted(later[field]);
	const of = (verdict: Verdict, advice: string, enter?: string): Row =>
		row(setting, verdict, advice, found, enter, quoted(now[field]));
	const problem = problems[field];
	if (problem) return of('unknown', joined(problem));
	if (place?.doubt) {
		const { doubt, other, path } = place;
		const changed = withText(
			draft.listResponse,
			[...list, ...path],
			`${other}`,
		);
		const advice = `${doubt}. Otherwise it is right as advised`;
		return of('unknown', advice, other && textOf(changed));
	}
	if (later[field] !== undefined) {
		const isSame = isEqual(now[field], later[field]);
		if (isSame) return of('right', RIGHT.advice);
		const enter = textOf(draft.listResponse);
		return of('change', 'Paste this into List Response', enter);
	}
	if (place) {
		return of(
			'notTested',
			`To use it, put {${field}} into Create Body as well`,
		);
	}
	const isNeeded = /^(id|amount|date|description)$/.test(field);
	const advice = `If another place has it, put {${field}} there in List Response; or check a reservation that has it`;
	return of(isNeeded ? 'unknown' : 'notTested', advice);
}
