import { UserError } from 'n8n-workflow';

import { answeredItem } from '../answers/answeredItem';
import { userError } from '../n8n/userError';
import { RequestFailure } from '../client/requestFailure';
import type { ServiceClient } from '../client/serviceClient';
import { isWithdrawn } from '../wire/withdrawn';
import { matchOf } from './comparison';
import type { HeldItem } from './heldItem';
import type { HiddenCharge, HiddenCharges } from './hiddenCharges';
import { createdBut, withoutItsReference } from './referenceWords';
import type { ReservationItems } from './reservationItems';

/** How often a list is read again until it shows what is missing, before that is asked for: somebody may have deleted it. */
const FIRST_LOOKS = 2;
/** How often a list is read again at most while what it does not show is there: it may lag behind, by 7.5 seconds in all. */
const MOST_LOOKS = 4;
/** A list that is there so soon after its create was sent is prompt, in milliseconds; a slow one may have caught up. */
const PROMPT_MS = 1_000;
/** Of items that are missing in a list, so many are asked for at most. */
const MOST_ASKED = 3;
/** Lists are cut off at a multiple of this as a rule (assumption), so what is just behind one is looked for at once. */
const USUAL_STEP = 5;

/**
 * Proof that lists show what was made: what is missing from a list that was cut off without a word would be created in every
 * run. After a create, the list must have what it had, and the new item. A service cuts off at the same length everywhere
 * (assumption), so a list proves all shorter ones.
 */
export class ListProof {
	/** True when every list read after a create had the new item, and one was there so soon that it cannot lag behind by much. */
	isPrompt?: boolean;
	private readonly checked = new Set<string>();

	constructor(
		private readonly client: ServiceClient,
		private readonly hidden: HiddenCharges,
		/** Lists of up to so many items are known to be whole. */
		private provenLength = 0,
	) {}

	/**
	 * Looks at the list after a create, before anything else is done on the reservation, unless lists of its length are proven.
	 *
	 * @param sentAt when the create was sent, in epoch milliseconds
	 * @throws UserError when the list does not show what is there
	 */
	async afterCreate(
		reservationId: string,
		items: ReservationItems,
		created: HeldItem,
		sentAt: number,
	): Promise<void> {
		const length = items.all().length;
		const isFirst = !this.checked.has(reservationId);
		const isBehindUsualEnd = length % USUAL_STEP === 1;
		if (length <= this.provenLength || !(isFirst || isBehindUsualEnd)) return;
		// The charge is made; a list that cannot be read proves nothing, and the next create looks again.
		await this.look(reservationId, items, sentAt).catch((error: unknown) => {
			if (error instanceof RequestFailure) return;
			throw error instanceof UserError ? createdBut(created, error) : error;
		});
		this.assertListed(reservationId, items, created);
	}

	/** True when a list of this length is proven, and has everything that is known of. */
	covers(items: ReservationItems): boolean {
		return items.all().length <= this.provenLength && items.missing().length === 0;
	}

	/**
	 * Complains of an item of this run that a list did not show, or of what it has stopped to show.
	 *
	 * @throws UserError when there is any
	 */
	assertListed(reservationId: string, items: ReservationItems, created: HeldItem): void {
		const charge = this.hidden.of(reservationId);
		if (!charge) return;
		const isOwn = items
			.missing()
			.some(({ id, raw }) => (id === undefined ? raw === created.raw : id === created.id));
		const isOther = !items.missing().some(({ sent }) => sent !== undefined);
		if (isOwn || isOther)
			throw createdBut(created, notShown(reservationId, isOwn ? created : charge));
	}

	/** Notes what a list just read does not show, after some more looks, as it may lag behind. */
	async check(reservationId: string, items: ReservationItems): Promise<void> {
		let charge: HeldItem | undefined;
		for (let look = 1; items.missing().length > 0 && look <= MOST_LOOKS; look++) {
			await this.client.waitBeforeTry(look);
			await items.refresh();
			if (look < FIRST_LOOKS) continue;
			charge = await this.hiddenOf(items.missing());
			if (!charge) break;
		}
		if (charge) this.hidden.note(reservationId, { id: charge.id, fields: charge.fields });
		else this.provenLength = Math.max(this.provenLength, items.listedCount);
	}

	/** One of those that a list does not show, and that is there. */
	private async hiddenOf(missing: HeldItem[]): Promise<HeldItem | undefined> {
		for (const charge of missing.slice(0, MOST_ASKED)) {
			if (await this.isThere(charge)) return charge;
		}
		return undefined;
	}

	/**
	 * Makes sure that a list just read has what an earlier run, or an earlier item of this one, did not find in it.
	 *
	 * @throws UserError when it is still there and still not shown
	 */
	async assertNoneHidden(reservationId: string, items: ReservationItems): Promise<void> {
		const charge = this.hidden.of(reservationId);
		if (!charge) return;
		const shown = items
			.all()
			.find(
				({ id, fields, isListed }) =>
					isListed &&
					(charge.id === undefined
						? matchOf(charge.fields, fields) !== undefined
						: id === charge.id),
			);
		const { reference } = charge.fields;
		if (shown?.id !== undefined && reference !== undefined && !shown.fields.reference)
			throw withoutItsReference(reservationId, shown.id, reference);
		if (!shown && (await this.isThere(charge))) throw notShown(reservationId, charge);
		this.hidden.forget(reservationId);
	}

	/** Notes an item that the list shows without its reference, so that no run creates it again under that. */
	noteLostReference(reservationId: string, reference: string, { id, fields }: HeldItem): void {
		this.hidden.note(reservationId, { id, fields: { ...fields, reference } });
	}

	private async look(
		reservationId: string,
		items: ReservationItems,
		sentAt: number,
	): Promise<void> {
		await items.refresh();
		if (items.missing().length > 0) this.isPrompt = false;
		else if (Date.now() - sentAt < PROMPT_MS) this.isPrompt ??= true;
		this.checked.add(reservationId);
		await this.check(reservationId, items);
	}

	/** An item that is not in its list may have been deleted meanwhile; one that cannot be asked for is taken to be there. */
	private async isThere({ id }: HiddenCharge): Promise<boolean> {
		if (id === undefined) return true;
		const answer = await this.client.trySend({ method: 'GET', serviceId: id });
		if (!(answer instanceof RequestFailure))
			return !isWithdrawn(answeredItem(answer, {}, this.client.format));
		return !(answer.outcome.kind === 'answer' && [404, 410].includes(answer.outcome.status));
	}
}

function notShown(reservationId: string, { id }: HiddenCharge): UserError {
	return userError(
		`The list of reservation '${reservationId}' does not show ${id === undefined ? 'the service item that was just created' : `service item '${id}', which is there`}. Do not create anything on it before 'Pagination' and 'Items Field' in the credential are right`,
		`What is not in the list would be created again, so nothing more is done on this reservation, in this run or a later one, until the list shows it or it is deleted. The service may give the list in pages: turn on 'Custom API Format' in the credential and choose how.`,
	);
}
