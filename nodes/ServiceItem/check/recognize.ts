import { ENTRY } from '../../shared/format/example';
import { isValue, type Value } from '../../shared/format/fields';
import {
	isBlank,
	isEqual,
	isJsonObject,
	quoted,
	type Path,
} from '../../shared/format/json';

/** Where charges have values, and what they most likely are. */
export interface Place {
	path: Path;
	/** Within a charge, such as `amount.gross`. */
	name: string;
	values: Value[];
	field?: string;
	/** With its placeholder. */
	text?: string;
	/** What it may be as well. */
	doubt?: string;
}

const OWNER = /(reserv(ation)?|booking|stay)_?(id|no|number|ref|code)?$/i;
/** Names (assumption), the likeliest first; fields in the order of the search. */
const NAMES: Record<string, RegExp[]> = {
	reservationId: [OWNER, /./],
	id: [/\b_?id$/i, /(item|line|charge|ion)_?(id|no)$/i, /id$|\b(no|key|pk)$/i],
	amount: [/gross/i, /\bamount$/i, /total|amount/i, /price|value|yen|fils/i],
	date: [
		/(service|charge|post|transact)\w*(date|on)$|consum/i,
		/date|day|\bat$/i,
	],
	destinationAccount: [
		/destin/i,
		/folio|window|target|routed|bill_?(id|to)|charge.to/i,
	],
	accountCode: [
		/ledger|revenue|\waccount|account(?!_?(id|name))/i,
		/code$/i,
		/categ/i,
	],
	reference: [/external|refer|\bref$|receipt|voucher/i],
	description: [
		/descr/i,
		/^name$|title|label|text|memo|remark|what/i,
		/\bitem$|note|name/i,
	],
};
/** Names of what is none of these. */
const OTHER = new RegExp(
	'guest|customer|user|hotel|propert|room|currency|stat(e|us)|type|lang|arriv|depart|birth|(?<!inc\\w*)tax|vat|reserv|booking|creat|updat|modif|delet|cancel|due|paid|check|net|sub_?total|(?<!ac)count',
	'i',
);

/** How values look in JSON, the likeliest format first; when it is this one. */
const FORMS: Record<string, Array<[RegExp, format: string, when?: string]>> = {
	id: [[/.+/, '']],
	cents: [[/^"?-?\d+"?$/, 'minorUnits']],
	amount: [
		[/^-?\d+(\.\d+)?$/, ''],
		[/^"-?\d+(\.\d+)?"$/, 'text'],
		// Few charges are of less than one unit.
		[/^"?-?(0|\d{3,})"?$/, 'minorUnits', 'it is in cents'],
	],
	date: [
		[/^"\d{4}-\d\d-\d\d"$/, ''],
		[/^"[-\d]{10}([T ]00:00[:.0]*Z?)"$/, 'yyyy-MM-dd$1'],
		[/^"[-\d]{10}T.*Z"$/, 'utc'],
		[/^"[-\d]{10}[T ]\d\d:.*"$/, 'dateTime'],
		[/^"?\d{10}"?$/, 'unixSeconds'],
		[/^"\d\d\.\d\d\.\d{4}"$/, 'dd.MM.yyyy'],
		[/^"..\/(0\d|1[0-2])\/\d{4}"$/, 'dd/MM/yyyy'],
		[/^"(0\d|1[0-2])\/..\/\d{4}"$/, 'MM/dd/yyyy', 'the month is first'],
	],
	others: [
		[/^".*/, ''],
		[/^\d.*/, 'number'],
	],
};

export function shownAt({ name, values }: Place): string {
	return `${quoted(values[0])} at ${name}`;
}

/** In the innermost list that has IDs and amounts, or else in the first. */
export function findCharges(answer: unknown, asked: string): Place[] {
	const lists = placesIn(answer);
	lists.delete('');
	let [charges = []] = lists.values();
	let found = '';
	for (const [list, places] of lists) {
		recognize(places, asked);
		const fields = places.map(({ field }) => field);
		const isCharge = fields.includes('id') && fields.includes('amount');
		const isOther = /payment|tax|discount|refund|deposit/i.test(list);
		if (!isCharge || isOther || !list.startsWith(found)) continue;
		charges = places;
		found = list;
	}
	return charges;
}

type Lists = Map<string, Place[]>;

/** By the list in which they are; '' where they are in none. */
function placesIn(
	json: unknown,
	isSample = false,
	path: Path = [],
	lists: Lists = new Map(),
) {
	const isNamed = path.at(-1) !== ENTRY;
	if (isNamed && isValue(json) && (isSample || !isBlank(json))) {
		const depth = path.lastIndexOf(ENTRY) + 1;
		const list = path.slice(0, depth).join('.');
		const name = path.slice(depth).join('.');
		const places = lists.get(list) ?? [];
		const known = places.find((place) => place.name === name);
		if (known) known.values.push(json);
		else places.push({ path, name, values: [json] });
		lists.set(list, places);
	} else if (typeof json === 'object') {
		for (const [key, inner] of Object.entries(json ?? {})) {
			const step = Array.isArray(json) ? ENTRY : key;
			placesIn(inner, isSample, [...path, step], lists);
		}
	}
	return lists;
}

/** Says which place most likely is that of which field. */
function recognize(places: Place[], asked: string) {
	for (const [field, names] of Object.entries(NAMES)) {
		const able = places.filter((place) => {
			let isOther = OTHER.test(place.name);
			if (field === 'reservationId') {
				isOther = place.values.some((value) => String(value) !== asked);
			}
			return !place.field && !isOther && formOf(field, place);
		});
		const fits = names.flatMap((each) => {
			return able.filter(({ name }) => each.test(name));
		});
		// There may be several of a unit.
		const best = fits.find(({ name }) => !/unit/i.test(name)) ?? fits[0];
		if (!best) continue;
		Object.assign(best, formOf(field, best));
		const rival = fits.find(({ values }) => !isEqual(values, best.values));
		if (!rival || !/amount|date/.test(field)) continue;
		best.doubt ??= `It may also be ${shownAt(rival)}`;
	}
}

/** Undefined where the values cannot be those of the field. */
function formOf(field: string, { name, values }: Omit<Place, 'path'>) {
	const all = values.map((value) => JSON.stringify(value));
	const isCents = field === 'amount' && /cent|minor|pence/i.test(name);
	const forms = FORMS[isCents ? 'cents' : field] ?? FORMS.others ?? [];
	const [first, other] = forms.filter(([form]) =>
		all.every((each) => form.test(each)),
	);
	if (!first) return undefined;
	const [form, format] = first;
	const doubt =
		other?.[2] && `If ${other[2]}, write {${field} as ${other[1]}} there`;
	// Written out and entered, it is the user's word.
	const named = format || (doubt && 'number');
	const placeholder = named ? `{${field} as ${named}}` : `{${field}}`;
	return { field, text: all[0]?.replace(form, placeholder), doubt };
}

/** It says nothing without what is around it. */
const GENERAL = /^(value|amount|code|name|text|id)$/i;

/** A sample with placeholders where its names are those of the list. */
export function filled(sample: unknown, places: Place[] = []): unknown {
	let json = sample;
	if (!json || /\{\w/.test(JSON.stringify(json))) return json;
	// One line stands for all.
	for (const { path, values } of [...placesIn(json, true).values()].flat()) {
		const name = path.at(-1) ?? '';
		const whole = `.${path.join('.')}`;
		const same =
			places.find((place) => whole.endsWith(`.${place.name}`)) ??
			places.find((place) => place.path.at(-1) === name && !GENERAL.test(name));
		const field = same?.field ?? (OWNER.test(name) ? 'reservationId' : 'id');
		if (field === 'id') continue;
		const isAlike =
			same?.text &&
			formOf(field, { name, values: [...values, ...same.values] });
		const text = isAlike ? same.text : formOf(field, { name, values })?.text;
		if (text) json = withText(json, path, text);
	}
	return json;
}

/** The JSON with a text in it, and whatever is missing around it. */
export function withText(json: unknown, path: Path, text = ''): unknown {
	const [name, ...rest] = path;
	if (name === undefined) return text;
	if (name === ENTRY) return [withText((json as unknown[])?.[0], rest, text)];
	const object = isJsonObject(json) ? json : {};
	return { ...object, [name]: withText(object[name], rest, text) };
}
