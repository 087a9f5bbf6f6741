import type { ApiFormat } from '../format/apiFormat';
import type { Charge } from '../format/charges';
import {
	CHARGE_FIELDS,
	CHECK,
	type FieldName,
	type WrittenFields,
} from '../format/fields';
import { quoted } from '../format/json';
import { labelOf } from '../n8n/parameters';
import { toldBy, userError, type Told } from '../n8n/userError';
import { differencesOf, unmetIn, type Want } from './seen';

// Hints go on after "Item 3".
export const SENT_TWICE =
	'was sent more than once, as a request was not answered. That one may still arrive: look at the bill later';

const LOOK = 'Look at the reservation';
const AGAIN = 'Run this again: it looks first';
const REQUIRED = ['amount', 'date', 'description'] as const;
const RESPONSE = `'List Response' in the credential`;

export function underWay(want: Want): Told {
	return {
		what: `The service item may or may not have been created on ${reservationOf(want)}: the execution ended before`,
		advice: AGAIN,
	};
}

export function unread(isCreate: boolean, error: Error): Error {
	let what = 'The change may or may not have been carried out';
	if (isCreate) what = 'The service item may or may not have been created';
	const why = `the list could not be read once more: ${toldBy(error).what}`;
	return told(`${what}, as ${why}`, AGAIN);
}

export function notShown(want: Want): Error {
	const again = want.creates === 0 ? 'not created again: it was ' : '';
	const name = want.reference;
	let how = 'as it was sent';
	if (name) how = `with its reference '${name}'`;
	return told(
		`The service item was ${again}created and may be on the bill, but the list of ${reservationOf(want)} does not show it ${how}`,
		`${LOOK}, and correct 'List Query' and ${RESPONSE} before this is run again`,
		`A shortened text is shown otherwise, too. If it is not there, change it or restart n8n. ${CHECK}`,
	);
}

export function storedOtherwise(want: Want, charge: Charge): Error {
	const names = unmetIn(want, charge);
	const kind = names.includes('amount') ? 'value' : 'text';
	const values = { ...charge.fields, reference: charge.reference };
	return told(
		`The service item '${charge.id}' is there, but the service stored this ${kind} otherwise: ${valuesOf(names, values)}`,
		'If it is too long, shorten it, and delete the service item if it is new. Else put it right on the reservation',
		'A service that empties what an update does not send is not supported.',
	);
}

export const NOT_SENT = told(
	'Nothing was sent, as the list does not show what was sent before',
	'See what other items say',
);

export function tooMany(want: Want, charges: Charge[]): Error {
	const ids = charges.map((charge) => `'${charge.id}'`).join(' and ');
	const name = want.reference;
	const why = name
		? `carry the reference '${name}'`
		: 'are the same, and too many';
	return told(
		`Several service items of ${reservationOf(want)} ${why}: ${ids}`,
		`${LOOK}, and delete those that are too many`,
	);
}

export function gone(want: Want): Error {
	const what = `The service item is not on ${reservationOf(want)} any more`;
	return told(what, `${LOOK}, then run this again`);
}

/** Why no charge can be created, or none can be found. */
export function unfit(
	want: Want,
	charges: Charge[],
	format: ApiFormat,
): Error | undefined {
	const { reference, fields, listed } = want;
	if (reference !== undefined) {
		const missing = REQUIRED.filter((name) => {
			return fields[name] === undefined && format.createBody.has(name);
		});
		if (missing.length === 0) return undefined;
		return told(
			`${labelsOf(missing)} must be filled in, as there is no service item with this reference yet`,
			'Fill it in',
		);
	}
	const hidden = CHARGE_FIELDS.filter((name) => fields[name] !== listed[name]);
	const unread = charges.find((each) => each.unreadable)?.unreadable;
	if (hidden.length === 0 && !unread) return undefined;
	const why = unread ?? `${labelsOf(hidden)} is not shown`;
	return told(
		`Nothing was created, as the list cannot be compared with it: ${why}`,
		`Correct ${RESPONSE}, or set 'Prevent Duplicates' to 'By Reference'`,
		CHECK,
	);
}

export function notProven(charge: Charge, found: unknown): Error {
	const why = found instanceof Error ? `: ${toldBy(found).what}` : '';
	return told(
		`The service item '${charge.id}' was left alone: asked for this ID, the service does not show what the list shows${why}`,
		`Run this again. If it stays, correct {id} in ${RESPONSE}, and use a key that may read single items`,
		'With a wrong ID, the charge of another guest would be changed.',
	);
}

export function leftAs(want: Want, charge: Charge): string | undefined {
	const names = differencesOf(want.listed, charge.fields);
	if (names.length === 0) return undefined;
	return `is there under its reference with ${valuesOf(names, charge.fields)} in place of ${valuesOf(names, want.listed)}, and was left so`;
}

export function notDeleted(charge: Charge): Error {
	const what = `The service item '${charge.id}' was not deleted`;
	return told(`${what}: the list still shows it`, LOOK);
}

function told(what: string, advice: string, more?: string): Error {
	return userError({ what, advice, more });
}

function reservationOf(want: Want) {
	return `reservation '${want.fields.reservationId}'`;
}

function labelsOf(names: readonly FieldName[]) {
	return names.map((name) => `'${labelOf(name)}'`).join(' and ');
}

function valuesOf(names: FieldName[], values: WrittenFields) {
	const texts = names.map((name) => {
		return `${labelOf(name)} ${quoted(values[name] ?? '')}`;
	});
	return texts.join(' and ');
}
