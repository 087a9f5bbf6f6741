import type { Charge } from '../format/charges';
import {
	CHARGE_FIELDS,
	isSameValue,
	plainText,
	type ChargeFields,
	type FieldName,
} from '../format/fields';
import type { RequestFailure } from '../http/failure';
import type { Session } from '../http/session';
import { reservationKey } from '../lists/findCharge';
import type { Desired, Wish } from './wish';

/** A wish on its way. Its fields are those that a create has places for. */
export interface Want extends Wish {
	/** Those that a list shows. */
	listed: ChargeFields;
	/** What is sent, and where. */
	content: string;
	/** In the first list, or the answer to its create. */
	id?: string;
	/** This process has created it, and no list has shown it. */
	isHeld?: boolean;
	/** How many creates may have arrived. */
	creates: number;
	/** Last. `takeBack`: the own one is deleted, beside that of another. */
	sent?: 'create' | 'update' | 'takeBack';
	/** Undefined: it was answered. */
	failure?: Failure;
	/** What it has changed. */
	before?: Charge;
	/** How often the list was read since it was sent or, if not, first read. */
	looks: number;
}

export type Failure = Error & Partial<RequestFailure>;

export function wantOf(session: Session, wish: Wish): Want {
	const { createBody, itemPlaces } = session.format;
	const fields = { ...wish.fields };
	const listed: ChargeFields = {};
	for (const name of CHARGE_FIELDS) {
		const value = fields[name];
		const isListed = itemPlaces.some((place) => place.field === name);
		if (value === undefined || !createBody.has(name)) delete fields[name];
		else if (isListed) Object.assign(listed, { [name]: value });
	}
	const key = reservationKey(session, fields.reservationId);
	const content = JSON.stringify([key, wish.reference ?? null, wish.body]);
	return { ...wish, fields, listed, content, creates: 0, looks: 0 };
}

/** Which charge of a list stands for which want. */
export interface Seen {
	charges: Charge[];
	placed: Map<Want, Charge>;
	free: Set<Charge>;
	byReference: Map<string, Charge[]>;
}

/**
 * Wants that say more choose first: else one that says less would take the only
 * charge that fits them.
 */
export function see(charges: Charge[], wants: Want[]): Seen {
	const placed = new Map<Want, Charge>();
	const free = new Set(charges);
	const byReference = new Map<string, Charge[]>();
	for (const charge of charges) {
		const key = plainText(charge.reference ?? '');
		byReference.set(key, [...(byReference.get(key) ?? []), charge]);
	}
	const seen = { charges, placed, free, byReference };
	const place = (want: Want, rule: typeof fits) => {
		if (placed.has(want)) return;
		const carriers = carriersOf(want, seen) ?? [...free];
		const charge = carriers.find((each) => {
			return free.has(each) && rule(want, each);
		});
		if (!charge) return;
		placed.set(want, charge);
		free.delete(charge);
	};
	const inOrder = [...wants].sort((a, b) => rankOf(b) - rankOf(a));
	for (const want of inOrder) place(want, isKnownAs);
	for (const want of inOrder) {
		place(want, fitsExactly);
		place(want, fits);
	}
	return seen;
}

/** What an earlier try has done comes first: it is there. */
function rankOf(want: Want) {
	const byEarlier = ['unclear', 'answered', 'done'].indexOf(want.earlier ?? '');
	return 10 * byEarlier + differencesOf(want.listed, {}).length;
}

function isKnownAs(want: Want, charge: Charge) {
	return want.id === charge.id && fits(want, charge);
}

/** A service may fill in what was left empty: that fits, but not exactly. */
function fitsExactly(want: Want, charge: Charge) {
	return isIn(charge.fields, want.listed) && fits(want, charge);
}

function fits(want: Want, charge: Charge) {
	return want.reference !== undefined || isIn(want.fields, charge.fields);
}

/** True where all that is wanted is there. Case counts. */
export function isIn(wanted: ChargeFields, actual: ChargeFields): boolean {
	return differencesOf(wanted, actual).length === 0;
}

export function differencesOf(wanted: ChargeFields, actual: ChargeFields) {
	return CHARGE_FIELDS.filter((name) => {
		const value = wanted[name];
		return value !== undefined && !isSameValue(value, actual[name]);
	});
}

/** What is not as it was sent, and what has changed beside it. */
export function unmetIn(want: Want, charge: Charge): FieldName[] {
	const reference = charge.reference ?? '';
	const names: FieldName[] = differencesOf(want.listed, charge.fields);
	for (const name of differencesOf(want.before?.fields ?? {}, charge.fields)) {
		if (want.fields[name] === undefined) names.push(name);
	}
	const wanted = want.reference ?? reference;
	if (!isSameValue(wanted, reference)) names.push('reference');
	return names;
}

function carriersOf(want: Want, seen: Seen): Charge[] | undefined {
	if (want.reference === undefined) return undefined;
	return seen.byReference.get(plainText(want.reference)) ?? [];
}

/** All, the own too, where there are more than may be. */
export function doublesOf(want: Want, seen: Seen): Charge[] {
	const carriers = carriersOf(want, seen);
	if (carriers) return carriers.length > 1 ? carriers : [];
	const own = seen.placed.get(want);
	if (!own || (want.creates === 0 && !want.earlier)) return [];
	const spare = [...seen.free].filter((charge) => fits(want, charge));
	return spare.length > 0 ? [own, ...spare] : [];
}

/** Every charge of a list has an ID. */
export function chargeOf(id: string | undefined, charges: Charge[]) {
	return charges.find((charge) => charge.id === id);
}

/** What no input of a sync wants. */
export function orphansIn(charges: Charge[], desired: Desired): Charge[] {
	const { prefix, wishes } = desired;
	if (!prefix) return [];
	const wanted = wishes.map(({ reference = '' }) => reference);
	const kept = new Set([...wanted, prefix].map(plainText));
	// With the spaces around it.
	const beginning = plainText(`.${prefix}.`).slice(1, -1);
	return charges.filter(({ reference = '' }) => {
		const name = plainText(reference);
		return name.startsWith(beginning) && !kept.has(name);
	});
}
