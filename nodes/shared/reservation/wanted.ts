import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { RequestFailure } from '../http/failure';
import type { WrittenFields } from '../format/fields';
import type { ExistingItem } from './reservations';
import { namesOf, severalCarry } from './reservations';

export interface Wanted {
	matchBy: 'reference' | 'sameFields';
	whenFound: 'keep' | 'update';
	/** As the input has them; those that are absent are left as they are. */
	fields: WrittenFields & { reservationId: string };
	custom: IDataObject;
	charge: {
		body: IDataObject;
		/** As the service will show it: stands for the answer where there is none. */
		sent: IDataObject;
		/** The key under which the service makes it once, where it takes one. */
		idempotencyKey?: string;
	};
}

export interface Reconciled {
	action: 'created' | 'alreadyExisted' | 'updated' | 'unchanged' | 'wouldCreate' | 'wouldUpdate';
	before?: IDataObject;
	item: Pick<ExistingItem, 'id' | 'raw' | 'sent'>;
	/** The list could not be read after the create. */
	isUnverified?: boolean;
}

export interface Wish {
	readonly wanted: Wanted;
	/** Set where an earlier try of the execution has finished it. */
	readonly done?: { id?: string };
	/** What an earlier try has left unclear, or with a problem. */
	readonly left?: RequestFailure | ChargeLeft;
	/** The wanted fields, written and read in the service's format: ready to be compared. */
	readonly shownAs: WrittenFields;
	/** Its item, for good. */
	item?: ExistingItem;
	/** Its item by the same fields, in the last list. */
	match?: ExistingItem;
	/** `refused`: certainly not created. */
	create: 'notSent' | 'sent' | 'refused';
	/** Called again if the outcome changes. */
	readonly record: (outcome: Reconciled | Error) => void;
}

export interface Policy {
	isDryRun: boolean;
	/** Which items to remove that belong to no wish; undefined: none. */
	removes?: (item: ExistingItem) => boolean;
	recordRemoval: (outcome: ExistingItem | Error) => void;
	shouldStop: () => boolean;
}

/** A charge was created and has a problem: it must not be created again. */
export class ChargeLeft extends UserError {
	constructor(
		message: string,
		description: string | null | undefined,
		readonly ids: string[],
	) {
		super(message, { description: description ?? undefined });
	}
}

/** True where an earlier try of this execution has made the charge, or may have. */
export function mayHaveMade({ left }: Wish): boolean {
	return left instanceof ChargeLeft || left?.request.method === 'POST';
}

function idsOf(items: ExistingItem[]): string[] {
	return items.flatMap(({ id }) => id ?? []);
}

function chargeNamed({ id }: ExistingItem): string {
	return `The service item ${id === undefined ? '' : `'${id}' `}was created`;
}

const WOULD_BE_MADE_AGAIN =
	"What the list does not show like that would be created again by every run, so nothing more was created on this reservation. The service may give the list in pages, or change texts, amounts and references: see 'Custom API Format' in the credential.";

export function notShown(
	{ fields, matchBy }: Wanted,
	item: ExistingItem,
	{ isDeleted, wasUnclear }: { isDeleted: boolean; wasUnclear: boolean },
): UserError {
	const how =
		matchBy === 'reference' ? `with its reference '${fields.reference}'` : 'as it was sent';
	const what = `${chargeNamed(item)}, but the list of reservation '${fields.reservationId}' does not show it ${how}`;
	if (isDeleted && wasUnclear) {
		return new ChargeLeft(
			`${what}. It was deleted again, but an earlier request for it may or may not have been carried out. Look at the reservation, and do not run this again before 'List Query' and 'List Response' in the credential are right`,
			WOULD_BE_MADE_AGAIN,
			[],
		);
	}
	if (isDeleted) {
		return userError(
			`${what}. It was deleted again; correct 'List Query' and 'List Response' in the credential before this is run again`,
			`The guest is not charged for it. ${WOULD_BE_MADE_AGAIN}`,
		);
	}
	return new ChargeLeft(
		`${what}. Delete it by hand, and do not run this again before 'List Query' and 'List Response' in the credential are right`,
		`It could not be deleted again. ${WOULD_BE_MADE_AGAIN}`,
		idsOf([item]),
	);
}

export function notCreated({ fields: { reservationId } }: Wanted): UserError {
	return userError(
		`The service item was not created: the list of reservation '${reservationId}' does not show what was created before it. Correct 'List Query' and 'List Response' in the credential before this is run again`,
		WOULD_BE_MADE_AGAIN,
	);
}

export function isGone({ fields: { reservationId } }: Wanted): UserError {
	return userError(
		`The charge was on reservation '${reservationId}' and has been deleted meanwhile. Run this again to have it created`,
		'Where two workflows create the same charges in the same instant, one may be taken for a duplicate.',
	);
}

export function thereTwice({ fields, matchBy }: Wanted, items: ExistingItem[]): ChargeLeft {
	if (matchBy === 'reference') {
		const { message, description } = severalCarry(fields.reference, items);
		return new ChargeLeft(message, description, idsOf(items));
	}
	return new ChargeLeft(
		`The charge may be on reservation '${fields.reservationId}' twice: the service items ${namesOf(items)} are the same. Look at the reservation, and delete the one that is too many`,
		'Two workflows may have created it in the same instant, or a request arrived after it had been sent once more.',
		idsOf(items),
	);
}

export function createdBut(item: ExistingItem, { message, description }: UserError): ChargeLeft {
	return new ChargeLeft(`${chargeNamed(item)}. ${message}`, description, idsOf([item]));
}
