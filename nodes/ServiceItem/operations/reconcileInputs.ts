import { createBodyOf, takesIdempotencyKey } from '../../shared/format/bodies';
import { settingName } from '../../shared/format/fields';
import { canonicalJson } from '../../shared/format/json';
import { reservationKey } from '../../shared/lists/findCharge';
import { CanceledError, userError } from '../../shared/n8n/userError';
import { reconcile } from '../../shared/reservation/reconcile';
import { RunOfAccount } from '../../shared/reservation/runOfAccount';
import type {
	Desired,
	Done,
	Failed,
	Reconciled,
	Wish,
} from '../../shared/reservation/wish';
import { isLaterRound } from '../../shared/run/memory';
import type {
	Input,
	Placed,
	Report,
	RunInfo,
	Sent,
} from '../../shared/run/operation';
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
type Placing = Placed<Wanted>;

/** The same for all inputs. */
export interface SyncSettings {
	isDryRun: boolean;
	/** References that begin with it are deleted where no input has them. */
	prefix?: string;
	maxDeletions?: number;
}

export function wantedIn(
	input: Input,
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
	if (takesIdempotencyKey(format)) wish.idempotencyKey = input.chargeKey('');
	return { ...nothing, wish };
}

/** One for all reservations of an account in a run, as its session is. */
const accounts = new WeakMap<object, RunOfAccount>();
const done = new WeakMap<Report, Reservation[]>();

interface Reservation {
	/** All inputs of the run that want something of it. */
	line: Placing[];
	reconciled: Reconciled;
}

/** Of the operations that want each charge to be there once. */
export const reconcileInputs = {
	checkTogether,
	orderKey: ({ orderKey }: Wanted) => orderKey,
	async carryOut(line: Placing[], report: Report): Promise<void> {
		await reconcileLine(line, report).catch((error: Error) => {
			// What went out is remembered.
			if (error instanceof CanceledError) return;
			const isAnyLeft = line.some(({ isDone }) => !isDone);
			if (isAnyLeft) throw error;
			report.extraFailed(error, indexesOf(line));
		});
	},
	async finish(report: Report): Promise<void> {
		const reservations = done.get(report) ?? [];
		try {
			await deleteMissing(reservations, report);
		} finally {
			for (const { reconciled } of reservations) reconciled.end();
		}
	},
};

function checkTogether(
	jobs: Placing[],
	refuse: (placed: Placing, error: Error) => void,
	{ context }: RunInfo,
): void {
	const settings = canonicalJson(jobs[0]?.job.sync ?? null);
	const first = new Map<string, Placing>();
	for (const placed of jobs) {
		const { job, earlier } = placed;
		const { sync, orderKey, wish } = job;
		const isGone = earlier && isLost(job, earlier);
		if (isGone) refuse(placed, userError(earlier.told));
		if (canonicalJson(sync ?? null) !== settings) refuse(placed, DIFFERENT);
		if (sync?.prefix && context.getNode().executeOnce) refuse(placed, ONCE);
		const deletes = sync?.prefix && !sync.isDryRun;
		if (deletes && isLaterRound(context, orderKey)) refuse(placed, LATER);
		if (wish?.reference === undefined) continue;
		const key = `${orderKey} ${wish.reference}`;
		const other = first.get(key) ?? placed;
		first.set(key, other);
		if (other === placed) continue;
		const error = usedTwice(wish, indexesOf([other, placed]));
		refuse(other, error);
		refuse(placed, error);
	}
}

/** An earlier try has created it, and this one would not find it. */
function isLost({ isBlind, wish }: Wanted, { reference }: Sent): boolean {
	if (reference === undefined) return false;
	if (isBlind) return wish?.idempotencyKey === undefined;
	return reference !== (wish?.reference ?? '');
}

const DIFFERENT = userError({
	what: 'The settings of Sync are not the same as for the first input item',
	advice: 'Give all input items of a run the same',
});
const ONCE = userError({
	what: `'Execute Once' is on, with which n8n gives the node only its first input item`,
	advice: `Turn it off in the node's settings, or turn off 'Delete Missing'`,
});
const LATER = userError({
	what: `An earlier round of this loop has already synced this reservation`,
	advice:
		'Give the node all items of a reservation at once: what it made would be deleted',
});

function usedTwice({ reference, fields }: Wish, inputs: number[]): Error {
	return userError({
		what: `'Reference' is '${reference}' on reservation '${fields.reservationId}' in input items ${inputs.join(' and ')}`,
		advice: 'Give each charge its own, such as order number and line',
	});
}

async function reconcileLine(line: Placing[], report: Report): Promise<void> {
	const [first] = line as [Placing];
	const { session } = first.input;
	const { sync, reservationId } = first.job;
	if (!sync?.prefix && line.every(({ isDone }) => isDone)) return;
	const run = accounts.get(session) ?? new RunOfAccount();
	accounts.set(session, run);
	const wishing = line.filter(({ job }) => job.wish);
	const wishes = wishing.map(wishOf);
	const desired: Desired = {
		reservationId,
		wishes,
		run,
		isDryRun: sync?.isDryRun ?? false,
		stopsAtFailure: report.stopsAtFailure,
		watch: watchOf(wishing, report),
	};
	if (sync?.prefix) {
		const wanted = new Set(wishes.map(({ reference = '' }) => reference));
		desired.deletion = { prefix: sync.prefix, wanted };
	}
	const reconciled = await reconcile(session, desired, report.shouldStop);
	done.set(report, [...(done.get(report) ?? []), { line, reconciled }]);
	for (const [n, placed] of wishing.entries()) {
		record(placed, reconciled.outcomes[n], report);
	}
	for (const { input, job } of line) {
		if (!job.wish) report.done(input.index, [], { isRemembered: false });
	}
}

function record(
	{ input: { index }, job }: Placing,
	outcome: Done | Failed | undefined,
	report: Report,
): void {
	if (outcome?.is === 'failed') {
		report.failed(index, outcome.error, outcome.isUnclear);
	} else if (outcome) {
		report.done(index, [resultOf(job, outcome)], {
			hint: outcome.hint && `Item ${index} ${outcome.hint}`,
			isRemembered: !job.sync?.isDryRun,
		});
	}
}

function wishOf({ job, earlier, isDone }: Placing): Wish {
	const wish = { ...(job.wish as Wish) };
	if (isDone) wish.earlier = 'done';
	else if (earlier?.isAnswered) wish.earlier = 'answered';
	else if (earlier?.reference !== undefined) wish.earlier = 'unclear';
	return wish;
}

/** Creates are remembered until their outcome is clear. */
function watchOf(wishing: Placing[], report: Report): Desired['watch'] {
	const at = (n: number) => wishing[n] as Placing;
	return {
		sending(n, told) {
			const { input, job } = at(n);
			report.sending(input.index, told, job.wish?.reference ?? '');
		},
		answered: (n) => report.answered(at(n).input.index),
		refused: (n) => report.refused(at(n).input.index),
	};
}

function resultOf(job: Wanted, { action, charge, before }: Done) {
	const { reservationId, sync, wish } = job;
	const after = outputOf(charge, job);
	// First, whatever a service calls so.
	if (!sync) return Object.assign({ action }, after, { action });
	const reference = wish?.reference;
	const old = before ? outputOf(before, job) : null;
	return { action, reservationId, reference, before: old, after };
}

/** After all else of the run is done: what no input of a sync wants. */
async function deleteMissing(
	reservations: Reservation[],
	report: Report,
): Promise<void> {
	const all = reservations.flatMap(({ line }) => line);
	const [first] = all;
	const { sync } = first?.job ?? {};
	if (!first || !sync?.prefix) return;
	if (report.hasFailed) {
		report.hint('Nothing was deleted, as not every input item could be done');
		return;
	}
	const { maxDeletions = Infinity, isDryRun } = sync;
	const orphans = reservations.flatMap((each) => each.reconciled.orphans);
	const what = `This run would delete ${orphans.length} charges, more than 'Max Deletions' allows (${maxDeletions})`;
	const isTooMuch = orphans.length > maxDeletions;
	if (isTooMuch && isDryRun) report.hint(`${what}: it would fail`);
	if (isTooMuch && !isDryRun) {
		const advice = 'If the input is complete, set it higher';
		const more = "Nothing was deleted. 'Dry Run' shows the charges.";
		const error = userError({ what, advice, more });
		return report.extraFailed(error, indexesOf(all));
	}
	const { concurrency } = first.input.session;
	const rule = { concurrency, shouldStop: report.shouldStop };
	await runInOrder(reservations, rule, async (reservation) => {
		await deleteOrphans(reservation, report);
	});
}

async function deleteOrphans(
	{ line, reconciled }: Reservation,
	report: Report,
): Promise<void> {
	const { job } = line[0] as Placing;
	const { reservationId, sync } = job;
	for (const outcome of await reconciled.deleteOrphans()) {
		if (outcome.is === 'failed') {
			report.extraFailed(outcome.error, indexesOf(line));
			continue;
		}
		const { is: action, charge } = outcome;
		const { reference } = charge;
		const before = outputOf(charge, job);
		const row = { action, reservationId, reference, before, after: null };
		const isRemembered = !sync?.isDryRun;
		report.extra([row], indexesOf(line), { isRemembered });
	}
}

function indexesOf(line: Placing[]): number[] {
	return line.map(({ input }) => input.index);
}
