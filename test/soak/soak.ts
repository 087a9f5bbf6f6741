import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { CredentialStore } from '../engine/support/credentialStore';
import { runNode, type RunningWorkflow } from '../engine/support/runWorkflow';
import { FAULT_KINDS, type FaultKind } from '../service/faults';
import {
	DEFAULT_ACCOUNT,
	startMiniatureService,
	type MiniatureService,
} from '../service/miniatureService';
import { mulberry32 } from '../service/randomNumbers';
import { readReport, type Told } from './report';
import type { Scenario, SpokenDialect, Verdict } from './scenario';

/** How hard and how long. */
export interface SoakSettings {
	seed: number;
	/** Input items. */
	items: number;
	spoken: SpokenDialect;
	/** The node's own options. */
	options: INodeParameters;
	/** The package under test: the folder of its package.json. */
	packageRoot?: string;
}

/** What became of one soaked run, by the service's own books and log. */
export interface SoakFigures {
	/** What the run told about each input item, and about each further thing it did. */
	told: Told[];
	verdict: Verdict;
	/** Requests about service items. */
	requests: number;
	/** How many requests went wrong in which way, those for tokens included. */
	faults: Partial<Record<FaultKind, number>>;
	/** Requests for a token. */
	exchanges: number;
	/** Requests for a token that nothing called for: neither the first, nor after one that failed or a refused token. */
	idleExchanges: number;
	/** The second run, with nothing going wrong any more; absent where there is none, or none was needed. */
	again?: { told: Told[]; verdict: Verdict };
}

/** The share of requests that go wrong. */
const RATE = 1 / 3;
/** A token dies after so many uses, as if its day were over. */
const USES_PER_TOKEN = 75;
/** So long the service may be at work on what was under way at a stop, in milliseconds. */
const LONGEST_WORK_MS = 3_000;
/** What the node takes for passing at POST /token. The rest means a wrong address to it, and ends the run at once. */
const TOKEN_FAULTS: readonly FaultKind[] = [
	'tooManyRequests',
	'errorBefore',
	'errorAfter',
	'resetBefore',
	'resetAfter',
	'cutBody',
	'delay',
];

/** Runs one scenario against a service of its own on which about a third of the requests go wrong. */
export async function runSoak(scenario: Scenario, settings: SoakSettings): Promise<SoakFigures> {
	const { items, spoken, seed, options, packageRoot } = settings;
	const { parameters, again, isStopped } = scenario;
	const service = await startMiniatureService({ dialect: spoken.dialect });
	try {
		const { inputs, judge } = scenario.begin(service, items);
		const credential = new CredentialStore().add('reservationServiceApi', {
			baseUrl: service.url,
			accountId: DEFAULT_ACCOUNT.accountId,
			apiKey: DEFAULT_ACCOUNT.key,
			...spoken.credential,
		});
		const onError = 'continueRegularOutput';
		const shared = { credential, items: inputs, packageRoot };

		planFaults(service, seed);
		const running = runNode(
			'serviceItem',
			{ ...parameters, options },
			{ ...shared, ...(scenario.settings ?? { onError }) },
		);
		if (isStopped) await stopInTheMiddle(running, service, inputs.length);
		const run = await running;
		const report = readReport(run, inputs.length);
		const figures = {
			told: report.told,
			verdict: judge(report),
			requests: service.log.count() - service.log.tokenExchanges(),
			faults: countFaults(service),
			exchanges: service.log.tokenExchanges(),
			idleExchanges: countIdleExchanges(service),
		};
		const isNeeded = again?.how === 'anew' || run.status !== 'success';
		if (!again || !isNeeded) return figures;

		service.faults.clear();
		const retryOf = again.how === 'retry' ? run : undefined;
		const second = await runNode('serviceItem', parameters, { ...shared, onError, retryOf });
		const reportAgain = readReport(second, inputs.length);
		return { ...figures, again: { told: reportAgain.told, verdict: judge(reportAgain) } };
	} finally {
		await service.stop();
	}
}

function planFaults({ faults, tokens }: MiniatureService, seed: number): void {
	// Waiting is what makes a soak slow, and the node's own tests cover it.
	const brief = { retryAfter: [undefined, 0, 'date'] as const, delayMs: 30 };
	faults.random({ seed, rate: RATE, kinds: FAULT_KINDS, path: /^\/services/, ...brief });
	tokens.maxUses = USES_PER_TOKEN;
	const next = mulberry32(seed);
	for (let after = 0; after < 100; after++) {
		if (next() > RATE) continue;
		const kind = TOKEN_FAULTS[Math.floor(next() * TOKEN_FAULTS.length)]!;
		faults.add({ kind, method: 'POST', path: /^\/token$/, after, retryAfter: 0 });
	}
}

/**
 * Returns once nothing of what was sent can reach the books any more. What is open for longer only hangs: n8n up to 2.8 sends
 * a request without a timeout that was stopped in the moment it started.
 */
async function stopInTheMiddle(
	running: RunningWorkflow,
	{ log, inFlight }: MiniatureService,
	items: number,
): Promise<void> {
	while (log.entries.length < items) await sleep(5);
	running.cancel();
	await running;
	const end = performance.now() + LONGEST_WORK_MS;
	while (inFlight.current > 0 && performance.now() < end) await sleep(5);
}

function countFaults({ faults }: MiniatureService): SoakFigures['faults'] {
	return Object.fromEntries(
		Object.entries(faults.happened).map(([kind, byMethod]) => [
			kind,
			Object.values(byMethod).reduce((sum, count) => sum + count, 0),
		]),
	);
}

function countIdleExchanges({ log }: MiniatureService): number {
	const failed = log.entries.filter(({ path, status }) => path === '/token' && status !== 200);
	const cut = log.entries.filter(({ path, fault }) => path === '/token' && fault === 'cutBody');
	const refused = new Set(
		log.entries.filter(({ status }) => status === 401).map(({ headers }) => headers.authorization),
	);
	const called = 1 + failed.length + cut.length + refused.size;
	return Math.max(0, log.tokenExchanges() - called);
}
