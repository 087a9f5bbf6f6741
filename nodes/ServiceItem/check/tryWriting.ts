import { createBodyOf } from '../../shared/format/bodies';
import type { ChargeFields } from '../../shared/format/fields';
import type { Session } from '../../shared/http/session';
import { reconcile } from '../../shared/reservation/reconcile';
import { attempt } from '../../shared/reservation/requests';
import { RunOfAccount } from '../../shared/reservation/runOfAccount';
import type { Wish } from '../../shared/reservation/wish';

const description = 'Check of the API format';

/**
 * Creates a charge, changes and deletes it, as Sync would: what no list shows is
 * not right.
 *
 * @param known of a charge whose date and accounts the service takes
 * @returns what each step has done
 */
export async function tryWriting(
	session: Session,
	reservationId: string,
	known: ChargeFields,
): Promise<Record<string, string | Error>> {
	const { createBody } = session.format;
	const reference = `check-${Date.now()}`;
	const sync = async (wanted?: ChargeFields): Promise<string> => {
		const all = Object.entries(wanted ?? {});
		const placed = all.filter(([name]) => createBody.has(name));
		const fields = { ...Object.fromEntries(placed), reservationId, reference };
		const { body } = createBodyOf(session.format, fields);
		const key = { reference, idempotencyKey: reference };
		const wish: Wish = {
			...key,
			whenFound: 'update',
			custom: {},
			fields,
			body,
		};
		const rules = {
			isDryRun: false,
			stopsAtFailure: true,
			run: new RunOfAccount(),
		};
		// Of references with more behind it.
		const deletion = {
			prefix: reference.slice(0, -1),
			wanted: new Set<string>(),
		};
		const desired = wanted ? { wishes: [wish] } : { wishes: [], deletion };
		const result = await reconcile(
			session,
			{ ...rules, ...desired, reservationId },
			() => false,
		);
		const deleted = await result.deleteOrphans();
		result.end();
		const [outcome] = [...result.outcomes, ...deleted];
		if (outcome?.is === 'failed') throw outcome.error;
		return outcome?.is === 'done' ? outcome.action : 'deleted';
	};
	const place = createBody.places.find(({ field }) => field === 'amount');
	const amount = Number((12.3456).toFixed(place?.format.decimals));
	const first = { date: '2026-06-15', ...known, amount, description };
	const done: Record<string, string | Error> = {};
	done.Create = await attempt(sync(first));
	if (typeof done.Create === 'string') {
		const changed = { amount: amount + 1, description: `${description} 2` };
		done.Update = await attempt(sync(changed));
	}
	done.Delete = await attempt(sync());
	return done;
}
