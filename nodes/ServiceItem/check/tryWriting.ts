import { createBodyOf, takesIdempotencyKey } from '../../shared/format/bodies';
import type { WrittenFields } from '../../shared/format/fields';
import type { Session } from '../../shared/http/session';
import { userError } from '../../shared/n8n/userError';
import { reconcile } from '../../shared/reservation/reconcile';
import { attempt } from '../../shared/reservation/requests';
import { RunOfAccount } from '../../shared/reservation/runOfAccount';
import type { Desired, Wish } from '../../shared/reservation/wish';

type Written = Wish['fields'] & { reference: string };

const DESCRIPTION = 'Check of the API format';

/**
 * Creates a charge, changes and deletes it, as Sync would: what no list shows is
 * not right.
 *
 * @param known a charge whose date and accounts the service takes
 * @returns what each step has done
 */
export async function tryWriting(
	session: Session,
	reservationId: string,
	known: WrittenFields,
): Promise<Record<string, string | Error>> {
	const { createBody } = session.format;
	const place = createBody.places.find(({ field }) => field === 'amount');
	const amount = Number((12.3456).toFixed(place?.format.decimals));
	const reference = `check-${Date.now()}`;
	const own = { reservationId, reference };
	const all = {
		date: '2026-06-15',
		...known,
		amount,
		description: DESCRIPTION,
	};
	const placed = Object.entries(all).filter(([name]) => createBody.has(name));
	const done: Record<string, string | Error> = {};
	const created = { ...own, ...Object.fromEntries(placed) };
	done.Create = await attempt(carryOut(session, created));
	// What is not sent has to stay.
	const changed = {
		...own,
		amount: amount + 1,
		description: `${DESCRIPTION}, changed`,
	};
	if (typeof done.Create === 'string') {
		done.Update = await attempt(carryOut(session, changed));
	}
	done.Delete = await attempt(carryOut(session, own, true));
	return done;
}

async function carryOut(
	session: Session,
	fields: Written,
	isDeletion?: boolean,
): Promise<string> {
	const { reservationId, reference } = fields;
	const desired: Desired = {
		reservationId,
		wishes: isDeletion ? [] : [wishOf(session, fields)],
		run: new RunOfAccount(),
		isDryRun: false,
		stopsAtFailure: true,
	};
	// It needs more behind it.
	const prefix = reference.slice(0, -1);
	if (isDeletion) desired.deletion = { prefix, wanted: new Set() };
	const result = await reconcile(session, desired, () => false);
	try {
		const deleted = await result.deleteOrphans();
		const [outcome] = [...result.outcomes, ...deleted];
		if (outcome?.is === 'failed') throw outcome.error;
		if (outcome) return outcome.is === 'done' ? outcome.action : outcome.is;
		throw userError({ what: 'It is not in the list', advice: '' });
	} finally {
		result.end();
	}
}

function wishOf({ format }: Session, fields: Written): Wish {
	const { reference } = fields;
	const { body } = createBodyOf(format, fields);
	const idempotencyKey = takesIdempotencyKey(format) ? reference : undefined;
	const rule = { whenFound: 'update', custom: {} } as const;
	return { ...rule, reference, idempotencyKey, fields, body };
}
