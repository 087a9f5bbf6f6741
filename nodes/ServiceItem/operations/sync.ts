import type { IDataObject } from 'n8n-workflow';

import { DesiredState } from './desiredState';
import type { ItemJob } from '../../shared/items/itemJob';
import type { ItemInput } from '../../shared/items/itemInput';
import type { Session } from '../../shared/reservation/session';
import type { UpsertResult, WantedItem } from '../../shared/reservation/upsert';
import { planUpsert } from '../../shared/reservation/upsert';
import { isBlank, merge } from '../../shared/format/json';
import { reservationIdField } from './fields';
import type { Operation } from './operation';
import { upsertJob } from './referencedJob';
import type { ToOutput } from './results';
import { toOutputOf } from './results';
import { assertFewRemovals, removalJobs } from './removals';
import { syncFields } from './syncFields';
import { plannedOutput, syncOutput } from './syncOutput';
import type { SharedByItems } from './syncSettings';
import { assertShared, settingsOf } from './syncSettings';
import { wantedItemFields, wantedItemIn } from './wantedItem';

/** Brings reservations to the state the input describes, by reference. */
export const sync: Operation = {
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync service items of reservations',
		description:
			'Can delete charges, if Remove Missing is on: try Dry Run first. Makes reservations match the input.',
	},
	fields: [reservationIdField, ...wantedItemFields, ...syncFields],
	begin(session) {
		const state = new DesiredState();
		let shared: SharedByItems | undefined;
		return {
			prepare(input) {
				state.beginItem();
				const settings = settingsOf(input);
				const toOutput = toOutputOf(input, session.mapper);
				shared ??= { input, toOutput, settings };
				assertShared(settings, shared.settings, input);
				if (settings.removeMissing && isEmptyMarker(input)) {
					const reservationId = input.requiredName('reservationId', 'Reservation ID');
					state.readItem(input.itemIndex, reservationId);
					return { kind: 'read', run: () => Promise.resolve([]) };
				}
				const wanted = wantedItemIn(input, session.mapper);
				state.readItem(input.itemIndex, wanted.reservationId, wanted.fields.reference);
				const assertOnce = (): void => assertWantedOnce(wanted, state, input);
				assertOnce();
				const request = { wanted, assertOnce, toOutput };
				return settings.dryRun ? plannedJob(request, session) : itemJob(request, session);
			},
			noteUnread: () => state.beginItem(),
			async beforeItems(total) {
				const isRemoving = shared?.settings.removeMissing && !shared.settings.dryRun;
				if (shared && isRemoving && state.isComplete)
					await assertFewRemovals(state, shared, session, total);
			},
			afterItems(warn) {
				if (!shared?.settings.removeMissing) return [];
				if (state.isComplete) return removalJobs(state, shared, session);
				warn('Nothing was removed, as not every input item could be read');
				return [];
			},
		};
	},
};

/** What an input item asks for. */
interface SyncRequest {
	wanted: WantedItem;
	/** Complains when another input item wants something else under the same reference. */
	assertOnce: () => void;
	toOutput: ToOutput;
}

/** Only says what would be done. */
function plannedJob({ wanted, assertOnce, toOutput }: SyncRequest, session: Session): ItemJob {
	return {
		kind: 'read',
		async run() {
			assertOnce();
			return [plannedOutput(await planUpsert(session, wanted), wanted, toOutput)];
		},
	};
}

function itemJob({ wanted, assertOnce, toOutput }: SyncRequest, session: Session): ItemJob {
	const { reservationId, fields } = wanted;
	const { reference } = fields;
	const outputOf = ({ action, before, after: item }: UpsertResult): IDataObject => {
		const after = merge(item.sent ?? {}, item.raw);
		return syncOutput({ action, reservationId, reference, before, after, id: item.id }, toOutput);
	};
	return upsertJob(session, wanted, outputOf, assertOnce);
}

/** An item that is a whole charge but for its reference lacks it by mistake: no sign that there should be none. */
function isEmptyMarker(input: ItemInput): boolean {
	return (
		input.flag('allowEmpty', 'Allow Empty Reservations') &&
		input.textOf(input.value('reference'), 'Reference') === undefined &&
		(isBlank(input.value('amount')) || isBlank(input.value('description')))
	);
}

function assertWantedOnce(
	{ reservationId, fields: { reference } }: WantedItem,
	state: DesiredState,
	input: ItemInput,
): void {
	const items = state.itemsWanting(reservationId, reference);
	if (items.length < 2) return;
	throw input.problem(
		`'Reference' is '${reference}' on reservation '${reservationId}' in input items ${items.join(' and ')}`,
		'Give each charge of a reservation a reference of its own, or remove the items that are too many.',
	);
}
