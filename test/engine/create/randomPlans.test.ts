import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { BookedItem } from '../../service/books';
import { FAULT_KINDS, mulberry32 } from '../../service/faults';
import { TOKEN_IS_OLD_MS, useHotel } from '../support/hotel';
import { restartedPackage } from '../support/restart';
import type { WorkflowRun } from '../support/workflowRun';

const hotel = useHotel();
const otherProcess = restartedPackage();

const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '2026-11-21',
	description: '={{ $json.description }}',
	reference: '={{ $json.reference }}',
	options: { timeout: 400, maxRetries: 2 },
};
const ways: Record<string, { operation: string; parameters: INodeParameters }> = {
	off: { operation: 'create', parameters: {} },
	sameFields: { operation: 'create', parameters: { preventDuplicates: 'sameFields' } },
	reference: { operation: 'create', parameters: { preventDuplicates: 'reference' } },
	upsert: { operation: 'upsert', parameters: {} },
	sync: { operation: 'sync', parameters: { deleteMissing: true, referencePrefix: 'order-' } },
};
/** For so long there is no login after the refusal of a new token. */
const HALF_A_MINUTE_MS = 31_000;
const DONE = ['created', 'alreadyExisted', 'updated', 'unchanged'];
/** Whatever can go wrong, but a page with 200 in place of the service, and what hangs, which waits by the real clock. */
const KINDS = FAULT_KINDS.filter((kind) => !/^(redirect|html$|hang)/.test(kind));

/** The same plans in every run, so that a red test is red for everyone; PROPERTY_SEED=… looks at others. */
const plans = (...seeds: number[]): number[] =>
	seeds.map((seed) => seed + Number(process.env.PROPERTY_SEED ?? 0));

/** A plan: what is wanted, what goes wrong, and what the service is like, all by one seed. */
function planOf(seed: number, way: string) {
	const next = mulberry32(seed);
	const below = (most: number): number => Math.floor(next() * most);
	const reservations = 1 + below(4);
	const items = Array.from({ length: 12 + below(12) }, (_, n) => {
		// By same fields several may be wanted alike.
		const kind = way === 'sameFields' ? below(8) : n;
		return {
			reservationId: `R-${kind % reservations}`,
			amount: kind,
			description: `Charge ${kind}`,
			reference: `order-${n}`,
			n,
		};
	});
	const dialect = {
		idType: next() < 0.5 ? 'random' : 'string',
		createAnswer: (['item', 'idOnly', 'empty204'] as const)[below(3)],
		listLagMs: next() < 0.3 ? 300 : 0,
	} as const;
	return { items, dialect, rate: next() < 0.3 ? 0.1 : 1 / 3 };
}

/** What is counted: anything else about a charge may differ. */
type Counted = Pick<BookedItem, 'reservationId' | 'amount'>;

function keyOf({ reservationId, amount }: Counted): string {
	return `${reservationId} ${amount}`;
}

function countBy(items: Counted[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
	return counts;
}

/** From now on this share of the requests goes wrong at random. */
function misbehave(seed: number, rate: number): void {
	const plan = { seed, rate, kinds: KINDS, path: /^\/services/, delayMs: 30 };
	hotel.service.tokens.shortestLifeMs = TOKEN_IS_OLD_MS;
	hotel.service.faults.random(plan);
}

/** What was said of each input, beside what the books have: an untrue word is a line. */
function untrue(runs: WorkflowRun[], items: Counted[], isOff: boolean): string[] {
	const booked = countBy(hotel.service.books.all());
	return [...countBy(items)].flatMap(([key, wanted]) => {
		const told = runs.map((run) => {
			const outputs = run.output().slice(0, items.length);
			return outputs.filter((_, n) => items[n] && keyOf(items[n]) === key).map(({ json }) => json);
		});
		const isDone = ({ action, error }: IDataObject): boolean =>
			error === undefined && (isOff || DONE.includes(action as string));
		const isOpen = ({ error }: IDataObject): boolean =>
			/may or may not|was created|twice|are the same|carry the reference|deleted meanwhile/.test(
				JSON.stringify(error),
			);
		const done = told.map((of) => of.filter(isDone).length);
		const open = told.map((of) => of.filter(isOpen).length);
		const [least, most] = isOff
			? [done[0] ?? 0, (done[0] ?? 0) + (open[0] ?? 0)]
			: [Math.max(...done), Math.max(...done) + open.reduce((sum, count) => sum + count)];
		const count = booked.get(key) ?? 0;
		if (count >= least && count <= most) return [];
		return [`${key}: booked ${count}, wanted ${wanted}, told ${JSON.stringify(told)}`];
	});
}

describe.each(Object.keys(ways))('%s, a third of the requests going wrong at random', (way) => {
	const { operation, parameters } = ways[way] ?? { operation: '', parameters: {} };
	const run = (items: ReturnType<typeof planOf>['items'], packageRoot?: string) =>
		hotel.run(
			operation,
			{ ...fromItem, ...parameters },
			{ items, onError: 'continueRegularOutput', packageRoot },
		);
	const isOff = way === 'off';

	/** Nothing goes wrong any more: another run makes what is missing. */
	async function expectAllMade(items: ReturnType<typeof planOf>['items']): Promise<void> {
		const again = await run(items);
		expect(again.json().filter(({ error }) => error !== undefined)).toEqual([]);
		expect(countBy(hotel.service.books.all())).toEqual(countBy(items));
	}

	it.each(plans(119))(
		'loses none, doubles none, and says what is unclear: plan %i',
		async (seed) => {
			const { items, dialect, rate } = planOf(seed, way);
			hotel.speak(dialect);
			misbehave(seed, rate);
			const first = await run(items);
			// What is only being carried out now may still arrive, and the list may lag.
			hotel.service.faults.clear();
			expect(untrue([first], items, isOff)).toEqual([]);
			if (isOff) return;

			hotel.service.dialect.listLagMs = 0;
			await expectAllMade(items);
		},
	);

	it.each(plans(5))(
		'the same where tokens end within seconds of their login: plan %i',
		async (seed) => {
			const { items, dialect } = planOf(seed, way);
			hotel.speak({ ...dialect, listLagMs: 0 });
			const kinds = ['tokenRevoked', 'resetAfter'] as const;
			hotel.service.faults.random({ seed, rate: 0.2, kinds, path: /^\/services/ });
			hotel.service.faults.add({ kind: 'tokenRevoked', path: /^\/services/, after: 3 });
			const first = await run(items);
			hotel.service.faults.clear();
			expect(untrue([first], items, isOff)).toEqual([]);
			if (isOff) return;

			await sleep(HALF_A_MINUTE_MS);
			await expectAllMade(items);
		},
	);

	it.each(plans(22))(
		'sends what is unfinished, and nothing else, in tries and retries of one execution: plan %i',
		async (seed) => {
			const { items, dialect, rate } = planOf(seed, way);
			hotel.speak(dialect);
			misbehave(seed, rate / 3);
			const settings = { items, retryOnFail: true, maxTries: 3 };
			const given = { ...fromItem, ...parameters };
			let last = await hotel.run(operation, given, settings);
			hotel.service.faults.clear();
			for (let n = 0; n < 3 && last.error !== undefined; n++) {
				last = await hotel.run(operation, given, { ...settings, retryOf: last });
			}

			const booked = countBy(hotel.service.books.all());
			const wanted = countBy(items);
			const told = String(last.error?.message ?? '');
			if (last.error === undefined) expect(booked).toEqual(wanted);
			else
				expect(told).toMatch(/may or may not|was created|twice|are the same|carry the reference/);
			for (const [key, count] of booked) {
				if (!/twice|are the same/.test(told))
					expect(count).toBeLessThanOrEqual(wanted.get(key) ?? 0);
			}
			if (!isOff) expect(last.error).toBeUndefined();
		},
	);

	if (isOff) return;
	it.each(plans(13))(
		'the same from two processes at once, with nothing else going wrong: plan %i',
		async (seed) => {
			const { items, dialect } = planOf(seed, way);
			hotel.speak({ ...dialect, listLagMs: 0, createAnswer: 'item' });
			hotel.service.latencyMs = 2;
			const runs = await Promise.all([run(items), run(items, otherProcess)]);
			hotel.service.latencyMs = 0;

			expect(untrue(runs, items, isOff)).toEqual([]);
			const booked = countBy(hotel.service.books.all());
			const told = runs.flatMap((each) => each.json()).filter(({ error }) => error !== undefined);
			if (told.length === 0) expect(booked).toEqual(countBy(items));
		},
	);
});
