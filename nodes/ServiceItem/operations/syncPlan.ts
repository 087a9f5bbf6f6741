import type { ExistingItem } from '../../shared/reservation/reservations';
import type { Session } from '../../shared/reservation/session';
import type { ItemInput } from '../../shared/run/itemInput';
import type { CheckedInputs } from '../../shared/run/job';
import { runInOrder } from '../../shared/run/runInOrder';

interface SyncSettings {
	removeMissing: boolean;
	dryRun: boolean;
	/** References that begin with it are this sync's own. */
	prefix: string;
	/** Undefined: any number. */
	mostRemovals?: number;
}

/** What all inputs of a sync want of a reservation. */
interface WantedReservation {
	session: Session;
	reservationId: string;
	/** Indexes of the inputs, by reference. */
	inputs: Map<string, number[]>;
	/** IDs that were to be removed when the run was checked: nothing else is. */
	counted?: Set<string | undefined>;
}

export class SyncPlan {
	private first?: { input: ItemInput; settings: SyncSettings };
	/** By account and ID. */
	private readonly reservations = new Map<string, WantedReservation>();
	private mayRemove = false;

	/** All inputs need the same settings: what is deleted depends on all inputs of a reservation, not on one. */
	settingsFor(input: ItemInput): SyncSettings {
		const settings = settingsIn(input);
		this.first ??= { input, settings };
		if (JSON.stringify(settings) === JSON.stringify(this.first.settings)) return settings;
		throw input.problem(
			`'Remove Missing', 'Reference Prefix', 'Dry Run' and 'Most Removals' are not the same as for the first input item`,
			'Give all input items of a run the same, or use one node for each.',
		);
	}

	reservation(session: Session, reservationId: string): WantedReservation {
		const key = `${session.client.scope} ${reservationId}`;
		const known = this.reservations.get(key);
		const reservation = known ?? { session, reservationId, inputs: new Map() };
		this.reservations.set(key, reservation);
		return reservation;
	}

	add(input: ItemInput, reservation: WantedReservation, reference: string): void {
		const { removeMissing = false, prefix = '' } = this.first?.settings ?? {};
		if (removeMissing && !reference.startsWith(prefix)) {
			throw input.problem(
				`'Reference' is '${reference}', which does not begin with 'Reference Prefix' ('${prefix}')`,
				'Give every charge of this sync a reference that does: only those are looked at when what is missing is removed.',
			);
		}
		const { inputs } = reservation;
		inputs.set(reference, [...(inputs.get(reference) ?? []), input.itemIndex]);
		assertWantedOnce(input, reservation, reference);
	}

	/** Says which items to remove: this sync's own that no input wants. Undefined: none. */
	removesFrom({
		inputs,
		counted,
	}: WantedReservation): ((item: ExistingItem) => boolean) | undefined {
		if (!this.mayRemove) return undefined;
		const { prefix = '' } = this.first?.settings ?? {};
		return ({ id, fields: { reference } }) =>
			reference?.startsWith(prefix) === true &&
			!inputs.has(reference) &&
			(counted === undefined || counted.has(id));
	}

	/**
	 * Decides whether anything is removed, and reads all reservations before anything is changed. An incomplete input would
	 * delete too much, and lists that show the same items would delete those of other guests.
	 */
	async check({ areAllRead, warn }: CheckedInputs): Promise<void> {
		const { input, settings } = this.first ?? {};
		if (!input || !settings?.removeMissing) return;
		if (!areAllRead) return warn('Nothing was removed, as not every input item could be read');
		this.mayRemove = true;
		const { mostRemovals = Infinity, dryRun } = settings;
		if (dryRun || (mostRemovals === Infinity && this.reservations.size < 2)) return;
		const count = await this.countRemovals().catch((error: unknown) => {
			if (mostRemovals < Infinity) throw error;
			this.mayRemove = false;
			warn('Nothing was removed, as not every reservation could be read');
			return 0;
		});
		if (count <= mostRemovals) return;
		throw input.problem(
			`This run would delete ${count} service items, more than 'Most Removals' allows (${mostRemovals})`,
			'Look whether the input is complete; Dry Run shows what would be deleted. If that is right, set it higher for one run.',
		);
	}

	private async countRemovals(): Promise<number> {
		let count = 0;
		const all = [...this.reservations.values()];
		const concurrency = Math.max(...all.map(({ session }) => session.maxConcurrency));
		await runInOrder(all, { concurrency, shouldStop: () => false }, async (reservation) => {
			const { session, reservationId } = reservation;
			const removes = this.removesFrom(reservation);
			const items = await session.reservations.list(reservationId);
			const toRemove = items.filter((item) => removes?.(item));
			count += toRemove.length;
			reservation.counted = new Set(toRemove.map(({ id }) => id));
		});
		return count;
	}
}

export function assertWantedOnce(
	input: ItemInput,
	{ reservationId, inputs }: WantedReservation,
	reference: string,
): void {
	const items = inputs.get(reference) ?? [];
	if (items.length < 2) return;
	throw input.problem(
		`'Reference' is '${reference}' on reservation '${reservationId}' in input items ${items.join(' and ')}`,
		'Give each charge of a reservation a reference of its own, or remove the items that are too many.',
	);
}

function settingsIn(input: ItemInput): SyncSettings {
	const removeMissing = input.flag('removeMissing', 'Remove Missing');
	const dryRun = input.flag('dryRun', 'Dry Run');
	if (!removeMissing) return { removeMissing, dryRun, prefix: '' };
	const prefix = input.textOf(input.value('referencePrefix'), 'Reference Prefix');
	if (prefix === undefined) {
		throw input.problem(
			`'Reference Prefix' is empty, so every reference would count as this workflow's own`,
			"Fill in what all references of this sync begin with, such as 'spa-': only service items whose reference begins with it are deleted.",
		);
	}
	const most = input.textOf(input.value('mostRemovals'), 'Most Removals');
	if (most === undefined || /^\d+$/.test(most)) {
		return {
			removeMissing,
			dryRun,
			prefix,
			mostRemovals: most === undefined ? most : Number(most),
		};
	}
	throw input.problem(
		`'Most Removals' is '${most}', which is not a whole number`,
		'Give a whole number such as 20, or leave it blank for no limit.',
	);
}
