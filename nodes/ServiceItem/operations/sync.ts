import type { IDataObject } from 'n8n-workflow';

import { isBlank, merge } from '../../shared/format/json';
import type { Wanted } from '../../shared/reservation/wanted';
import type { Session } from '../../shared/reservation/session';
import type { ItemInput } from '../../shared/run/itemInput';
import type { ReconcileJob } from '../../shared/run/job';
import { reservationIdField } from './fields';
import { customIn, fieldsIn } from './itemFields';
import type { Operation } from './operation';
import { toOutputOf } from './results';
import { syncFields } from './syncFields';
import { SyncPlan } from './syncPlan';
import { wantedFields, wantedIn } from './wantedIn';

/** Brings reservations to the state the input describes, by reference. */
export const sync: Operation = {
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync service items of reservations',
		description:
			'Can delete charges, if Remove Missing is on: try Dry Run first. Makes reservations match the input.',
	},
	fields: [reservationIdField, ...wantedFields, ...syncFields],
	begin() {
		const plan = new SyncPlan();
		return {
			prepare(input, session) {
				const settings = plan.settingsFor(input);
				if (settings.removeMissing && isEmptyMarker(input, session)) {
					const reservationId = input.requiredName('reservationId', 'Reservation ID');
					plan.name(session, reservationId);
					return jobOf(input, session, { reservationId, plan });
				}
				const wanted = wantedIn(input, session.mapper);
				const { reservationId } = wanted.fields;
				plan.want(input, session, wanted);
				return jobOf(input, session, { reservationId, plan, wanted });
			},
			checkRun: async (run) => await plan.check(run),
		};
	},
};

function jobOf(
	input: ItemInput,
	session: Session,
	{ reservationId, plan, wanted }: { reservationId: string; plan: SyncPlan; wanted?: Wanted },
): ReconcileJob {
	const toOutput = toOutputOf(input, session.mapper);
	const given = (item: IDataObject | undefined, id?: string): IDataObject | null =>
		item ? toOutput(item, { id, reservationId }) : null;
	return {
		kind: 'reconcile',
		reservationId,
		wanted,
		assertAlone: () => wanted && plan.assertWantedOnce(input, session, wanted),
		outputOf: ({ action, before, item }) => ({
			action,
			reservationId,
			reference: wanted?.fields.reference,
			before: given(before, item.id),
			after: given(merge(item.sent ?? {}, item.raw), item.id),
		}),
		whole: {
			isDryRun: plan.isDryRun,
			removes: () => plan.removesFrom(session, reservationId),
			outputOfRemoved: ({ id, raw, fields: { reference } }) => ({
				action: plan.isDryRun ? 'wouldRemove' : 'removed',
				reservationId,
				reference,
				before: given(raw, id),
				after: null,
			}),
		},
	};
}

/** An input that has anything of a charge lacks its reference by mistake: no sign that there should be none. */
function isEmptyMarker(input: ItemInput, { mapper }: Session): boolean {
	if (!input.flag('allowEmpty', 'Allow Empty Reservations')) return false;
	if (!['reference', 'amount', 'description'].every((name) => isBlank(input.value(name)))) {
		return false;
	}
	const additional = input.collection('additionalFields');
	const given = { ...fieldsIn(additional, input, mapper), ...customIn(additional, input) };
	return Object.keys(given).length === 0;
}
