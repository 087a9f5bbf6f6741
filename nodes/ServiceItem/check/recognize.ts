import type { IDataObject } from 'n8n-workflow';

import type { Leaf, Path } from '../../shared/format/json';
import {
	isBlank,
	isEqual,
	isJsonObject,
	leavesOf,
} from '../../shared/format/json';

/**
 * Names of fields (assumption), the best first, and behind the slash of what
 * else; in the order in which they are looked for.
 */
const NAMES = {
	reservationId: 'reserv|booking|stay|^res(v|no)?(_|$) / sub|date|code|count',
	id: '^_?id$ [ug]u?id (item|line|charge|ion)_?id id$ (_|^)(no|key)$ / reserv|booking|product|account|external|bill|categ|code',
	amount:
		'gross|incl ^amount$|total amount|sum price|fee|value cent|fils|yen / (^|_|\\.)(net|date|id|due|qty)|sub_?total|discount|quantity|(?<!c)count|rate|paid|percent|code|deposit',
	date: 'service|consum|charge|post|transact|created_for ^(date|day)$ date|day start|(_|^)(on|at|for)$ / creat(?!ed_for)|updat|modif|cancel|clos|due|end|delet|check|until|expir|paid|insert|write',
	destinationAccount:
		'destin folio|window|debtor|routed|bill_?(to|id)|target class / date|amount|name',
	accountCode:
		'account_?code|ledger|revenue|(_|^)gl(_|$) account (transaction|item)_?code|item_ref categ|code$ / (^|\\.)account_?id$|destin|target|bill|date|amount|name',
	reference:
		'external|ext_ refer|(_|^)ref(_|$) receipt|voucher / reserv|booking|invoice|class|item_',
	description:
		'descr ^((service|item)\\.)?name$|title|label|text|memo|remark|what note|comment|name / account|code|reserv|booking|first|last',
};
const OTHER =
	/guest|customer|user|hotel|propert|room|currency|stat(e|us)|type|tax|vat(?!ion)|source/;
/** A `value` or `id` is that of what is around it. */
const GENERAL = /\.(value|amount|id|code|name|text)$/;
const NO_CHARGES = /payment|tax|discount|refund|deposit/i;

type Field = keyof typeof NAMES;

/** Behind all names. */
const LAST = 9;

/** The lowest is the likeliest; Infinity for none. */
function rankOf(name: string, field: Field): number {
	const [names = '', not = ''] = NAMES[field].split(' / ');
	const told = GENERAL.test(name) ? name : name.replace(/.*\./, '');
	const isOther = OTHER.test(name) || new RegExp(not).test(name);
	const all = names.split(' ');
	const rank = all.findIndex((each) => new RegExp(each).test(told));
	if (isOther || rank < 0) return Infinity;
	// There may be several of a unit.
	return rank + (name.includes('unit') ? 0.5 : name.length / 1000);
}

/** The last two names, such as `unit_amount.gross_value`. */
function spelled(path: Path): string {
	const names = path.slice(-2).join('.');
	const spaced = names.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
	return spaced.toLowerCase().replace(/[^a-z0-9.]+/g, '_');
}

export interface Found extends Leaf {
	field: Field;
	/** Such as `{date as utc}`. */
	text: string;
	/** What else it may be, until it is entered, and the text for that. */
	doubt?: string;
	other?: string;
}

const ENTRY = '[0]';

/** The list with the most fields, or of charges the innermost. */
export function findCharges(answer: unknown, reservationId: string) {
	let best = { list: [] as Path, leaves: [] as Leaf[], found: [] as Found[] };
	let most = 1;
	for (const [list, items] of listsIn([answer], [])) {
		const all = new Map<string, Leaf>();
		for (const leaf of items.flatMap((each) => leavesOf(each))) {
			const key = leaf.path.join();
			const isPlain = /string|number/.test(typeof leaf.value);
			if (isPlain && !isBlank(leaf.value) && !all.has(key)) all.set(key, leaf);
		}
		const leaves = [...all.values()];
		const found = recognize(leaves, reservationId);
		const isCharge = /id,amount/.test(found.map(({ field }) => field).join());
		const score = found.length + (isCharge ? 50 * list.length : 0);
		if (score <= most || NO_CHARGES.test(list.join())) continue;
		best = { list, leaves, found };
		most = score;
	}
	return best;
}

/** One within others stands for all their entries. */
function listsIn(values: unknown[], path: Path): Array<[Path, IDataObject[]]> {
	const items = values.filter(Array.isArray).flat().filter(isJsonObject);
	const list = [...path, ENTRY];
	if (items.length > 0) return [[list, items], ...listsIn(items, list)];
	const objects = values.filter(isJsonObject);
	const names = new Set(objects.flatMap((each) => Object.keys(each)));
	return [...names].flatMap((name) => {
		const within = objects.map((each) => each[name]);
		return listsIn(within, [...path, name]);
	});
}

/** Which place most likely is that of which field. */
function recognize(leaves: Leaf[], reservationId: string): Found[] {
	const all: Found[] = [];
	for (const field of Object.keys(NAMES) as Field[]) {
		const ranked: Array<Found & { rank: number }> = [];
		for (const leaf of leaves) {
			const [text, doubt, other] = formOf(field, leaf, reservationId);
			const isTaken = all.some((each) => each.path === leaf.path);
			if (text === undefined || isTaken) continue;
			let rank = rankOf(spelled(leaf.path), field);
			if (field === 'reservationId' && !doubt) rank = Math.min(rank, LAST);
			if (rank > LAST) continue;
			ranked.push({ ...leaf, field, text, doubt, other, rank });
		}
		ranked.sort((one, two) => one.rank - two.rank);
		const [best] = ranked;
		const rival = ranked.find((each) => dayOf(each) !== dayOf(best));
		if (best && rival && /amount|date/.test(field)) {
			best.doubt ??= `It may also be ${placeOf(rival)}`;
		}
		if (best) all.push(best);
	}
	return all;
}

export function placeOf({ path, value }: Leaf): string {
	return `${JSON.stringify(value)} at ${path.join('.')}`;
}

/** Of a time its day. */
function dayOf(leaf?: Leaf): string {
	return String(leaf?.value).slice(0, 10);
}

/** A placeholder, what it may be as well, and the placeholder for that. */
type Form = [text?: string, doubt?: string, other?: string];

/** @returns nothing for a value that cannot be that of the field */
function formOf(field: Field, { path, value }: Leaf, reservationId = ''): Form {
	const shown = String(value);
	const isNumber = typeof value === 'number' && field !== 'id';
	if (field === 'date') return dayForm(shown);
	if (field === 'amount') return amountForm(shown, spelled(path), isNumber);
	const [before, behind] = shown.split(reservationId);
	const isAround = before !== '' || behind !== '';
	if (field !== 'reservationId' || reservationId === '' || !isAround) {
		return [isNumber ? `{${field} as number}` : `{${field}}`];
	}
	if (behind === undefined) return [];
	const doubt = 'Leave it out if charges of one reservation differ there';
	return [`${before}{reservationId}${behind}`, doubt];
}

function amountForm(shown: string, name: string, isNumber: boolean): Form {
	const cents = '{amount as minorUnits}';
	if (!/^-?\d+(\.\d+)?$/.test(shown)) return [];
	const isWhole = !shown.includes('.');
	if (isWhole && /cent|minor|pence/.test(name)) return [cents];
	if (!isNumber) return ['{amount as text}'];
	// Few charges are of less than one unit.
	if (!isWhole || shown.length < 3) return ['{amount}'];
	const doubt = `If ${shown} stands for ${Number(shown) / 100}, paste this`;
	return ['{amount as number}', doubt, cents];
}

function dayForm(shown: string): Form {
	const name = shown
		.replace(/^\d{10}$/, 'unixSeconds')
		.replace(/^\d{13}$/, 'unixMilliseconds')
		.replace(/^\d{4}-.*T.*[+-]\d\d:?\d\d$/, 'dateTime')
		.replace(/^\d{4}-.*T(?!00:00).*Z$/, 'utc')
		.replace(/^\d{4}(\W)\d\d\1\d\d/, 'yyyy$1MM$1dd')
		.replace(/^\d\d(\W)\d\d\1\d{4}/, 'dd$1MM$1yyyy')
		.replace(/\d\d:\d\d/, 'HH:mm')
		.replace(/:\d\d/, ':ss');
	if (!/yyyy|^unix|^dateT|^utc/.test(name)) return [];
	const text = `{date as ${name}}`.replace(' as yyyy-MM-dd}', '}');
	const other = text.replace(/ dd(.)MM/, ' MM$1dd');
	if (other === text || shown > '13') return [text];
	if (shown.slice(3) > '13') return [other];
	return [text, `If ${shown} begins with the month, paste this`, other];
}

/** A sample with placeholders where its names are those of the list. */
export function filled(
	json: unknown,
	found: Found[] = [],
	path: Path = [],
): unknown {
	if (Array.isArray(json)) {
		const first = filled(json[0], found);
		return isEqual(first, json[0]) ? json : [first];
	}
	if (isJsonObject(json)) {
		const all: Record<string, unknown> = { ...json };
		for (const name of Object.keys(json)) {
			all[name] = filled(json[name], found, [...path, name]);
		}
		return all;
	}
	const name = spelled(path);
	const same = found.find((each) => spelled(each.path) === name);
	if (same?.field === 'reservationId') return same.text;
	const isOwner = rankOf(name, 'reservationId') < Infinity;
	const field = same?.field ?? (isOwner ? 'reservationId' : 'id');
	const [text = json] = formOf(field, { path, value: json });
	return field === 'id' ? json : text;
}

/** The JSON with a text in it, and whatever is missing around it. */
export function withText(json: unknown, path: Path, text: string): unknown {
	const [name, ...rest] = path;
	if (name === undefined) return text;
	if (name === ENTRY) return [withText((json as unknown[])?.[0], rest, text)];
	const object = isJsonObject(json) ? json : {};
	return { ...object, [name]: withText(object[name], rest, text) };
}
