import type { IDataObject } from 'n8n-workflow';

import { fieldsIn } from '../../shared/format/draft';
import type { WrittenFields } from '../../shared/format/fields';
import { quoted } from '../../shared/format/json';
import { hasOwnId } from '../../shared/lists/reservations';
import { prefixErrors } from '../../shared/n8n/userError';
import type {
	DesiredCharge,
	WishOutcome,
} from '../../shared/reservation/desired';
import { accountProofOf } from '../../shared/reservation/accountProof';
import { wishOf } from '../../shared/reservation/input';
import { reconcile } from '../../shared/reservation/reconcile';
import type { Session } from '../../shared/session/session';
import type { Draft } from './entered';
import { reasonOf } from './reading';
import type { Finding } from './report';

/** For a reservation whose charges show no date. */
const ANY_DAY = '2026-06-15';
const DAY_MS = 86_400_000;
/** Services may write it in capitals, or cut it. */
const BEGINNING = 'Check of the API format';
const DESCRIPTION = `${BEGINNING} (to be deleted)`;

/**
 * Creates one charge, changes and deletes it, as Sync would: what no list shows
 * is not right. For test environments only.
 *
 * @param session with the examples of the draft
 * @param about the items of the reservation: the service is known to accept
 * their dates and accounts
 */
export async function tryWriting(
	session: Session,
	draft: Draft,
	{ reservationId, items }: { reservationId: string; items: IDataObject[] },
): Promise<Finding[]> {
	const { mapper } = session;
	const { createBody, updateBody = createBody } = draft;
	const prefix = `check-${Date.now()}`;
	const known = items.map((item) => mapper.read(item).fields);
	const decimals = mapper.amountText(0).split('.')[1]?.length ?? 0;
	const amount = Number((12.3456).toFixed(decimals));
	const date = known[0]?.date ?? ANY_DAY;
	const values = {
		amount,
		date,
		description: DESCRIPTION,
		reference: `${prefix}-1`,
	};
	const charge = {
		...placedIn(createBody, known[0]),
		...values,
		reservationId,
	};
	const changes = placedIn(updateBody, {
		...known.at(-1),
		amount: amount + 1,
		date: new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10),
		description: `${DESCRIPTION}, changed`,
	});
	const created = await bringAbout(session, charge);
	const findings = [findingOf('Create', charge, created)];
	if (created.is === 'done') {
		// What a service empties that an update leaves out shows in an update of
		// one field.
		const one = placedIn(updateBody, { amount: amount + 2 });
		const { reference } = values;
		let updated = await bringAbout(session, {
			reservationId,
			reference,
			...one,
		});
		if (updated.is === 'done') {
			updated = await bringAbout(session, { ...charge, ...changes });
		}
		findings.push(findingOf('Update', changes, updated));
	}
	const isRefused = created.is === 'failed' && !created.earlier;
	let deleted = await remove(session, reservationId, prefix);
	if (deleted === 'missing' && !isRefused) {
		const ids = items.map((item) => mapper.read(item).id);
		const removing = removeByDescription(session, reservationId, ids);
		deleted = await removing.catch((error: Error) => error);
	}
	if (deleted !== 'missing' || !isRefused) {
		findings.push(deletionOf(prefix, deleted));
	}
	return findings;
}

/** The values that an example has a placeholder for. */
function placedIn(example: unknown, values: WrittenFields = {}): WrittenFields {
	const names = fieldsIn(example);
	return Object.fromEntries(
		Object.entries(values).filter(([name]) => names.includes(name)),
	);
}

async function bringAbout(
	session: Session,
	fields: DesiredCharge['fields'],
): Promise<WishOutcome> {
	try {
		const { reservationId } = fields;
		const wishes = [wishOf(chargeOf(session, fields), session.mapper)];
		const desired = { reservationId, wishes, isDryRun: false };
		const { outcomes } = await reconcile(session, desired, () => false);
		return outcomes[0] as WishOutcome;
	} catch (error) {
		return { is: 'failed', error: error as Error };
	}
}

function chargeOf(
	{ mapper }: Session,
	fields: DesiredCharge['fields'],
): DesiredCharge {
	const { reference = '' } = fields;
	prefixErrors(`'Reference'`, () => mapper.parseReference(reference));
	const { body, expected } = mapper.toCreate(fields);
	const charge = { body, expected, idempotencyKey: reference };
	return {
		matchBy: 'reference',
		whenFound: 'update',
		fields,
		custom: {},
		charge,
	};
}

const ACTIONS = { Create: 'created', Update: 'updated' };

function findingOf(
	step: 'Create' | 'Update',
	sent: unknown,
	outcome: WishOutcome,
): Finding {
	const line = { setting: `Test Writing: ${step}`, now: quoted(sent) };
	const advice = `Compare it with the documentation, and paste its example into '${step} Body'.`;
	if (outcome.is === 'failed') {
		return { ...line, found: reasonOf(outcome.error), ...toDo(advice) };
	}
	const { action, hint } = outcome;
	if (action === ACTIONS[step] && hint === undefined) {
		return { ...line, found: action, ...DONE };
	}
	return { ...line, found: hint ?? action, ...toDo(advice) };
}

const DONE = { verdict: 'right', advice: 'Nothing to do.' } as const;

function toDo(advice: string): Pick<Finding, 'verdict' | 'advice'> {
	return { verdict: 'change', advice };
}

async function remove(
	session: Session,
	reservationId: string,
	prefix: string,
): Promise<'deleted' | 'missing' | Error> {
	const deletion = { prefix, wanted: new Set<string>() };
	const desired = { reservationId, wishes: [], isDryRun: false, deletion };
	const { deletions, unread } = await reconcile(session, desired, () => false);
	const [outcome] = deletions;
	if (outcome?.is === 'deleted') return 'deleted';
	return outcome?.is === 'failed' ? outcome.error : (unread ?? 'missing');
}

/** Where the service has not kept the reference. */
async function removeByDescription(
	session: Session,
	reservationId: string,
	known: Array<string | undefined>,
): Promise<'deleted' | 'missing'> {
	const listed = await session.reservations.list(reservationId);
	const [left, ...others] = listed.filter(({ id, fields }) => {
		const description = fields.description?.toLowerCase() ?? '';
		return (
			description.startsWith(BEGINNING.toLowerCase()) && !known.includes(id)
		);
	});
	if (!left || !hasOwnId(left) || others.length > 0) return 'missing';
	await accountProofOf(session.accountKey).assertProven(
		left,
		reservationId,
		session,
	);
	await session.client.send({
		method: 'DELETE',
		serviceId: left.id,
		reservationId,
	});
	const after = await session.reservations.list(reservationId);
	return after.some((each) => each.id === left.id) ? 'missing' : 'deleted';
}

function deletionOf(
	prefix: string,
	deleted: 'deleted' | 'missing' | Error,
): Finding {
	const line = { setting: 'Test Writing: Delete', now: prefix };
	if (deleted === 'deleted') return { ...line, found: 'gone', ...DONE };
	const found = deleted === 'missing' ? 'not in the list' : reasonOf(deleted);
	const advice = `Look for the charge with ${prefix} or '${DESCRIPTION}' in the service, and delete it by hand.`;
	return { ...line, found, ...toDo(advice) };
}
