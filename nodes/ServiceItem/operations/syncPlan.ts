import type { ExistingItem } from '../../shared/reservation/existingItem';
import type { Session } from '../../shared/reservation/session';
import type { Wanted } from '../../shared/reservation/wanted';
import type { ItemInput } from '../../shared/run/itemInput';
import type { CheckedInputs } from '../../shared/run/job';
import { runInOrder } from '../../shared/run/runInOrder';

/** What holds for a sync as a whole. */
interface SyncSettings {
	removeMissing: boolean;
	dryRun: boolean;
	/** Which references are this sync's own. */
	prefix: string;
	/** How many service items the run may delete; undefined: any number. */
	mostRemovals?: number;
}

/** A reservation that the input names. */
interface NamedReservation {
	session: Session;
	reservationId: string;
	/** Which inputs want which reference. */
	wanted: Map<string, number[]>;
	/** IDs of what was counted as to be removed, where the run may remove only so many. */
	counted?: Set<string | undefined>;
}

/** What all inputs of a sync together want. */
export class SyncPlan {
	private first?: { input: ItemInput; settings: SyncSettings };
	private readonly reservations = new Map<Session, Map<string, NamedReservation>>();
	private mayRemove = false;

	get isDryRun(): boolean {
		return this.first?.settings.dryRun === true;
	}

	/** Deleting goes by reservation, not by input: a setting that differs would delete what an input meant to keep. */
	settingsFor(input: ItemInput): SyncSettings {
		const settings = settingsIn(input);
		this.first ??= { input, settings };
		if (JSON.stringify(settings) === JSON.stringify(this.first.settings)) return settings;
		throw input.problem(
			`'Remove Missing', 'Reference Prefix', 'Dry Run' and 'Most Removals' are not the same as for the first input item`,
			'Give all input items of a run the same, or use one node for each.',
		);
	}

	/** Notes a reservation that is to have none of this sync's charges but those that other inputs want. */
	name(session: Session, reservationId: string): NamedReservation {
		const named = this.reservations.get(session) ?? new Map<string, NamedReservation>();
		this.reservations.set(session, named);
		const reservation = named.get(reservationId) ?? { session, reservationId, wanted: new Map() };
		named.set(reservationId, reservation);
		return reservation;
	}

	/** Notes what an input wants. */
	want(input: ItemInput, session: Session, wanted: Wanted): void {
		const { reservationId, reference = '' } = wanted.fields;
		const { removeMissing = false, prefix = '' } = this.first?.settings ?? {};
		if (removeMissing && !reference.startsWith(prefix)) {
			throw input.problem(
				`'Reference' is '${reference}', which does not begin with 'Reference Prefix' ('${prefix}')`,
				'Give every charge of this sync a reference that does: only those are looked at when what is missing is removed.',
			);
		}
		const { wanted: references } = this.name(session, reservationId);
		references.set(reference, [...(references.get(reference) ?? []), input.itemIndex]);
		this.assertWantedOnce(input, session, wanted);
	}

	assertWantedOnce(input: ItemInput, session: Session, { fields }: Wanted): void {
		const { reservationId, reference = '' } = fields;
		const items = this.name(session, reservationId).wanted.get(reference) ?? [];
		if (items.length < 2) return;
		throw input.problem(
			`'Reference' is '${reference}' on reservation '${reservationId}' in input items ${items.join(' and ')}`,
			'Give each charge of a reservation a reference of its own, or remove the items that are too many.',
		);
	}

	/** Which items of a reservation no input wants although they are this sync's own. */
	removesFrom(
		session: Session,
		reservationId: string,
	): ((item: ExistingItem) => boolean) | undefined {
		if (!this.mayRemove) return undefined;
		const { wanted, counted } = this.name(session, reservationId);
		const { prefix = '' } = this.first?.settings ?? {};
		return ({ id, fields: { reference } }) =>
			reference?.startsWith(prefix) === true &&
			!wanted.has(reference) &&
			(counted === undefined || counted.has(id));
	}

	/**
	 * Decides whether anything is removed, and looks at all reservations before anything is changed: half an input would delete
	 * half of all, and lists that show the same items would have those of other guests deleted.
	 */
	async check({ areAllRead, warn }: CheckedInputs): Promise<void> {
		const { input, settings } = this.first ?? {};
		if (!input || !settings?.removeMissing) return;
		this.mayRemove = areAllRead;
		if (!areAllRead) warn('Nothing was removed, as not every input item could be read');
		const { mostRemovals = Infinity, dryRun } = settings;
		if (dryRun || !areAllRead) return;
		const named = [...this.reservations.values()].flatMap((each) => [...each.values()]);
		if (mostRemovals === Infinity && named.length < 2) return;
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
		const isLimited = this.first?.settings.mostRemovals !== undefined;
		const countOn = async (named: NamedReservation): Promise<void> => {
			const { session, reservationId } = named;
			const removes = this.removesFrom(session, reservationId);
			const items = await session.reservations.list(reservationId);
			const toRemove = items.filter((item) => removes?.(item));
			count += toRemove.length;
			if (isLimited) named.counted = new Set(toRemove.map(({ id }) => id));
		};
		const counts = [...this.reservations].map(async ([{ maxConcurrency }, named]) => {
			const order = {
				keyOf: ({ reservationId }: NamedReservation) => reservationId,
				concurrency: maxConcurrency,
				shouldStop: () => false,
			};
			await runInOrder([...named.values()], order, async ([reservation]) => {
				if (reservation) await countOn(reservation);
			});
		});
		await Promise.all(counts);
		return count;
	}
}

function settingsIn(input: ItemInput): SyncSettings {
	const removeMissing = input.flag('removeMissing', 'Remove Missing');
	const dryRun = input.flag('dryRun', 'Dry Run');
	if (!removeMissing) return { removeMissing, dryRun, prefix: '' };
	const prefix = input.textOf(input.value('referencePrefix'), 'Reference Prefix');
	if (prefix !== undefined) {
		return { removeMissing, dryRun, prefix, mostRemovals: mostRemovalsIn(input) };
	}
	throw input.problem(
		`'Reference Prefix' is empty, so every reference would count as this workflow's own`,
		"Fill in what all references of this sync begin with, such as 'spa-': only service items whose reference begins with it are deleted.",
	);
}

function mostRemovalsIn(input: ItemInput): number | undefined {
	const text = input.textOf(input.value('mostRemovals'), 'Most Removals');
	if (text === undefined) return undefined;
	if (/^\d+$/.test(text)) return Number(text);
	throw input.problem(
		`'Most Removals' is '${text}', which is not a whole number`,
		'Give a whole number such as 20, or leave it blank for no limit.',
	);
}
