import { isValue } from '../../shared/format/fields';
import type { Path } from '../../shared/format/json';
import {
	isBlank,
	isEqual,
	isJsonObject,
	quoted,
} from '../../shared/format/json';

/**
 * Names of fields (assumption), the likeliest first, and behind the slash of
 * what else; in the order in which they are looked for.
 */
const NAMES = {
	reservationId: 'reserv|booking|stay|^book_?id|^res(v|no)?(_|$) / sub|date',
	id: '^_?id$ [ug]u?id|^pk$ (item|line|charge|ion)_?(id|no)$ id$ (_|^)(no|key)$ / reserv|booking|product|account|external|bill|categ',
	amount:
		'gross|incl ^amount$|betrag total amount|sum price|fee|value cent|fils|yen / (^|_|\\.)(net|date|id|due|qty)|sub_?total|discount|quantity|count|rate|paid|percent|code',
	date: '(service|consum|charge|post|transact)\\w*_(date|day|on)$|_for$ ^(date|day)$ date|day|datum (ed|start|charge)_(on|at|utc)$|start|^(on|at)$ / creat(?!ed_for)|delet|clos|insert|updat|modif|cancel|due|end|check|until|expir|paid|write',
	destinationAccount:
		'destin|ziel folio|window|debtor|routed|bill_?(to|id)|charge_?to|target class / date|amount|name',
	accountCode:
		'account_?code|ledger|revenue|konto|(_|^)gl(_|$) account (transaction|item)_?code|item_ref categ|code$ / (^|\\.)account_?id$|date|amount|name',
	reference:
		'external|ext_ refer|(_|^)ref(_|$) receipt|voucher|beleg / invoice|class|item_',
	description:
		'descr ^((service|item)\\.)?name$|title|label|text|memo|remark|what|^item$|bezeichn note|comment|name / code|first|last',
};
type Field = keyof typeof NAMES;

const OTHER =
	/guest|customer|user|hotel|propert|room|currency|stat(e|us)|type|tax|vat(?!ion)|source/;

/** The lowest is the likeliest; Infinity for none. */
export function rankOf(path: Path, field: Field): number {
	// The last two, such as `unit_amount.gross_value`.
	const words = path
		.slice(-2)
		.join('.')
		.replace(/([a-z\d])([A-Z])/g, '$1_$2');
	const name = words.toLowerCase().replace(/[^a-z\d.]+/g, '_');
	// A `value` is that of what is around it; `en` is a language.
	const isGeneral = /\.(value|amount|code|name|text|[a-z]{2})$/.test(name);
	const told = isGeneral ? name : name.replace(/.*\./, '');
	const [names = '', not = ''] = NAMES[field].split(' / ');
	const all = names.split(' ');
	const rank = all.findIndex((each) => new RegExp(each).test(told));
	const isOther = OTHER.test(name) || new RegExp(not).test(name);
	if (isOther || rank < 0) return Infinity;
	// There may be several of a unit.
	return rank + (name.includes('unit') ? 0.5 : name.length / 1000);
}

/** Where charges have a value, and which. */
interface Place {
	path: Path;
	values: Array<string | number>;
}

/** A placeholder; what it may be as well, and the placeholder for that. */
type Form = [text?: string, doubt?: string, other?: string];

/** What charges have, in the list where they stand. */
export interface Charges {
	list: Path;
	places: Place[];
	found: Array<Place & { field: Field; form: Form }>;
}

/** In the innermost list that has IDs and amounts, or else in the first. */
export function findCharges(answer: unknown, asked: string): Charges {
	const lists = listsIn(answer, [], []).map(({ list, places }) => {
		const found = recognize(places, asked);
		const isCharge = /id,amount/.test(found.map(({ field }) => field).join());
		const isOther = /payment|tax|discount|refund/i.test(list.join());
		const depth = isCharge && !isOther ? list.length : 0;
		return { list, places, found, depth };
	});
	lists.sort((one, two) => two.depth - one.depth);
	return lists[0] ?? { list: [], places: [], found: [] };
}

const ENTRY = '[0]';

/** Lists within others stand for all their entries. */
function listsIn(
	json: unknown,
	list: Path,
	path: Path,
	all: Array<Pick<Charges, 'list' | 'places'>> = [],
) {
	if (Array.isArray(json)) {
		const inner = [...list, ...path, ENTRY];
		for (const entry of json) listsIn(entry, inner, [], all);
	} else if (isJsonObject(json)) {
		for (const [name, inner] of Object.entries(json)) {
			listsIn(inner, list, [...path, name], all);
		}
	} else if (isValue(json) && !isBlank(json) && list.length * path.length > 0) {
		let known = all.find((each) => isEqual(each.list, list));
		if (!known) all.push((known = { list, places: [] }));
		const place = known.places.find((each) => isEqual(each.path, path));
		if (place) place.values.push(json);
		else known.places.push({ path, values: [json] });
	}
	return all;
}

/** Which place most likely is that of which field. */
function recognize(places: Place[], asked: string): Charges['found'] {
	const most = Math.max(...places.map(({ values }) => values.length));
	const all: Charges['found'] = [];
	for (const field of Object.keys(NAMES) as Field[]) {
		const fits = places.map((place) => {
			const { path, values } = place;
			const form = formOf(field, path, values);
			let rank = form.length > 0 ? rankOf(path, field) : Infinity;
			if (field === 'id' && new Set(values).size < most) rank = Infinity;
			const isAsked = values.every((value) => String(value) === asked);
			if (field === 'reservationId') rank = isAsked ? 0 : Infinity;
			if (all.some((each) => each.path === path)) rank = Infinity;
			return { path, values, field, form, rank };
		});
		const ranked = fits.filter(({ rank }) => rank < Infinity);
		const [best] = ranked.sort((one, two) => one.rank - two.rank);
		if (!best) continue;
		all.push(best);
		const rival = ranked.find(({ values }) => !isEqual(values, best.values));
		if (!rival || !/amount|date/.test(field)) continue;
		best.form[1] ??= `It may also be ${placeOf(rival)}`;
	}
	return all;
}

export function placeOf({ path, values }: Place): string {
	return `${quoted(values[0])} at ${path.join('.')}`;
}

/** The first that any value has; what is behind it, such as .000Z, stays. */
const DAYS: Array<[form: RegExp, name: string, other?: string]> = [
	[/^\d{4}-.*T(?!00:00).*Z$/, 'utc'],
	[/^\d{4}-.*T.*[+-]\d\d:?\d\d$/, 'dateTime'],
	[/^\d{4}-\d\d-\d\d(.)\d\d:\d\d:\d\d/, 'yyyy-MM-dd$1HH:mm:ss'],
	[/^\d{4}-\d\d-\d\d$/, 'date'],
	[/^\d{10}$/, 'unixSeconds'],
	[/^\d{13}$/, 'unixMilliseconds'],
	[/^\d\d\.\d\d\.\d{4}$/, 'dd.MM.yyyy'],
	[/^(1[3-9]|[23]\d)\/\d\d\/\d{4}$/, 'dd/MM/yyyy'],
	[/^\d\d\/(1[3-9]|[23]\d)\/\d{4}$/, 'MM/dd/yyyy'],
	[/^\d\d\/\d\d\/\d{4}$/, 'dd/MM/yyyy', '{date as MM/dd/yyyy}'],
];

/** @returns nothing for what cannot be a value of the field */
function formOf(field: Field, path: Path, values: Place['values']): Form {
	const [first = ''] = values;
	if (field === 'date') {
		for (const [form, name, other] of DAYS) {
			const day = values.map(String).find((value) => form.test(value));
			if (day === undefined) continue;
			const text = `{date as ${day.replace(form, name)}}`;
			const doubt = other && `If ${day} begins with the month, paste this`;
			return [text.replace(' as date}', '}'), doubt, other];
		}
		return [];
	}
	const isText = typeof first === 'string' || field === 'id';
	const text = isText ? `{${field}}` : `{${field} as number}`;
	if (field !== 'amount') return [text];
	const all = values.join(' ');
	const cents = '{amount as minorUnits}';
	if (!/^(-?\d+(\.\d+)?( |$))+$/.test(all)) return [];
	const isWhole = !all.includes('.');
	if (isWhole && /cent|minor|pence/i.test(path.join())) return [cents];
	if (isText) return ['{amount as text}'];
	// Few charges are of less than one unit.
	if (!isWhole || /\b\d\d?\b/.test(all)) return ['{amount}'];
	return [text, `If ${first} stands for ${+first / 100}, paste this`, cents];
}

/** A sample with placeholders where its names are those of the list. */
export function filled(json: unknown, found: Charges['found']): unknown {
	const text = JSON.stringify(json, (name, value: unknown) => {
		// One line stands for all.
		const isLines = Array.isArray(value) && value.every(isJsonObject);
		if (isLines) return value.slice(0, 1);
		const same = found.find(({ path }) => path.at(-1) === name);
		const isOwner = rankOf([name], 'reservationId') < Infinity;
		const field = same?.field ?? (isOwner ? 'reservationId' : 'id');
		if (!isValue(value) || field === 'id') return value;
		return formOf(field, [name], [value])[0] ?? value;
	});
	return text && JSON.parse(text);
}

/** The JSON with a text in it, and whatever is missing around it. */
export function withText(json: unknown, path: Path, text = ''): unknown {
	const [name, ...rest] = path;
	if (name === undefined) return text;
	if (name === ENTRY) return [withText((json as unknown[])?.[0], rest, text)];
	const object = isJsonObject(json) ? json : {};
	return { ...object, [name]: withText(object[name], rest, text) };
}
