import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isBlank, merge } from '../../shared/format/json';
import type { Mapper } from '../../shared/format/mapper';
import type { ItemInput } from '../../shared/run/itemInput';
import { filledIn, referenceIn, toOutputOf, wantedIn } from './charge';
import type { Operation } from './fields';
import { wantedFields } from './fields';
import { assertWantedOnce, SyncPlan } from './syncPlan';

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
		const plan = new SyncPlan();
		return {
			prepare(input, session) {
				const { removeMissing, dryRun: isDryRun } = plan.settingsFor(input);
				const { mapper } = session;
				const reservationId = input.requiredName('reservationId', 'Reservation ID');
				const reservation = plan.reservation(session, reservationId);
				const isEmptied = removeMissing && isEmptyMarker(input, mapper);
				const reference = isEmptied ? '' : referenceIn(input, mapper);
				if (!isEmptied) plan.add(input, reservation, reference);
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
					assertAlone: () => assertWantedOnce(input, reservation, reference),
					outputOf: ({ action, before, item: { id, raw, sent = {} } }) => ({
						action,
						reservationId,
						reference,
						before: before ? given(before, id) : null,
						after: given(merge(sent, raw), id),
					}),
					whole: {
						isDryRun,
						removes: () => plan.removesFrom(reservation),
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
			checkRun: async (run) => await plan.check(run),
		};
	},
};

/** True for a reservation ID alone. With any other field, the reference is missing by mistake: nothing may be deleted. */
function isEmptyMarker(input: ItemInput, mapper: Mapper): boolean {
	if (!input.flag('allowEmpty', 'Allow Empty Reservations')) return false;
	if (!['reference', 'amount', 'description'].every((name) => isBlank(input.value(name)))) {
		return false;
	}
	const { fields, custom } = filledIn(input.collection('additionalFields'), input, mapper);
	return Object.keys({ ...fields, ...custom }).length === 0;
}
