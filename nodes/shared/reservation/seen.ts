import type { Charge } from '../format/charges';
import type { ChargeFields, FieldName } from '../format/fields';
import { CHARGE_FIELDS, isSameValue, plainText } from '../format/fields';
import type { RequestFailure } from '../http/failure';
import type { Session } from '../http/session';
import { reservationKey } from '../lists/findCharge';
import type { Desired, Wish } from './wish';

/** A wish on its way. Its fields are those that a create has places for. */
export interface Want extends Wish {
	/** Those that a list shows. */
	shown: ChargeFields;
	/** What is sent, and where. */
	content: string;
	/** In the first list, or the answer to its create. */
	id?: string;
	/** How many creates may have arrived. */
	creates: number;
	sent?: Sent;
	/** This process has created it, and no list has shown it. */
	isHeld: boolean;
}

export interface Sent {
	/** `takeBack`: the own one is deleted, beside that of another process. */
	do: 'create' | 'update' | 'takeBack';
	before?: Charge;
	/** Undefined: it was answered. */
	failure?: Failure;
	/** How often the list was read since. */
	looks: number;
}

export type Failure = Error & Partial<RequestFailure>;

/**
 * By content, what this process has created and no list has shown: how many
 * alike a list has to show.
 */
export const unshown = new Map<string, number>();

export function wantOf(session: Session, wish: Wish): Want {
	const { createBody, itemPlaces } = session.format;
	const fields = { ...wish.fields };
	const shown: ChargeFields = { ...fields };
	for (const name of CHARGE_FIELDS) {
		const isListed = itemPlaces.some((place) => place.field === name);
		if (!isListed) delete shown[name];
		if (createBody.has(name) && fields[name] !== undefined) continue;
		delete fields[name];
		delete shown[name];
	}
	const key = reservationKey(session, fields.reservationId);
	const content = JSON.stringify([key, wish.reference ?? null, wish.body]);
	const isHeld = unshown.has(content);
	return { ...wish, fields, shown, content, creates: 0, isHeld };
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
	const inOrder = [...wants].sort((a, b) => rankOf(b) - rankOf(a));
	const place = (want: Want, rule: typeof fits): void => {
		if (placed.has(want)) return;
		for (const charge of carriersOf(want, seen) ?? free) {
			if (!free.has(charge) || !rule(want, charge)) continue;
			placed.set(want, charge);
			free.delete(charge);
			return;
		}
	};
	for (const want of inOrder) place(want, isKnownAs);
	for (const want of inOrder) {
		place(want, fitsExactly);
		place(want, fits);
	}
	return seen;
}

/** What an earlier try has done comes first: it is there. */
function rankOf({ earlier, shown }: Want): number {
	const byEarlier = ['unclear', 'answered', 'done'].indexOf(earlier ?? '');
	return 10 * byEarlier + differencesOf(shown, {}).length;
}

function isKnownAs(want: Want, charge: Charge): boolean {
	return want.id === charge.id && fits(want, charge);
}

/** A service may fill in what was left empty: that fits, but not exactly. */
function fitsExactly(want: Want, charge: Charge): boolean {
	const { reference, shown } = want;
	const isExact = reference !== undefined || isIn(charge.fields, shown);
	return isExact && fits(want, charge);
}

function fits({ reference, shown }: Want, { fields }: Charge): boolean {
	return reference !== undefined || isIn(shown, fields);
}

/** True where all that is wanted is there. Case counts. */
export function isIn(wanted: ChargeFields, actual: ChargeFields): boolean {
	return CHARGE_FIELDS.every((name) => {
		const value = wanted[name];
		return value === undefined || isSameValue(value, actual[name]);
	});
}

export function differencesOf(wanted: ChargeFields, actual: ChargeFields) {
	return CHARGE_FIELDS.filter((name) => {
		return !isIn({ [name]: wanted[name] }, actual);
	});
}

/** What is not as it was sent, and what has changed beside it. */
export function unmetIn(want: Want, { fields, reference = '' }: Charge) {
	const { shown, sent, reference: wanted = reference } = want;
	const names: FieldName[] = differencesOf(shown, fields);
	for (const name of differencesOf(sent?.before?.fields ?? {}, fields)) {
		if (want.fields[name] === undefined) names.push(name);
	}
	if (!isSameValue(wanted, reference)) names.push('reference');
	return names;
}

function carriersOf({ reference }: Want, { byReference }: Seen) {
	if (reference === undefined) return undefined;
	return byReference.get(plainText(reference)) ?? [];
}

/** More than may be there; of the same fields, beside what was created now. */
export function rivalsOf(want: Want, seen: Seen): Charge[] {
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
export function orphansIn(charges: Charge[], { deletion }: Desired): Charge[] {
	if (!deletion) return [];
	const { prefix } = deletion;
	const wanted = new Set([...deletion.wanted].map(plainText));
	return charges.filter(({ reference = '' }) => {
		const isOwn = reference.startsWith(prefix) && reference !== prefix;
		return isOwn && !wanted.has(plainText(reference));
	});
}
