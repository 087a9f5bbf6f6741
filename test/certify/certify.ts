import { KINDS, countWaits, startRecorder, type Kind, type Passed } from './recorder';
import { everyday } from './scenarios/everyday';
import { hotelDay } from './scenarios/hotelDay';
import { refusals } from './scenarios/refusals';
import type { Scenario } from './scenarios/scenario';
import { Stage, succeeded } from './stage';
import type { Target } from './target';

export interface Shown {
	name: string;
	outcome: 'passed' | 'failed' | 'only on the miniature service';
	/** What was seen, or what was not as it must be. */
	words: string;
}

/** All that a certificate says. */
export interface Certificate {
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
		for (const scenario of [...everyday, ...refusals, ...hotelDay(perHour)]) {
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

async function show({ name, onlyMiniature, run }: Scenario, stage: Stage): Promise<Shown> {
	if (onlyMiniature && !stage.target.miniature) {
		return {
			name,
			outcome: 'only on the miniature service',
			words: `Not tried: ${onlyMiniature}.`,
		};
	}
	try {
		return { name, outcome: 'passed', words: await run(stage) };
	} catch (error) {
		return { name, outcome: 'failed', words: (error as Error).message };
	} finally {
		stage.target.miniature?.faults.clear();
	}
}

async function compare(stage: Stage): Promise<Pick<Certificate, 'charged' | 'lost' | 'doubled'>> {
	const held = await stage.held();
	const lost: string[] = [];
	const doubled: string[] = [];
	for (const { description, amount, date } of stage.wanted.values()) {
		// Where the service knows no references, one stands behind the description.
		const found = held.filter((item) => item.description.split(' [ref:')[0] === description);
		const right = found.filter((item) => item.amount === amount && item.date === date);
		if (right.length === 0) lost.push(description);
		if (found.length > 1) doubled.push(description);
	}
	const names = new Set([...stage.wanted.keys()]);
	for (const { description } of held) {
		const name = description.split(' [ref:')[0] ?? '';
		if (!names.has(name)) doubled.push(name);
	}
	return { charged: held.length, lost, doubled };
}

/** The reservation is left as it was found. */
async function tidyUp(stage: Stage): Promise<void> {
	const items = await stage.held();
	if (items.length === 0) return;
	const serviceId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const run = await stage.run('delete', { serviceId }, { items: items.map(({ id }) => ({ id })) });
	succeeded(run);
}

function countKinds(passed: readonly Passed[]): Record<Kind, number> {
	const counts = KINDS.map((kind) => [kind, passed.filter((each) => each.kind === kind).length]);
	return Object.fromEntries(counts) as Record<Kind, number>;
}
