import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isBlank, merge } from '../../shared/format/json';
import type { Mapper } from '../../shared/format/mapper';
import type { ExistingItem } from '../../shared/reservation/reservations';
import type { Session } from '../../shared/reservation/session';
import type { ItemInput } from '../../shared/run/itemInput';
import { runInOrder } from '../../shared/run/runInOrder';
import { filledIn, referenceIn, toOutputOf, wantedIn } from './charge';
import type { Operation } from './fields';
import { wantedFields } from './fields';

interface SyncSettings {
	removeMissing: boolean;
	dryRun: boolean;
	/** References that begin with it are this sync's own. */
	prefix: string;
	mostRemovals: number;
}

interface WantedReservation {
	session: Session;
	reservationId: string;
	/** Indexes of the inputs, by reference. */
	inputs: Map<string, number[]>;
	/** Which items to remove, decided before anything is changed; undefined: none. */
	removes?: (item: ExistingItem) => boolean;
}

const syncFields: INodeProperties[] = [
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description: 'Whether to only return what would be done, without changing anything',
	},
	{
		displayName: 'Remove Missing',
		name: 'removeMissing',
		type: 'boolean',
		default: false,
		description:
			'Whether to delete charges whose reference is not in the input. What is deleted cannot be restored. Charges without a reference are never touched.',
	},
	{
		displayName: 'Reference Prefix',
		name: 'referencePrefix',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. spa-',
		description:
			"Only charges whose reference starts with this are this workflow's own, and may be deleted. Every reference in the input has to start with it.",
		displayOptions: { show: { removeMissing: [true] } },
	},
	{
		displayName: 'Most Removals',
		name: 'mostRemovals',
		type: 'string',
		default: '',
		placeholder: 'e.g. 20',
		description:
			'How many charges a run may delete; 0 means none. If it would delete more, nothing is changed. Leave it blank for no limit.',
		displayOptions: { show: { removeMissing: [true] } },
	},
	{
		displayName: 'Allow Empty Reservations',
		name: 'allowEmpty',
		type: 'boolean',
		default: false,
		description:
			'Whether an input item with a reservation ID and nothing else means: remove all of these charges from that reservation',
		displayOptions: { show: { removeMissing: [true] } },
	},
];

export const sync: Operation = {
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync service items of reservations',
		description:
			'Can delete charges, if Remove Missing is on: try Dry Run first. Makes reservations match the input.',
	},
	fields: [...wantedFields, ...syncFields],
	begin() {
		let first: { input: ItemInput; settings: SyncSettings } | undefined;
		/** By account and ID. */
		const reservations = new Map<string, WantedReservation>();
		return {
			prepare(input, session) {
				const settings = settingsIn(input);
				first ??= { input, settings };
				assertSameSettings(input, settings, first.settings);
				const { removeMissing, dryRun: isDryRun } = settings;
				const { mapper } = session;
				const reservationId = input.requiredName('reservationId', 'Reservation ID');
				const key = `${session.client.scope} ${reservationId}`;
				const reservation: WantedReservation = reservations.get(key) ?? {
					session,
					reservationId,
					inputs: new Map(),
				};
				reservations.set(key, reservation);
				const isEmptied = removeMissing && isEmptyMarker(input, mapper);
				const reference = isEmptied ? '' : referenceIn(input, mapper);
				if (!isEmptied) addWanted(reservation, reference, input, settings);
				const wanted = isEmptied
					? undefined
					: wantedIn({ reservationId, reference }, input, mapper);
				const toOutput = toOutputOf(input, mapper);
				const given = (raw: IDataObject, id: string | undefined): IDataObject =>
					toOutput(raw, { id, reservationId });
				return {
					kind: 'reconcile',
					reservationId,
					wanted,
					assertAlone: () => assertWantedOnce(reservation, reference, input),
					outputOf: ({ action, before, item: { id, raw, sent = {} } }) => ({
						action,
						reservationId,
						reference,
						before: before ? given(before, id) : null,
						after: given(merge(sent, raw), id),
					}),
					whole: {
						isDryRun,
						removes: () => reservation.removes,
						outputOfRemoved: ({ id, raw, fields }) => ({
							action: isDryRun ? 'wouldRemove' : 'removed',
							reservationId,
							reference: fields.reference,
							before: given(raw, id),
							after: null,
						}),
					},
				};
			},
			async checkRun(areAllRead) {
				if (!first?.settings.removeMissing) return;
				if (areAllRead) await decideRemovals([...reservations.values()], first);
				else first.input.hint('Nothing was removed, as not every input item could be read');
			},
		};
	},
};

/** What is deleted depends on all inputs of a reservation. */
function assertSameSettings(input: ItemInput, own: SyncSettings, first: SyncSettings): void {
	if (JSON.stringify(own) === JSON.stringify(first)) return;
	throw input.problem(
		`'Remove Missing', 'Reference Prefix', 'Dry Run' and 'Most Removals' are not the same as for the first input item`,
		'Give all input items of a run the same, or use one node for each.',
	);
}

function addWanted(
	reservation: WantedReservation,
	reference: string,
	input: ItemInput,
	{ removeMissing, prefix }: SyncSettings,
): void {
	if (removeMissing && !reference.startsWith(prefix)) {
		throw input.problem(
			`'Reference' is '${reference}', which does not begin with 'Reference Prefix' ('${prefix}')`,
			'Give every charge of this sync a reference that does: only those are looked at when what is missing is removed.',
		);
	}
	const { inputs } = reservation;
	inputs.set(reference, [...(inputs.get(reference) ?? []), input.itemIndex]);
	assertWantedOnce(reservation, reference, input);
}

function assertWantedOnce(
	{ reservationId, inputs }: WantedReservation,
	reference: string,
	input: ItemInput,
): void {
	const items = inputs.get(reference) ?? [];
	if (items.length < 2) return;
	throw input.problem(
		`'Reference' is '${reference}' on reservation '${reservationId}' in input items ${items.join(' and ')}`,
		'Give each charge of a reservation a reference of its own, or remove the items that are too many.',
	);
}

/**
 * Decides what is removed: this sync's own that no input wants. All reservations are read before anything is changed, as
 * lists that show the same items would delete those of other guests.
 */
async function decideRemovals(
	reservations: WantedReservation[],
	{ input, settings }: { input: ItemInput; settings: SyncSettings },
): Promise<void> {
	const { prefix, mostRemovals, dryRun } = settings;
	const isLeftOver = ({ inputs }: WantedReservation, { fields: { reference } }: ExistingItem) =>
		reference?.startsWith(prefix) === true && !inputs.has(reference);
	/** IDs to remove: what appears later stays. */
	const counted = new Map<WantedReservation, Array<string | undefined>>();
	if (!dryRun && (mostRemovals < Infinity || reservations.length > 1)) {
		const concurrency = Math.max(...reservations.map(({ session }) => session.maxConcurrency));
		const order = { concurrency, shouldStop: () => false };
		const reading = runInOrder(reservations, order, async (each) => {
			const items = await each.session.reservations.list(each.reservationId);
			const ids = items.filter((item) => isLeftOver(each, item)).map(({ id }) => id);
			counted.set(each, ids);
		});
		let isRead = true;
		await reading.catch((error: unknown) => {
			if (mostRemovals < Infinity) throw error;
			isRead = false;
		});
		if (!isRead) return input.hint('Nothing was removed, as not every reservation could be read');
	}
	const count = [...counted.values()].flat().length;
	if (count > mostRemovals) {
		throw input.problem(
			`This run would delete ${count} service items, more than 'Most Removals' allows (${mostRemovals})`,
			'Look whether the input is complete; Dry Run shows what would be deleted. If that is right, set it higher for one run.',
		);
	}
	for (const each of reservations) {
		const ids = counted.has(each) ? new Set(counted.get(each)) : undefined;
		each.removes = (item) => isLeftOver(each, item) && (ids?.has(item.id) ?? true);
	}
}

/** True for a reservation ID alone. With any other field, the reference is missing by mistake: nothing may be deleted. */
function isEmptyMarker(input: ItemInput, mapper: Mapper): boolean {
	if (!input.flag(input.value('allowEmpty'), 'Allow Empty Reservations')) return false;
	if (!['reference', 'amount', 'description'].every((name) => isBlank(input.value(name)))) {
		return false;
	}
	const { fields, custom } = filledIn(input.collection('additionalFields'), input, mapper);
	return Object.keys({ ...fields, ...custom }).length === 0;
}

function settingsIn(input: ItemInput): SyncSettings {
	const removeMissing = input.flag(input.value('removeMissing'), 'Remove Missing');
	const dryRun = input.flag(input.value('dryRun'), 'Dry Run');
	if (!removeMissing) return { removeMissing, dryRun, prefix: '', mostRemovals: Infinity };
	const prefix = input.textOf(input.value('referencePrefix'), 'Reference Prefix');
	if (prefix === undefined) {
		throw input.problem(
			`'Reference Prefix' is empty, so every reference would count as this workflow's own`,
			"Fill in what all references of this sync begin with, such as 'spa-': only service items whose reference begins with it are deleted.",
		);
	}
	const most = input.textOf(input.value('mostRemovals'), 'Most Removals');
	if (most === undefined || /^\d+$/.test(most)) {
		return { removeMissing, dryRun, prefix, mostRemovals: Number(most ?? Infinity) };
	}
	throw input.problem(
		`'Most Removals' is '${most}', which is not a whole number`,
		'Give a whole number such as 20, or leave it blank for no limit.',
	);
}
