import type { INodeProperties } from 'n8n-workflow';

import { isBlank, merge } from '../../shared/format/json';
import type { ExistingItem } from '../../shared/reservation/reservations';
import type { Session } from '../../shared/reservation/session';
import type { Wanted } from '../../shared/reservation/wanted';
import type { ItemInput } from '../../shared/run/itemInput';
import { runInOrder } from '../../shared/run/runInOrder';
import { filledIn, referenceIn, toOutputOf, wantedIn } from './charge';
import type { Operation } from './fields';
import { wantedFields } from './fields';

interface SyncSettings {
	removeMissing: boolean;
	isDryRun: boolean;
	/** References that begin with it are this sync's own. */
	prefix: string;
	mostRemovals: number;
	allowEmpty: boolean;
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
		let isRemoving = false;
		/** By account and ID. */
		const reservations = new Map<string, WantedReservation>();
		return {
			prepare(input, session) {
				const settings = settingsIn(input);
				first ??= { input, settings };
				assertSameSettings(input, settings, first.settings);
				const { isDryRun, prefix, allowEmpty } = settings;
				const reservationId = input.requiredName('reservationId', 'Reservation ID');
				const key = `${session.client.scope} ${reservationId}`;
				const reservation =
					reservations.get(key) ?? new WantedReservation(session, reservationId, prefix);
				reservations.set(key, reservation);
				const wanted = allowEmpty && isEmptyMarker(input) ? undefined : reservation.add(input);
				const { reference = '' } = wanted?.fields ?? {};
				const toOutput = toOutputOf(input);
				return {
					kind: 'reconcile',
					reservationId,
					wanted,
					assertAlone: () => reservation.assertWantedOnce(reference, input),
					outputOf: ({ action, before, item: { id, raw, sent = {} } }) => ({
						action,
						reservationId,
						reference,
						before: before ? toOutput(before, { id, reservationId }) : null,
						after: toOutput(merge(sent, raw), { id, reservationId }),
					}),
					whole: {
						isDryRun,
						removes: () => (isRemoving ? reservation.isLeftOver : undefined),
						outputOfRemoved: ({ id, raw, fields }) => ({
							action: isDryRun ? 'wouldRemove' : 'removed',
							reservationId,
							reference: fields.reference,
							before: toOutput(raw, { id, reservationId }),
							after: null,
						}),
					},
				};
			},
			async checkRun(areAllRead) {
				if (!first?.settings.removeMissing) return;
				if (areAllRead) isRemoving = await mayRemove([...reservations.values()], first);
				else first.input.hint('Nothing was removed, as not every input item could be read');
			},
		};
	},
};

/** What the inputs of a run want of one reservation. */
class WantedReservation {
	/** Indexes of the inputs, by reference. */
	private readonly inputs = new Map<string, number[]>();
	/** IDs of what is left over, once it is counted: what appears later stays. */
	counted?: Array<string | undefined>;

	constructor(
		readonly session: Session,
		private readonly reservationId: string,
		private readonly prefix: string,
	) {}

	add(input: ItemInput): Wanted {
		const { inputs, prefix, reservationId } = this;
		const reference = referenceIn(input);
		if (!reference.startsWith(prefix)) {
			throw input.problem(
				`'Reference' is '${reference}', which does not begin with 'Reference Prefix' ('${prefix}')`,
				'Begin every reference of this sync with it: only such charges are looked at when missing ones are removed.',
			);
		}
		inputs.set(reference, [...(inputs.get(reference) ?? []), input.itemIndex]);
		this.assertWantedOnce(reference, input);
		return wantedIn({ reservationId, reference }, input);
	}

	assertWantedOnce(reference: string, input: ItemInput): void {
		const items = this.inputs.get(reference) ?? [];
		if (items.length < 2) return;
		throw input.problem(
			`'Reference' is '${reference}' on reservation '${this.reservationId}' in input items ${items.join(' and ')}`,
			'Give each charge of a reservation a reference of its own, or remove the items that are too many.',
		);
	}

	/** True for this sync's own that no input wants. */
	readonly isLeftOver = ({ id, fields: { reference } }: ExistingItem): boolean =>
		reference?.startsWith(this.prefix) === true &&
		!this.inputs.has(reference) &&
		(this.counted?.includes(id) ?? true);

	async count(): Promise<void> {
		const items = await this.session.reservations.list(this.reservationId);
		this.counted = items.filter(this.isLeftOver).map(({ id }) => id);
	}
}

/** What is deleted depends on all inputs of a reservation. */
function assertSameSettings(input: ItemInput, own: SyncSettings, first: SyncSettings): void {
	if (JSON.stringify(own) === JSON.stringify(first)) return;
	throw input.problem(
		`'Dry Run', 'Remove Missing' and the settings below it are not the same as for the first input item`,
		'Give all input items of a run the same, or use one node for each.',
	);
}

/**
 * Reads all reservations before anything is changed: lists that show the same items would delete those of other guests, and
 * the limit is that of the run.
 */
async function mayRemove(
	reservations: WantedReservation[],
	{ input, settings: { isDryRun, mostRemovals } }: { input: ItemInput; settings: SyncSettings },
): Promise<boolean> {
	const isLimited = mostRemovals < Infinity;
	if (isDryRun || (reservations.length === 1 && !isLimited)) return true;
	const concurrency = Math.max(...reservations.map(({ session }) => session.maxConcurrency));
	const order = { concurrency, shouldStop: () => false };
	let areAllRead = true;
	await runInOrder(reservations, order, async (each) => await each.count()).catch((error) => {
		if (isLimited) throw error;
		areAllRead = false;
		input.hint('Nothing was removed, as not every reservation could be read');
	});
	const count = reservations.flatMap(({ counted = [] }) => counted).length;
	if (count <= mostRemovals) return areAllRead;
	throw input.problem(
		`This run would delete ${count} service items, more than 'Most Removals' allows (${mostRemovals})`,
		'Look whether the input is complete; Dry Run shows what would be deleted. If that is right, set it higher for one run.',
	);
}

/** True for a reservation ID alone. With any other field, the reference is missing by mistake: nothing may be deleted. */
function isEmptyMarker(input: ItemInput): boolean {
	const names = ['reference', 'amount', 'description'];
	if (names.some((name) => !isBlank(input.value(name)))) return false;
	const { fields, custom } = filledIn(input.collection('additionalFields'), input);
	return Object.keys({ ...fields, ...custom }).length === 0;
}

function settingsIn(input: ItemInput): SyncSettings {
	const removeMissing = input.flag(input.value('removeMissing'), 'Remove Missing');
	const isDryRun = input.flag(input.value('dryRun'), 'Dry Run');
	const settings = {
		removeMissing,
		isDryRun,
		prefix: '',
		mostRemovals: Infinity,
		allowEmpty: false,
	};
	if (!removeMissing) return settings;
	const prefix = input.textOf(input.value('referencePrefix'), 'Reference Prefix');
	if (prefix === undefined) {
		throw input.problem(
			`'Reference Prefix' is empty, so every reference would count as this workflow's own`,
			"Fill in what all references of this sync begin with, such as 'spa-': only service items whose reference begins with it are deleted.",
		);
	}
	const most = input.textOf(input.value('mostRemovals'), 'Most Removals');
	if (most === undefined || /^\d+$/.test(most)) {
		const allowEmpty = input.flag(input.value('allowEmpty'), 'Allow Empty Reservations');
		return { ...settings, prefix, mostRemovals: Number(most ?? Infinity), allowEmpty };
	}
	throw input.problem(
		`'Most Removals' is '${most}', which is not a whole number`,
		'Give a whole number such as 20, or leave it blank for no limit.',
	);
}
