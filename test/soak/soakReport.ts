import { grouped, textTable } from '../report/textTable';
import { FAULT_KINDS } from '../service/faults';
import type { Told } from './report';
import type { Scenario, Verdict } from './scenario';
import type { SoakFigures } from './soak';

/** One soaked run. */
export interface SoakedRun {
	scenario: Pick<Scenario, 'name' | 'again'>;
	seed: number;
	figures: SoakFigures;
}

/** What is wrong with a run, one line each; empty when all is as it must be. */
export function listFindings({ scenario, seed, figures }: SoakedRun): string[] {
	const { again, idleExchanges } = figures;
	const end = again ?? figures;
	const left = scenario.again
		? end.told.filter((each) => !scenario.again?.ends.includes(each)).length
		: 0;
	return [
		...describe(figures.verdict),
		...describe(again?.verdict).map((line) => `second run, ${line}`),
		...(left > 0 ? [`${left} items not brought to their end`] : []),
		...(idleExchanges > 0 ? [`${idleExchanges} token exchanges that nothing called for`] : []),
	].map((line) => `${scenario.name}, seed ${seed}: ${line}`);
}

function describe(verdict: Verdict | undefined): string[] {
	return Object.entries(verdict ?? {}).flatMap(([what, charges]) =>
		(charges as string[]).map((charge) => `${what}: ${charge}`),
	);
}

/** The figures of many runs: a line per scenario, and how often each kind of fault struck. */
export function soakTables(runs: readonly SoakedRun[]): string {
	const names = [...new Set(runs.map(({ scenario }) => scenario.name))];
	const rows = names.map((name) =>
		summarize(
			name,
			runs.filter(({ scenario }) => scenario.name === name),
		),
	);
	const byScenario = textTable(
		[
			{ title: 'Scenario', align: 'left' },
			{ title: 'Runs' },
			{ title: 'Items' },
			{ title: 'Requests' },
			{ title: 'Wrong' },
			{ title: 'Exchanges' },
			{ title: 'Done' },
			{ title: 'Unclear' },
			{ title: 'Refused' },
			{ title: 'Stopped' },
			{ title: 'Done at last' },
			{ title: 'Lost' },
			{ title: 'Duplicated' },
			{ title: 'Misreported' },
		],
		[...rows, summarize('All', runs)],
	);
	const byKind = textTable(
		[{ title: 'Fault', align: 'left' }, { title: 'Requests' }],
		FAULT_KINDS.map((kind) => [kind, total(runs, ({ faults }) => faults[kind] ?? 0)]),
	);
	return `${byScenario}\n\n${byKind}`;
}

function summarize(name: string, runs: readonly SoakedRun[]): string[] {
	const count = (told: Told) => total(runs, (figures) => countTold(figures.told, told));
	const wrong = sum(runs, countFaults) / sum(runs, countRequests);
	return [
		name,
		grouped(runs.length),
		total(runs, ({ told }) => told.length),
		total(runs, countRequests),
		`${(wrong * 100).toFixed(0)} %`,
		total(runs, ({ exchanges }) => exchanges),
		count('done'),
		count('unclear'),
		count('refused'),
		count('stopped'),
		total(runs, ({ told, again }) => countTold(again?.told ?? told, 'done')),
		...(['lost', 'duplicated', 'misreported'] as const).map((what) =>
			total(
				runs,
				({ verdict, again }) => verdict[what].length + (again?.verdict[what].length ?? 0),
			),
		),
	];
}

function countTold(all: readonly Told[], told: Told): number {
	return all.filter((each) => each === told).length;
}

function countRequests({ requests, exchanges }: SoakFigures): number {
	return requests + exchanges;
}

function countFaults({ faults }: SoakFigures): number {
	return Object.values(faults).reduce((all, count) => all + count, 0);
}

function total(runs: readonly SoakedRun[], figure: (figures: SoakFigures) => number): string {
	return grouped(sum(runs, figure));
}

function sum(runs: readonly SoakedRun[], figure: (figures: SoakFigures) => number): number {
	return runs.reduce((all, { figures }) => all + figure(figures), 0);
}
