import { createBodyOf } from '../../shared/format/bodies';
import {
	CHARGE_FIELDS,
	type ChargeFields,
	type WrittenFields,
} from '../../shared/format/fields';
import type { Session } from '../../shared/http/session';
import { toldBy } from '../../shared/n8n/userError';
import { reconcile } from '../../shared/reservation/reconcile';
import { attempt } from '../../shared/reservation/requests';
import { RunOfAccount } from '../../shared/reservation/runOfAccount';
import { decimalsOf } from '../parameters/charge';
import type { Report } from './report';

/**
 * Creates a charge, changes and deletes it, as Sync would.
 *
 * @param known of a charge whose date and accounts the service takes
 */
export async function tryWriting(
	session: Session,
	reservationId: string,
	known: ChargeFields,
	report: Report,
): Promise<void> {
	const { format } = session;
	const prefix = `check-${Date.now()}-`;
	const reference = `${prefix}1`;
	const run = new RunOfAccount();
	const sync = async (wanted: WrittenFields[]) => {
		const wishes = wanted.map((given) => {
			const fields = { ...given, reservationId, reference };
			for (const name of CHARGE_FIELDS) {
				if (!format.createBody.has(name)) delete fields[name];
			}
			const { body } = createBodyOf(format, fields);
			const key = { reference, idempotencyKey: reference };
			return { ...key, whenFound: 'update', custom: {}, fields, body } as const;
		});
		const rules = { isDryRun: false, stopsAtFailure: true, prefix };
		const desired = { ...rules, reservationId, run, wishes };
		const result = await reconcile(session, desired, () => false);
		const deleted = await result.deleteOrphans();
		result.end();
		const [outcome] = [...result.outcomes, ...deleted];
		if (outcome?.is === 'failed') throw outcome.error;
		return outcome?.is === 'done' ? outcome.action : outcome?.is;
	};
	const amount = Number((12.3456).toFixed(decimalsOf(format)));
	const description = 'Check of the API format';
	const first = { date: '2026-06-15', ...known, amount, description };
	const second = { amount: amount + 1, description: `${description} 2` };
	const steps = { Create: [first], Update: [second], Delete: [] };
	let isRight = true;
	for (const [step, wanted] of Object.entries(steps)) {
		if (!isRight && step === 'Update') continue;
		const found = await attempt(sync(wanted));
		const setting = `Test Writing: ${step}`;
		if (found instanceof Error) {
			isRight = false;
			report.tellOpen(setting, toldBy(found));
		} else if (found) report.tell(setting, { found });
	}
	if (isRight) report.untested = [];
}
