import type { UserError } from 'n8n-workflow';

import type { FieldName } from '../format/fields';
import { FIELD_LABELS } from '../format/fields';
import { quoted } from '../format/json';
import { RequestFailure } from '../http/failure';
import { userError } from '../n8n/userError';
import type { DesiredCharge, Wish } from './desired';
import type { Disproof, Facts, History } from './history';
import type { ExistingItem } from '../lists/reservations';
import { lostFields, unmetFields } from './observation';
import { namesOf, severalCarry } from '../lists/reservations';

const UNTIL_SHOWN =
	"Until a list shows it, or the settings change, this n8n process creates nothing more with protection on this account. The service may give the list in pages, or change texts, amounts and references: see 'Custom API Format' in the credential.";

const UNTIL_KEPT =
	'Nothing more is updated on this account until a list shows it as wanted, or the settings change.';

// Hints go on after "Item 3".
export const UNREAD =
	'was created, but the reservation could not be read again to see it there. The next run looks first';
export const SENT_TWICE =
	'was sent more than once, since a request was not answered. That one may still arrive: look at the bill later';

export function madeBefore(item: ExistingItem): string {
	return `may have been there before this execution: the service item ${nameOf(item)}has the same fields. If the guest is to be charged twice, create it anew`;
}

export interface Seen {
	/** Under which a GET has shown it. */
	idOnBill?: string;
	/** What the list shows under the ID of its answer. */
	listed?: ExistingItem;
}

export function notShown(
	wish: Wish,
	{ idOnBill, listed }: Seen = {},
): UserError {
	const { desired } = wish;
	const { reservationId, reference } = desired.fields;
	let what = 'The service item was created and may be on the bill';
	let advice = 'Look at the reservation, and correct';
	if (idOnBill !== undefined) {
		what = `The service item '${idOnBill}' was created and is on the bill`;
		advice = 'Correct';
	}
	const isByReference = desired.matchBy === 'reference';
	let how = isByReference
		? `with its reference '${reference}'`
		: 'as it was sent';
	if (listed) {
		const names: FieldName[] = unmetFields(wish, listed);
		if (isByReference) names.unshift('reference');
		how += `. Under the ID ${nameOf(listed)}it shows other values: ${shown(names, listed)}`;
	}
	return userError({
		what: `${what}, but the list of reservation '${reservationId}' does not show it ${how}`,
		advice: `${advice} 'List Query' and 'List Response' in the credential before this is run again`,
		more: `It was not deleted: once the settings are right, the next run finds it. ${UNTIL_SHOWN}`,
	});
}

export function tooMany({ desired }: Wish, items: ExistingItem[]): UserError {
	const { reservationId, reference } = desired.fields;
	if (desired.matchBy === 'reference') return severalCarry(reference, items);
	return userError({
		what: `The charge may be on reservation '${reservationId}' twice: the service items ${namesOf(items)} are the same`,
		advice: 'Look at the reservation, and delete the one that is too many',
		more: 'Two workflows may have created it in the same instant, or a lost request arrived late.',
	});
}

export function gone({ reservationId }: History): UserError {
	return userError({
		what: `The charge was on reservation '${reservationId}' and may have been deleted meanwhile: the list does not show it any more`,
		advice:
			'Look at the reservation. If it is not there, run this again to have it created',
		more: `If it is there, the list is not whole: see 'List Query' in the credential. Where two workflows create the same charges in the same instant, one may be deleted as a duplicate.`,
	});
}

export function createsHeld({ known, reservationId }: Facts): UserError {
	const where = known.held.get('create') ?? reservationId;
	return userError({
		what: `The service item was not created: an earlier one on reservation '${where}', which may be on the bill, is in no list yet as it was sent`,
		advice: `Look at that reservation, and check 'List Query' and 'List Response' in the credential before this is run again`,
		more: UNTIL_SHOWN,
	});
}

export function updatesHeld({ known, reservationId }: Facts): UserError {
	const where = known.held.get('update') ?? reservationId;
	return userError({
		what: `The service item was not updated: no list shows an earlier update on reservation '${where}' as it was sent`,
		advice: `Read the error of that item before this is run again`,
		more: UNTIL_KEPT,
	});
}

export function notAsWanted(unmet: FieldName[], item: ExistingItem): UserError {
	return userError({
		what: `The service item ${nameOf(item)}was created, but the list shows other values than were sent: ${shown(unmet, item)}`,
		advice: `Look at the reservation. If the charge is right there, correct 'List Response' in the credential`,
		more: 'Until then, every run would update it.',
	});
}

export function madeOtherwise(item: ExistingItem): UserError {
	return userError({
		what: `An earlier try of this execution may have made the service item ${nameOf(item)}with other values than are wanted now`,
		advice:
			'Look at the reservation: keep that one, or delete it and run this again',
		more: 'Nothing was sent for it, so that the guest is not charged twice.',
	});
}

/** A new charge needs them. */
const NEEDED = ['amount', 'date', 'description'] as const;

/** Why an input is none for a new charge, as opposed to an update. */
export function incomplete({ fields }: DesiredCharge): UserError | undefined {
	const missing = NEEDED.filter((name) => fields[name] === undefined);
	if (missing.length === 0) return undefined;
	const names = new Intl.ListFormat('en-GB').format(labelsOf(missing));
	return userError({
		what: `${names} must be filled in, as there is no service item with this reference yet`,
		advice: 'Fill in what is missing to have one created',
		more: 'Fields may be left empty only for an item that exists: they stay as they are.',
	});
}

/** @param item what the list shows after the update, if it does */
export function notKept(
	wish: Wish,
	before: ExistingItem,
	item?: ExistingItem,
): UserError {
	const what = `The update of service item ${nameOf(before)}was answered, but`;
	if (!item) {
		return userError({
			what: `${what} the list does not show that item any more`,
			advice: 'Look at the reservation before this is run again',
			more: 'It may have been deleted meanwhile.',
		});
	}
	const unmet = unmetFields(wish, item);
	if (unmet.length > 0) {
		return userError({
			what: `${what} the list shows other values than were sent: ${shown(unmet, item)}`,
			advice: `Look at the reservation, and check 'Update Body' in the credential`,
			more: UNTIL_KEPT,
		});
	}
	const lost = lostFields(wish, before, item);
	return userError({
		what: `${what} it has changed ${labelsOf(lost).join(' and ')} as well`,
		advice: `Put back what is missing. In 'Update Body' in the credential, mark the fields that every update has to send with !, as in {description!}, and have {reference} there if 'Create Body' has it`,
		more: `The service empties what an update does not send. ${UNTIL_KEPT}`,
	});
}

export function unproven(
	item: ExistingItem,
	{ id, found }: Disproof,
): UserError {
	const what = `The service item ${nameOf(item)}was left alone`;
	if (found === 'refused') {
		return userError({
			what: `${what}: the service does not let it be read by its ID, so nothing proves which charge has this ID`,
			advice: 'A key that may read single service items is required',
			more: 'A wrong ID would change the charge of another guest.',
		});
	}
	if (found === 'unread') {
		return userError({
			what: `${what}: it could not be read by its ID just now, so nothing proves which charge has this ID`,
			advice: 'Run this again',
			more: 'A wrong ID would change the charge of another guest.',
		});
	}
	if (found !== 'missing' && isEmpty(found)) {
		return userError({
			what: `${what}: the service's answer for '${id}' alone shows none of its fields as the list does`,
			advice: `Compare Get with Get Many, and correct 'List Response' in the credential where it can fit both`,
			more: 'Items are changed only where both spell them alike: else nothing proves which charge has this ID.',
		});
	}
	const seen = found === 'missing' ? 'no item' : 'another item';
	return userError({
		what: `${what}: the list shows the ID '${id}', but the service has ${seen} under it`,
		advice: `Check {id} in 'List Response' in the credential`,
		more: 'If it is a row number, or the ID of something else, the charge of another guest would be changed. If the item was deleted meanwhile, run this again.',
	});
}

function isEmpty({ fields }: ExistingItem): boolean {
	return Object.values(fields).every((value) => value === undefined);
}

export function unreadAfter(
	{ reservationId }: History,
	error: Error,
): UserError {
	const what = `The change on reservation '${reservationId}' may or may not have been carried out`;
	return lookAgain(what, error);
}

/** What was due to be deleted, and was not begun. */
export function leftUndeleted(item: ExistingItem, error: Error): UserError {
	return lookAgain(`The service item ${nameOf(item)}was not deleted`, error);
}

function lookAgain(what: string, error: Error): UserError {
	const isRequest = error instanceof RequestFailure;
	const why = isRequest
		? 'the list could not be read once more'
		: error.message;
	return userError({
		what: `${what}: ${why}`,
		advice: 'Run this again: it looks first',
		more: 'What is right by then is left as it is.',
	});
}

export function idChanged(item: ExistingItem): UserError {
	return userError({
		what: `The service item ${nameOf(item)}was not deleted: the list shows its reference '${item.fields.reference}' under another ID by now`,
		advice: 'Run this again',
		more: `Where this comes back, check {id} in 'List Response' in the credential.`,
	});
}

export function notDeleted(
	{ reservationId }: History,
	item: ExistingItem,
): UserError {
	return userError({
		what: `The service item ${nameOf(item)}was not deleted: the service's answer says that it is gone, but the list of reservation '${reservationId}' still shows it`,
		advice: 'Look at the reservation',
		more: 'The service may not allow it in the present state of the reservation, or may need more time. If it has added a counter charge instead, each further run adds another.',
	});
}

function shown(names: FieldName[], item: ExistingItem): string {
	return names
		.map((name) => `'${FIELD_LABELS[name]}' is ${valueOf(name, item)}`)
		.join(', ');
}

function valueOf(name: FieldName, { fields, mismatch }: ExistingItem): string {
	if (fields[name] === undefined && mismatch?.field === name) {
		return quoted(mismatch.value);
	}
	return `'${fields[name] ?? ''}'`;
}

function labelsOf(names: readonly FieldName[]): string[] {
	return names.map((name) => `'${FIELD_LABELS[name]}'`);
}

function nameOf({ id }: ExistingItem): string {
	return id === undefined ? '' : `'${id}' `;
}
