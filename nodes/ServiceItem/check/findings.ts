import type { IDataObject } from 'n8n-workflow';

import { FIELD_LABELS } from '../../shared/format/fields';
import { quoted } from '../../shared/format/json';
import { EXAMPLES } from '../../shared/format/placeholder';
import type { Answer } from '../../shared/http/reply';
import type { FoundCharges } from './answers';
import type { Draft, EnteredExamples } from './drafts';
import { DEFAULT_BODY, isSame, NAMES } from './drafts';
import type { FoundFields, RecognizedField } from './recognize';
import type { Finding } from './report';
import { ENTER, RIGHT } from './report';
import type { ReadList } from './tryReading';

const SHOWN_FIELDS = Object.entries({ id: 'ID', ...FIELD_LABELS }) as Array<
	[RecognizedField, string]
>;
const IGNORED = `The service seems to ignore this query parameter. Look its name up in the documentation of your service, and enter it in 'List Query' before anything is compared or removed.`;
const HOW_ON = `Look up in the documentation of your service how a list goes on. Put {page}, {offset}, {cursor} or {lastId} into 'List Query', and what an answer says of it into 'List Response'.`;
const CUT = `{total} is the number of charges, not of pages: leave it out.`;
const NOT_SHOWN = `A list does not show how a charge is created: if the documentation of your service does, paste that into 'Create Body', as it stands. Turn on 'Write Test', with a test environment, to see what becomes of a charge.`;

/** Examples that cannot be used at all, each with its reason. */
export function unusableFindings(entered: EnteredExamples): Finding[] {
	return NAMES.flatMap((name): Finding[] => {
		const example = entered[name];
		if (example.kind !== 'unusable') return [];
		const advice = `Correct it, or paste the example of the documentation as it stands. Until then, it counts as empty.`;
		return [{ setting: EXAMPLES[name], now: '', found: example.reason, verdict: 'change', advice }];
	});
}

/** List Query has to filter: no charges of several reservations, and not the same ones for an ID that does not exist. */
export function queryFinding({
	own,
	advised,
	charges,
	elsewhere,
}: {
	own: Draft;
	advised: Draft;
	charges: FoundCharges;
	elsewhere: Answer | string;
}): Finding {
	const line = { setting: 'List Query', now: Object.keys(own.listQuery).join(', ') };
	const others = JSON.stringify(typeof elsewhere === 'string' ? '' : (elsewhere.body ?? ''));
	const isShared = charges.entries.some((item) => others.includes(JSON.stringify(item)));
	if (isShared || new Set(charges.found.reservationId?.values).size > 1) {
		return { ...line, found: 'other reservations as well', verdict: 'unknown', advice: IGNORED };
	}
	const isKept = isSame(own.listQuery, advised.listQuery);
	return { ...line, found: 'this reservation only', ...(isKept ? RIGHT : ENTER) };
}

/** @param read what is read by the credential, and by what is advised */
export function fieldFindings(
	found: FoundFields,
	read: { now: IDataObject[]; advised: IDataObject[] },
): Finding[] {
	return SHOWN_FIELDS.map(([field, label]): Finding => {
		const before = read.now.map((values) => values[field]);
		const after = read.advised.map((values) => values[field]);
		const line = { setting: `List Response: ${label}`, now: firstOf(before) };
		const { place, doubt } = found[field] ?? {};
		if (!place) return withoutPlace(field, line, before);
		const compared = { ...line, found: `${firstOf(after)} at ${place.text}` };
		if (JSON.stringify(before) !== JSON.stringify(after)) {
			return { ...compared, ...ENTER, advice: doubt ? `${ENTER.advice} ${doubt}` : ENTER.advice };
		}
		return doubt ? { ...compared, verdict: 'unknown', advice: doubt } : { ...compared, ...RIGHT };
	});
}

function withoutPlace(
	field: RecognizedField,
	line: Pick<Finding, 'setting' | 'now'>,
	before: unknown[],
): Finding {
	const isRead = before.some((value) => value !== undefined);
	if (isRead && field === 'reference') {
		return { ...line, found: `${line.now} at the end of the description`, ...RIGHT };
	}
	if (isRead && field === 'id')
		return { ...line, found: `${line.now}, a name in the list`, ...RIGHT };
	const settings = `'List Response'${field === 'reference' ? ` and 'Create Body'` : ''}`;
	return {
		...line,
		found: 'nothing',
		verdict: ['id', 'amount', 'date'].includes(field) ? 'unknown' : 'notTested',
		advice: `Look for it in the output of Get Many, and show it as {${field}} in ${settings}. If no charge of this reservation has one, check again with one that has.`,
	};
}

function firstOf(values: unknown[]): string {
	return quoted(values.find((each) => each !== undefined));
}

export function pagesFinding(
	read: ReadList,
	{ own, isPaged }: { own: Draft; isPaged: boolean },
): Finding {
	const line = { setting: 'List Query: Pages', now: isPaged ? 'asked for' : 'not asked for' };
	if (read.kind === 'unreadable') {
		return { ...line, found: read.reason, verdict: 'unknown', advice: HOW_ON };
	}
	const found = `${read.count} charges in all`;
	if (read.kind === 'cutByTotal') {
		const cut = `${found}, ${read.rest} of them behind {total}`;
		return { ...line, found: cut, verdict: 'change', advice: `${CUT} ${ENTER.advice}` };
	}
	const { listQuery, listResponse } = read.draft;
	const isKept = isSame([listQuery, listResponse], [own.listQuery, own.listResponse]);
	return { ...line, found, ...(isKept || !isPagingNew(read.draft, own) ? RIGHT : ENTER) };
}

/** True where the draft asks for pages, or reads of them, and the credential does not. */
function isPagingNew(draft: Draft, own: Draft): boolean {
	const asks = ({ listQuery, listResponse }: Draft): string =>
		(JSON.stringify([listQuery, listResponse]).match(PAGE_PLACEHOLDERS) ?? []).sort().join();
	return asks(draft) !== asks(own);
}

const PAGE_PLACEHOLDERS = /\{(page|page from 0|offset|cursor|lastId|nextPage|hasMore|total)\}/g;

export function bodyFinding({
	own,
	advised,
	constants,
	written,
	missing,
}: {
	own: Draft;
	advised: Draft;
	constants: string[];
	written: Finding[];
	missing: string[];
}): Finding {
	const isProposed = !isSame(advised.createBody, own.createBody);
	const isDefault = isSame(own.createBody, DEFAULT_BODY);
	const line = {
		setting: 'Create Body',
		now: isDefault ? 'the default' : 'your own',
		found: isProposed ? JSON.stringify(advised.createBody) : 'nothing else',
	};
	const sent =
		constants.length > 0
			? ` Sent with every charge as they stand: ${constants.join(', ')}. Where one of them differs from charge to charge, put a placeholder there.`
			: '';
	if (missing.length > 0) {
		const places = missing.map((field) => `{${field}}`).join(' and ');
		const advice = `Put ${places} in place of the value there that stands for it: nothing was recognized as that.${sent}`;
		return { ...line, verdict: 'unknown', advice };
	}
	if (written.length > 0 && written.every(({ verdict }) => verdict === 'right')) {
		const done = isProposed ? ENTER : RIGHT;
		return { ...line, ...done, advice: `${done.advice}${sent}` };
	}
	if (written.length > 0) {
		return { ...line, verdict: 'unknown', advice: 'Do what the rows of the write test say.' };
	}
	if (isProposed && !isDefault) return { ...line, ...ENTER, advice: `${ENTER.advice}${sent}` };
	return { ...line, verdict: 'notTested', advice: NOT_SHOWN };
}
