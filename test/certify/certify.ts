import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reckon } from './reckoning';
import { KINDS, countWaits, startRecorder, type Kind, type Passed } from './recorder';
import { calendar } from './scenarios/calendar';
import { everyday } from './scenarios/everyday';
import { hotelDay } from './scenarios/hotelDay';
import { refusals } from './scenarios/refusals';
import type { Scenario } from './scenarios/scenario';
import { troubles } from './scenarios/troubles';
import { Stage, succeeded } from './stage';
import type { Target } from './target';

export interface Shown {
	name: string;
	outcome: 'passed' | 'failed' | 'not shown';
	/** What was seen, or what was not as it must be. */
	words: string;
}

/** All that a certificate says. */
export interface Certificate {
	/** The package with its version, and what it ran on. */
	package: string;
	engine: string;
	target: string;
	reservationId: string;
	begun: Date;
	/** In milliseconds. */
	took: number;
	shown: Shown[];
	requests: Record<Kind, number>;
	waits: { asked: number; obeyed: number };
	/** What was on the reservation at the end, those charges that are to be there and are not, and those that are there too often. */
	charged: number;
	lost: string[];
	doubled: string[];
	isPassed: boolean;
}

/**
 * Runs all scenarios, compares what the service holds with what it is to hold, and removes it again.
 *
 * @param perHour how many charges an hour of the hotel's day has
 * @param packageRoot the built package
 */
export async function certify(
	target: Target,
	{ perHour, packageRoot }: { perHour: number; packageRoot?: string },
): Promise<Certificate> {
	const begun = new Date();
	const recorder = await startRecorder(target.address);
	try {
		const mark = `C${begun.getTime().toString(36)}`;
		const stage = new Stage(target, recorder, mark, packageRoot);
		const shown: Shown[] = [];
		for (const scenario of scenarios(perHour)) {
			shown.push(await show(scenario, stage));
		}
		const books = await compare(stage);
		await tidyUp(stage);
		const { passed } = recorder;
		const waits = countWaits(passed);
		const isPassed =
			shown.every(({ outcome }) => outcome !== 'failed') &&
			books.lost.length + books.doubled.length === 0 &&
			waits.asked === waits.obeyed;
		return {
			...versionsIn(packageRoot ?? process.cwd()),
			target: target.name,
			reservationId: target.reservationId,
			begun,
			took: Date.now() - begun.getTime(),
			shown,
			requests: countKinds(passed),
			waits,
			...books,
			isPassed,
		};
	} finally {
		await recorder.stop();
		await target.miniature?.stop();
	}
}

function scenarios(perHour: number): readonly Scenario[] {
	return [...everyday, ...refusals, ...troubles, ...calendar, ...hotelDay(perHour)];
}

async function show({ name, lacks, run }: Scenario, stage: Stage): Promise<Shown> {
	const lacking = lacks?.(stage.target);
	if (lacking) return { name, outcome: 'not shown', words: `Not tried: ${lacking}.` };
	try {
		return { name, outcome: 'passed', words: withoutAccount(await run(stage), stage) };
	} catch (error) {
		return { name, outcome: 'failed', words: withoutAccount((error as Error).message, stage) };
	} finally {
		stage.faults.clear();
	}
}

/** The service's own words may name it. */
function withoutAccount(words: string, { target }: Stage): string {
	return words.replaceAll(target.accountId, '…');
}

async function compare(stage: Stage): Promise<Pick<Certificate, 'charged' | 'lost' | 'doubled'>> {
	const held = await stage.held();
	return { charged: held.length, ...reckon(stage.wanted.values(), held) };
}

/** The reservation is left as it was found. */
async function tidyUp(stage: Stage): Promise<void> {
	const items = await stage.held();
	if (items.length === 0) return;
	const serviceId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const run = await stage.run('delete', { serviceId }, { items: items.map(({ id }) => ({ id })) });
	succeeded(run);
}

function versionsIn(packageRoot: string): Pick<Certificate, 'package' | 'engine'> {
	const [own, core] = ['.', path.join('node_modules', 'n8n-core')].map((folder) => {
		const file = path.join(packageRoot, folder, 'package.json');
		const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
		return `${name} ${version}`;
	});
	return { package: own ?? '', engine: `n8n’s engine, ${core}` };
}

function countKinds(passed: readonly Passed[]): Record<Kind, number> {
	const counts = KINDS.map((kind) => [kind, passed.filter((each) => each.kind === kind).length]);
	return Object.fromEntries(counts) as Record<Kind, number>;
}
