import { ENTRY } from '../../shared/format/example';
import { isValue } from '../../shared/format/fields';
import {
	isBlank,
	isJsonObject,
	quoted,
	type Path,
} from '../../shared/format/json';

/**
 * Names of fields (assumption), the likeliest first, and behind the slash of
 * what else; in the order in which they are looked for.
 */
const NAMES = {
	id: '^_?id$ [ug]u?id|^pk$ (item|line|charge|ion)_?(id|no)$ id$ (_|^)(no|key)$ / reserv|booking|product|account|external',
	amount:
		'gross|incl ^amount$|betrag total amount|sum price|fee|value cent|fils|yen / (^|_|\\.)(net|date|id|due|qty)|sub_?total|discount|quantity|count|rate|paid|percent|code',
	date: '(service|consum|charge|post|transact)\\w*_(date|day|on)$|_for$ ^(date|day)$ date|day|datum (ed|start|charge)_(on|at|utc)$|start|^(on|at)$ / creat(?!ed_for)|delet|clos|insert|updat|modif|cancel|due|end|check|until|expir|paid|write',
	destinationAccount:
		'destin|ziel folio|window|debtor|routed|bill_?(to|id)|charge_?to|target class / date|amount|name',
	accountCode:
		'account_?code|ledger|revenue|konto|(_|^)gl(_|$) account (transaction|item)_?code categ|code$ / (^|\\.)account_?id$|name',
	reference:
		'external|ext_ refer|(_|^)ref(_|$) receipt|voucher|beleg / invoice|item_',
	description:
		'descr ^((service|item)\\.)?name$|title|label|text|memo|remark|what|^item$|bezeichn note|comment|name / code|first|last',
};
type Field = keyof typeof NAMES;

const OTHER =
	/guest|customer|user|hotel|propert|room|currency|stat(e|us)|type|tax|vat(?!ion)|source/;

const OWNER = /reserv|booking|stay/i;

/** Where charges have a value, and which; what it most likely is. */
export interface Place {
	path: Path;
	values: Array<string | number>;
	field?: string;
	/** With its placeholder. */
	text?: string;
	/** Of an amount: the user's word. */
	entered?: string;
	/** What it may be as well, and the text for that. */
	doubt?: string;
	other?: string;
}

function withinCharge(path: Path): Path {
	return path.slice(path.lastIndexOf(ENTRY) + 1);
}

export function shownAt({ path, values }: Place): string {
	return `${quoted(values[0])} at ${withinCharge(path).join('.')}`;
}

/** In the innermost list that has IDs and amounts, or else in the first. */
export function findCharges(answer: unknown, asked: string): Place[] {
	const lists = new Map<string, Place[]>();
	collect(answer, [], lists);
	let [charges = []] = lists.values();
	let deepest = 0;
	for (const [list, places] of lists) {
		recognize(places, asked);
		const fields = places.map(({ field }) => field);
		const isCharge = fields.includes('id') && fields.includes('amount');
		const isOther = /payment|tax|discount|refund/i.test(list);
		const depth = list.split(ENTRY).length;
		if (!isCharge || isOther || depth <= deepest) continue;
		charges = places;
		deepest = depth;
	}
	return charges;
}

function collect(json: unknown, path: Path, lists: Map<string, Place[]>): void {
	if (typeof json === 'object') {
		for (const [name, inner] of Object.entries(json ?? {})) {
			collect(inner, [...path, Array.isArray(json) ? ENTRY : name], lists);
		}
	}
	const depth = path.lastIndexOf(ENTRY) + 1;
	const isOfCharge = depth > 0 && depth < path.length;
	if (!isOfCharge || !isValue(json) || isBlank(json)) return;
	const list = path.slice(0, depth).join('.');
	const places = lists.get(list) ?? [];
	lists.set(list, places);
	const known = places.find((place) => place.path.join() === path.join());
	if (known) known.values.push(json);
	else places.push({ path, values: [json] });
}

/** Says which place most likely is that of which field. */
function recognize(places: Place[], asked: string): void {
	const owner = places.find(({ values }) => {
		return values.every((value) => String(value) === asked);
	});
	if (owner) Object.assign(owner, formOf('reservationId', owner));
	for (const field of Object.keys(NAMES) as Field[]) {
		const rank = (place: Place) => rankOf(field, place);
		const fits = places.filter((each) => !each.field && rank(each) < Infinity);
		const [best, ...others] = fits.sort((one, two) => rank(one) - rank(two));
		if (!best) continue;
		Object.assign(best, formOf(field, best));
		const shown = best.values.join();
		const rival = others.find(({ values }) => values.join() !== shown);
		if (!rival || !/amount|date/.test(field)) continue;
		best.doubt ??= `It may also be ${shownAt(rival)}`;
	}
}

/** The lowest is the likeliest; Infinity for none. */
function rankOf(field: Field, place: Place): number {
	// The last two, such as `unit_amount.gross_value`.
	const words = withinCharge(place.path).slice(-2).join('.');
	const parts = words.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
	const name = parts.replace(/[^a-z\d.]+/g, '_');
	// A `value` is that of what is around it; `en` is a language.
	const isGeneral = /\.(value|amount|code|name|text|[a-z]{2})$/.test(name);
	const told = isGeneral ? name : name.replace(/.*\./, '');
	const [names = '', not = ''] = NAMES[field].split(' / ');
	const all = names.split(' ');
	const rank = all.findIndex((each) => new RegExp(each).test(told));
	const isOther = OTHER.test(name) || new RegExp(not).test(name);
	if (rank < 0 || isOther || !formOf(field, place)) return Infinity;
	// There may be several of a unit.
	return rank + (name.includes('unit') ? 0.5 : name.length / 1000);
}

/** How values look in JSON, the likeliest first; what another one would mean. */
const FORMS: Record<string, Array<[RegExp, string, doubt?: string]>> = {
	cents: [[/^"?-?\d+"?$/, '{amount as minorUnits}']],
	amount: [
		[/^-?\d+(\.\d+)?$/, '{amount}'],
		[/^"-?\d+(\.\d+)?"$/, '{amount as text}'],
		// Few charges are of less than one unit.
		[/^-?\d{3,}$/, '{amount as minorUnits}', 'is in cents'],
	],
	date: [
		[/^"\d{4}-\d\d-\d\d"$/, '{date}'],
		[/^".{10}(T00:00.*Z)"$/, '{date as yyyy-MM-dd$1}'],
		[/^".{10}T.*Z"$/, '{date as utc}'],
		[/^".{10}T.*[+-]\d\d:?\d\d"$/, '{date as dateTime}'],
		[/^".{10}([T ])..:..:.."$/, '{date as yyyy-MM-dd$1HH:mm:ss}'],
		[/^"?\d{10}"?$/, '{date as unixSeconds}'],
		[/^"?\d{13}"?$/, '{date as unixMilliseconds}'],
		[/^"\d\d\.\d\d\.\d{4}"$/, '{date as dd.MM.yyyy}'],
		[/^"..\/(0\d|1[0-2])\/\d{4}"$/, '{date as dd/MM/yyyy}'],
		[/^"(0\d|1[0-2])\/..\/\d{4}"$/, '{date as MM/dd/yyyy}', 'is a month first'],
	],
	id: [[/.+/, '{id}']],
};

/** Undefined where the values cannot be those of the field. */
function formOf(field: string, { path, values }: Place) {
	const all = values.map((value) => JSON.stringify(value));
	const [shown = ''] = all;
	if (field === 'id' && new Set(all).size < all.length) return undefined;
	const isCents = field === 'amount' && /cent|minor|pence/i.test(path.join());
	const forms = FORMS[isCents ? 'cents' : field] ?? [
		[/^".*/, `{${field}}`],
		[/.+/, `{${field} as number}`],
	];
	const [first, second] = forms.filter(([form]) =>
		all.every((each) => form.test(each)),
	);
	if (!first) return undefined;
	const text = shown.replace(first[0], first[1]);
	if (!second?.[2]) return { field, text };
	return {
		field,
		// Entered, it is the user's word.
		text: text.replace('{amount}', '{amount as number}'),
		doubt: `If ${shown} ${second[2]}, paste this`,
		other: second[1],
	};
}

/** A sample with placeholders where its names are those of the list. */
export function filled(json: unknown, places: Place[] = []): unknown {
	const isSample = json && !/\{\w/.test(JSON.stringify(json));
	if (!isSample) return json;
	const text = JSON.stringify(json, (name, value: unknown) => {
		// One line stands for all.
		const isLines = Array.isArray(value) && value.every(isJsonObject);
		if (isLines) return value.slice(0, 1);
		const same = places.find(({ path }) => path.at(-1) === name);
		const field = same?.field ?? (OWNER.test(name) ? 'reservationId' : 'id');
		if (!isValue(value) || field === 'id') return value;
		const form = formOf(field, { path: [name], values: [value] });
		return same?.entered ?? form?.text ?? value;
	});
	return JSON.parse(text);
}

/** The JSON with a text in it, and whatever is missing around it. */
export function withText(json: unknown, path: Path, text = ''): unknown {
	const [name, ...rest] = path;
	if (name === undefined) return text;
	if (name === ENTRY) return [withText((json as unknown[])?.[0], rest, text)];
	const object = isJsonObject(json) ? json : {};
	return { ...object, [name]: withText(object[name], rest, text) };
}
