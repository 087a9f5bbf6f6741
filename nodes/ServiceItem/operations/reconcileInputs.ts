import type { IDataObject } from 'n8n-workflow';

import { createBodyOf, takesIdempotencyKey } from '../../shared/format/bodies';
import type { Charge } from '../../shared/format/charges';
import { settingName } from '../../shared/format/fields';
import { canonicalJson } from '../../shared/format/json';
import { reservationKey } from '../../shared/lists/findCharge';
import { CanceledError, userError } from '../../shared/n8n/userError';
import { reconcile } from '../../shared/reservation/reconcile';
import { RunOfAccount } from '../../shared/reservation/runOfAccount';
import type { Desired, Reconciled, Wish } from '../../shared/reservation/wish';
import { isLaterRound } from '../../shared/run/memory';
import type * as run from '../../shared/run/operation';
import { runInOrder } from '../../shared/run/runInOrder';
import type { Rule } from '../parameters/charge';
import { chargeIn, reservationIdIn } from '../parameters/charge';
import type { Job } from './operation';
import { isSimplified, outputOf } from './operation';

/** What an input wants of its reservation. */
export interface Wanted extends Job {
	reservationId: string;
	orderKey: string;
	/** Absent: none of the charges of a sync. */
	wish?: Wish;
	/** A create without a look. */
	isBlind?: boolean;
	sync?: SyncSettings;
}
type Placed = run.Placed<Wanted>;
/** All inputs of a run on one reservation. */
type Line = Placed[];

/** The same for all inputs. */
export interface SyncSettings {
	isDryRun: boolean;
	/** References that begin with it are deleted where no input has them. */
	prefix?: string;
	maxDeletions?: number;
}

export function wantedIn(
	input: run.Input,
	rule?: Rule & Pick<Wish, 'reference' | 'whenFound'>,
): Wanted {
	const { format } = input.session;
	const reservationId = reservationIdIn(input);
	const orderKey = reservationKey(input.session, reservationId);
	const nothing = { reservationId, orderKey, isSimple: isSimplified(input) };
	if (!rule) return nothing;
	const { reference, whenFound } = rule;
	const { fields: filled, custom } = chargeIn(input, rule);
	const fields = { ...filled, reservationId, reference };
	const { body, leftOut } = createBodyOf(format, fields, custom);
	if (leftOut.length > 0) {
		const place = `${settingName('createBody')} has no place for it`;
		input.hint(`Left out, as ${place}: ${leftOut.join(', ')}`);
	}
	const wish: Wish = { reference, whenFound, fields, custom, body };
	if (takesIdempotencyKey(format)) wish.idempotencyKey = input.chargeKey();
	return { ...nothing, wish };
}

/** By session, as there is one of an account in a run. */
const accounts = new WeakMap<object, RunOfAccount>();
const reservations = new WeakMap<run.Report, Reservation[]>();

interface Reservation {
	line: Line;
	reconciled: Reconciled;
}

/** Of the operations that want each charge to be there once. */
export const reconcileInputs = {
	checkTogether,
	orderKey: ({ orderKey }: Wanted) => orderKey,
	async carryOut(line: Line, report: run.Report): Promise<void> {
		await reconcileLine(line, report).catch((error: Error) => {
			// What went out is remembered.
			if (error instanceof CanceledError) return;
			if (line.some(({ isDone }) => !isDone)) throw error;
			report.extraFailed(error, indexesOf(line));
		});
	},
	async finish(report: run.Report): Promise<void> {
		const all = reservations.get(report) ?? [];
		try {
			await deleteMissing(all, report);
		} finally {
			for (const { reconciled } of all) reconciled.end();
		}
	},
};

const DIFFERENT = userError({
	what: 'The settings of Sync are not the same as for the first input item',
	advice: 'Give all input items of a run the same',
});
const ONCE = userError({
	what: `'Execute Once' is on, with which n8n gives the node only its first input item`,
	advice: `Turn it off in the node's settings, or turn off 'Delete Missing'`,
});
const LATER = userError({
	what: 'An earlier round of this loop has already synced this reservation',
	advice: 'Give the node all items of a reservation at once',
});

function checkTogether(
	jobs: Line,
	refuse: (placed: Placed, error: Error) => void,
	{ context }: run.RunInfo,
): void {
	const settings = canonicalJson(jobs[0]?.job.sync ?? null);
	const first = new Map<string, Placed>();
	for (const placed of jobs) {
		const { job, earlier } = placed;
		const { sync, orderKey, wish } = job;
		const isLost = earlier && !findsAgain(job, earlier.reference);
		if (isLost) refuse(placed, userError(earlier.told));
		if (canonicalJson(sync ?? null) !== settings) refuse(placed, DIFFERENT);
		if (sync?.prefix && context.getNode().executeOnce) refuse(placed, ONCE);
		const deletes = sync?.prefix && !sync.isDryRun;
		if (deletes && isLaterRound(context, orderKey)) refuse(placed, LATER);
		if (wish?.reference === undefined) continue;
		const key = `${orderKey} ${wish.reference}`;
		const other = first.get(key) ?? placed;
		first.set(key, other);
		if (other === placed) continue;
		const inputs = indexesOf([other, placed]).join(' and ');
		const error = userError({
			what: `'Reference' is '${wish.reference}' on reservation '${job.reservationId}' in input items ${inputs}`,
			advice: 'Give each charge its own, such as order number and line',
		});
		refuse(other, error);
		refuse(placed, error);
	}
}

/** @param sent the reference of an earlier create, '' for none */
function findsAgain({ isBlind, wish }: Wanted, sent?: string): boolean {
	if (isBlind) return wish?.idempotencyKey !== undefined;
	return sent === undefined || sent === (wish?.reference ?? '');
}

async function reconcileLine(line: Line, report: run.Report): Promise<void> {
	const [first] = line as [Placed];
	const { session } = first.input;
	const { sync, reservationId } = first.job;
	if (!sync?.prefix && line.every(({ isDone }) => isDone)) return;
	const wishing = line.filter(({ job }) => job.wish);
	const indexes = indexesOf(wishing);
	const wishes = wishing.map(wishOf);
	const wanted = new Set(wishes.map(({ reference = '' }) => reference));
	const account = accounts.get(session) ?? new RunOfAccount();
	accounts.set(session, account);
	const at = (n: number): number => indexes[n] ?? 0;
	const desired: Desired = {
		reservationId,
		wishes,
		run: account,
		isDryRun: sync?.isDryRun ?? false,
		stopsAtFailure: report.stopsAtFailure,
		deletion: sync?.prefix ? { prefix: sync.prefix, wanted } : undefined,
		watch: {
			sending(n, told) {
				report.sending(at(n), told, wishes[n]?.reference ?? '');
			},
			answered: (n) => report.answered(at(n)),
			refused: (n) => report.refused(at(n)),
		},
	};
	const reconciled = await reconcile(session, desired, report.shouldStop);
	const others = reservations.get(report) ?? [];
	reservations.set(report, [...others, { line, reconciled }]);
	for (const [n, { input, job }] of wishing.entries()) {
		const { index } = input;
		const outcome = reconciled.outcomes[n];
		if (outcome?.is === 'failed') {
			report.failed(index, outcome.error, outcome.isUnclear);
		} else if (outcome) {
			const { action, charge, before } = outcome;
			report.done(index, [rowOf(job, action, charge, before)], {
				hint: outcome.hint && `Item ${index} ${outcome.hint}`,
				isRemembered: !sync?.isDryRun,
			});
		}
	}
	for (const { input, job } of line) {
		if (!job.wish) report.done(input.index, [], { isRemembered: false });
	}
}

function wishOf({ job, earlier, isDone }: Placed): Wish {
	const wish = { ...(job.wish as Wish) };
	if (isDone) wish.earlier = 'done';
	else if (earlier?.isAnswered) wish.earlier = 'answered';
	else if (earlier?.reference !== undefined) wish.earlier = 'unclear';
	return wish;
}

function rowOf(
	job: Wanted,
	action: string,
	after?: Charge,
	before?: Charge,
): IDataObject {
	const shown = (charge?: Charge) => (charge ? outputOf(charge, job) : null);
	// First, whatever a service calls so.
	if (!job.sync) return Object.assign({ action }, shown(after), { action });
	const reference = after ? job.wish?.reference : before?.reference;
	const { reservationId } = job;
	const both = { before: shown(before), after: shown(after) };
	return { action, reservationId, reference, ...both };
}

/** After all else of the run is done: what no input of a sync wants. */
async function deleteMissing(
	all: Reservation[],
	report: run.Report,
): Promise<void> {
	const [first] = all.flatMap(({ line }) => line);
	const { sync } = first?.job ?? {};
	if (!first || !sync?.prefix) return;
	if (report.hasFailed) {
		report.hint('Nothing was deleted, as not every input item could be done');
		return;
	}
	const { maxDeletions = Infinity, isDryRun } = sync;
	const count = all.flatMap(({ reconciled }) => reconciled.orphans).length;
	const what = `This run would delete ${count} charges, more than 'Max Deletions' allows (${maxDeletions})`;
	if (count > maxDeletions && isDryRun) report.hint(`${what}: it would fail`);
	if (count > maxDeletions && !isDryRun) {
		const advice = 'If the input is complete, set it higher';
		const more = "Nothing was deleted. 'Dry Run' shows the charges.";
		const inputs = all.flatMap(({ line }) => indexesOf(line));
		report.extraFailed(userError({ what, advice, more }), inputs);
		return;
	}
	const { concurrency } = first.input.session;
	const rule = { concurrency, shouldStop: report.shouldStop };
	const rows: Array<{ row: IDataObject; inputs: number[] }> = [];
	const deleting = runInOrder(all, rule, async ({ line, reconciled }) => {
		const { job } = line[0] as Placed;
		const inputs = indexesOf(line);
		for (const outcome of await reconciled.deleteOrphans()) {
			if (outcome.is === 'failed') {
				report.extraFailed(outcome.error, inputs);
				continue;
			}
			const row = rowOf(job, outcome.is, undefined, outcome.charge);
			rows.push({ row, inputs });
		}
	});
	await deleting.finally(() => {
		const isRemembered = !isDryRun;
		rows.sort((a, b) => (a.inputs[0] ?? 0) - (b.inputs[0] ?? 0));
		for (const { row, inputs } of rows) {
			report.extra([row], inputs, { isRemembered });
		}
	});
}

function indexesOf(line: Line): number[] {
	return line.map(({ input }) => input.index);
}
