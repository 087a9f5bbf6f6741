import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { WrittenFields } from '../format/fields';
import { FIELD_LABELS } from '../format/fields';
import { merge } from '../format/json';
import type { Mapper } from '../format/mapper';
import type { ExistingItem } from './reservations';
import { idToChange } from './reservations';
import { differencesOf } from './match';
import type { ReservationView } from './view';
import type { Wanted, Wish } from './wanted';
import { mayHaveMade } from './wanted';

/** @param isMade true where this execution has created it */
export async function keepOrUpdate(
	view: ReservationView,
	wish: Wish,
	found: ExistingItem,
	{ isMade = mayHaveMade(wish), isDryRun = false }: { isMade?: boolean; isDryRun?: boolean } = {},
): Promise<void> {
	const { client, mapper, reservations } = view.session;
	const { wanted } = wish;
	view.bind(wish, found);
	if (wanted.whenFound === 'keep') {
		return wish.record({ action: isMade ? 'created' : 'alreadyExisted', item: found });
	}
	const before = merge(found.sent ?? {}, found.raw);
	const update = updateOf(wanted, found, mapper);
	if (!update) {
		return wish.record(
			isMade ? { action: 'created', item: found } : { action: 'unchanged', before, item: found },
		);
	}
	const sent = merge(before, update.sent);
	if (isDryRun) {
		return wish.record({ action: 'wouldUpdate', before, item: { id: found.id, raw: sent } });
	}
	const serviceId = idToChange(found);
	const { reservationId } = wanted.fields;
	const request = { method: 'PATCH', serviceId, body: update.body } as const;
	const answer = await client.send(request, { reservationId });
	const { item: raw } = mapper.readAnswer(answer, { id: serviceId, item: sent });
	const item = reservations.readSent(raw, serviceId, sent);
	view.bind(wish, item);
	wish.record({ action: 'updated', before, item });
}

/** @throws UserError where a charge would lack a field */
export function assertComplete({ fields }: Wanted): void {
	const needed = ['amount', 'date', 'description'] as const;
	const missing = needed.filter((name) => fields[name] === undefined);
	if (missing.length === 0) return;
	throw userError(
		`${new Intl.ListFormat('en-GB').format(missing.map((name) => `'${FIELD_LABELS[name]}'`))} must be filled in, as there is no service item with this reference yet. Fill ${missing.length > 1 ? 'them' : 'it'} in to have one created`,
		'Only for an item that exists may fields be left blank: those stay as they are.',
	);
}

/** The body of an update, and what the service will show of it; undefined where nothing differs. */
function updateOf(
	{ fields: { reservationId, reference, ...fields }, custom }: Wanted,
	{ raw, fields: present }: ExistingItem,
	mapper: Mapper,
): { body: IDataObject; sent: IDataObject } | undefined {
	const differences = differencesOf(fields, present);
	const customDifferences = mapper.customChanges(custom, raw);
	if (Object.keys({ ...differences, ...customDifferences }).length === 0) return undefined;
	// The item keeps its reference.
	const changes: WrittenFields = { ...differences, reference };
	return {
		body: mapper.updateBody(changes, customDifferences, { item: raw, reservationId }),
		sent: mapper.asUpdated(changes, customDifferences),
	};
}
