import type { ApiFormat } from '../format/apiFormat';
import { CHECK } from '../format/apiFormat';
import type { Charge } from '../format/charges';
import type { FieldName, WrittenFields } from '../format/fields';
import { CHARGE_FIELDS, FIELD_LABELS } from '../format/fields';
import { quoted } from '../format/json';
import type { Told } from '../n8n/userError';
import { toldBy, userError } from '../n8n/userError';
import type { Want } from './seen';
import { differencesOf, unmetIn } from './seen';

// Hints go on after "Item 3".
export const SENT_TWICE =
	'was sent more than once, as a request was not answered. That one may still arrive: look at the bill later';

const LOOK = 'Look at the reservation';
const AGAIN = 'Run this again: it looks first';
const RESPONSE = `'List Response' in the credential`;

export function underWay({ fields }: Want): Told {
	const what = `The service item may or may not have been created on reservation '${fields.reservationId}': the execution ended before`;
	return { what, advice: AGAIN };
}

export function unread(isCreate: boolean, error: Error): Error {
	let what = 'The change may or may not have been carried out';
	if (isCreate) what = 'The service item may or may not have been created';
	const why = `the list could not be read once more: ${toldBy(error).what}`;
	return told(`${what}, as ${why}`, AGAIN);
}

export function notShown({ fields, reference, creates }: Want): Error {
	const again = creates === 0 ? 'not created again: it was ' : '';
	let how = 'as it was sent';
	if (reference !== undefined) how = `with its reference '${reference}'`;
	return told(
		`The service item was ${again}created and may be on the bill, but the list of reservation '${fields.reservationId}' does not show it ${how}`,
		`${LOOK}, and correct 'List Query' and ${RESPONSE} before this is run again`,
		`A text that the service shortens is shown otherwise, too. If it is not there, change it or restart n8n. ${CHECK}`,
	);
}

export function storedOtherwise(want: Want, charge: Charge): Error {
	const { id, fields, reference } = charge;
	const names = unmetIn(want, charge);
	const kind = names.includes('amount') ? 'value' : 'text';
	return told(
		`The service item '${id}' is there, but the service stored this ${kind} otherwise: ${valuesOf(names, { ...fields, reference })}`,
		'If it is too long, shorten it, and delete the service item if it is new. Else put it right on the reservation',
		'A service that empties what an update does not send is not supported.',
	);
}

export function notSent(): Error {
	const what =
		'Nothing was sent, as the list does not show what was sent before';
	return told(what, 'See what is said of other items');
}

export function tooMany({ fields, reference }: Want, charges: Charge[]): Error {
	const ids = charges.map(({ id }) => `'${id}'`).join(' and ');
	let why = 'are the same, and too many';
	if (reference !== undefined) why = `carry the reference '${reference}'`;
	return told(
		`Several service items of reservation '${fields.reservationId}' ${why}: ${ids}`,
		`${LOOK}, and delete those that are too many`,
	);
}

export function gone({ fields }: Want): Error {
	const what = `The service item is not on reservation '${fields.reservationId}' any more`;
	return told(what, `${LOOK}, then run this again`);
}

/** Why no charge can be created, or none can be found. */
export function unfit(
	{ reference, fields, shown }: Want,
	charges: Charge[],
	{ createBody }: ApiFormat,
): Error | undefined {
	if (reference !== undefined) {
		const missing = (['amount', 'date', 'description'] as const).filter(
			(name) => fields[name] === undefined && createBody.has(name),
		);
		if (missing.length === 0) return undefined;
		return told(
			`${labelsOf(missing)} must be filled in, as there is no service item with this reference yet`,
			'Fill in what is missing',
		);
	}
	const hidden = CHARGE_FIELDS.filter((name) => fields[name] !== shown[name]);
	const unreadable = charges.find((each) => each.unreadable)?.unreadable;
	if (hidden.length === 0 && !unreadable) return undefined;
	let why = `${labelsOf(hidden)} is not shown`;
	if (unreadable) why = `'${unreadable.place}' is ${quoted(unreadable.value)}`;
	return told(
		`Nothing was created, as the list cannot be compared with it: ${why}`,
		`Correct ${RESPONSE}, or set 'Prevent Duplicates' to 'By Reference'`,
		CHECK,
	);
}

export function notProven({ id }: Charge, found: unknown): Error {
	const why = found instanceof Error ? `: ${toldBy(found).what}` : '';
	return told(
		`The service item '${id}' was left alone: asked for this ID, the service does not show what the list shows${why}`,
		`Run this again. If it stays, correct {id} in ${RESPONSE}, and use a key that may read single items`,
		'With a wrong ID, the charge of another guest would be changed.',
	);
}

export function leftAs({ shown }: Want, { fields }: Charge) {
	const names = differencesOf(shown, fields);
	if (names.length === 0) return undefined;
	return `is there under its reference with ${valuesOf(names, fields)} in place of ${valuesOf(names, shown)}, and was left so`;
}

export function notDeleted({ id }: Charge): Error {
	const what = `The service item '${id}' was not deleted`;
	return told(`${what}: the list still shows it`, LOOK);
}

function told(what: string, advice: string, more?: string): Error {
	return userError({ what, advice, more });
}

function labelsOf(names: readonly FieldName[]): string {
	return names.map((name) => `'${FIELD_LABELS[name]}'`).join(' and ');
}

function valuesOf(names: FieldName[], values: WrittenFields): string {
	const valueOf = (name: FieldName) =>
		`${FIELD_LABELS[name]} ${quoted(values[name] ?? '')}`;
	return names.map(valueOf).join(' and ');
}
