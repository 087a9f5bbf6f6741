import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { WrittenFields } from '../format/fields';
import { FIELD_LABELS } from '../format/fields';
import { merge } from '../format/json';
import type { Mapper } from '../format/mapper';
import { differencesOf } from './comparison';
import type { ExistingItem } from './existingItem';
import { idToChange } from './existingItem';
import type { Session } from './session';
import type { ReservationView } from './view';
import type { Reconciled, Wanted, Wish } from './wanted';
import { mayHaveMade } from './wanted';

/** A request to be sent, and what the service will show of it. */
export interface Plan {
	body: IDataObject;
	sent: IDataObject;
}

/** @throws UserError where the charge would lack a field, or has one without a place */
export function createPlan({ fields, custom }: Wanted, mapper: Mapper): Plan {
	assertComplete(fields);
	return { body: mapper.createBody(fields, custom), sent: mapper.asCreated(fields, custom) };
}

/** What has to be changed about an item; undefined: nothing. */
function updatePlan(
	{ fields: { reservationId, reference, ...fields }, custom }: Wanted,
	{ raw, fields: present }: ExistingItem,
	mapper: Mapper,
): Plan | undefined {
	const differences = differencesOf(fields, present);
	const customDifferences = mapper.customChanges(custom, raw);
	if (Object.keys({ ...differences, ...customDifferences }).length === 0) return undefined;
	// The reference that an item carries stays with it.
	const changes: WrittenFields = { ...differences, reference };
	return {
		body: mapper.updateBody(changes, customDifferences, { item: raw, reservationId }),
		sent: mapper.asUpdated(changes, customDifferences),
	};
}

/** What would be done about a wish. */
export function plannedFor(
	wanted: Wanted,
	found: ExistingItem | undefined,
	mapper: Mapper,
): Reconciled {
	if (!found) {
		return {
			action: 'wouldCreate',
			item: { id: undefined, raw: createPlan(wanted, mapper).sent },
		};
	}
	const before = found.raw;
	const plan = updatePlan(wanted, found, mapper);
	if (!plan) return { action: 'unchanged', before, item: found };
	return { action: 'wouldUpdate', before, item: { id: found.id, raw: merge(before, plan.sent) } };
}

/**
 * Leaves an item as it is, or brings it up to date.
 *
 * @param isMade true where this execution has made it
 */
export async function keepOrUpdate(
	{ session, view }: { session: Session; view: ReservationView },
	wish: Wish,
	found: ExistingItem,
	isMade = mayHaveMade(wish),
): Promise<Reconciled> {
	const { wanted } = wish;
	view.settle(wish, found);
	if (wanted.whenFound === 'keep') {
		return { action: isMade ? 'created' : 'alreadyExisted', item: found };
	}
	const before = merge(found.sent ?? {}, found.raw);
	const plan = updatePlan(wanted, found, session.mapper);
	if (!plan && isMade) return { action: 'created', item: found };
	if (!plan) return { action: 'unchanged', before, item: found };
	const serviceId = idToChange(found);
	const { reservationId } = wanted.fields;
	const request = { method: 'PATCH', serviceId, body: plan.body } as const;
	const answer = await session.client.send(request, { reservationId });
	const sent = merge(before, plan.sent);
	const { item: raw } = session.mapper.readAnswer(answer, { id: serviceId, item: sent });
	const item = session.reservations.readSent(raw, serviceId, sent);
	view.settle(wish, item);
	return { action: 'updated', before, item };
}

function assertComplete(fields: WrittenFields): void {
	const needed = ['amount', 'date', 'description'] as const;
	const missing = needed.filter((name) => fields[name] === undefined);
	if (missing.length === 0) return;
	throw userError(
		`${new Intl.ListFormat('en-GB').format(missing.map((name) => `'${FIELD_LABELS[name]}'`))} must be filled in, as there is no service item with this reference yet. Fill ${missing.length > 1 ? 'them' : 'it'} in to have one created`,
		'Only for an item that exists may fields be left blank: those stay as they are.',
	);
}
