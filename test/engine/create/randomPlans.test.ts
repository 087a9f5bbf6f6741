import type { INodeParameters } from 'n8n-workflow';
import type { BookedItem } from '../../service/books';
import { FAULT_KINDS, mulberry32 } from '../../service/faults';
import { chargeFromItem, TOKEN_IS_OLD_MS, toldOf, useHotel } from '../support/hotel';

const hotel = useHotel();

const options = { timeout: 400, maxRetries: 2 };
const fromItem: INodeParameters = { ...chargeFromItem, date: '2026-11-21', options };
const ways: Array<[way: string, operation: string, parameters: INodeParameters]> = [
	['off', 'create', {}],
	['sameFields', 'create', { preventDuplicates: 'sameFields' }],
	['reference', 'create', { preventDuplicates: 'reference' }],
	['upsert', 'upsert', {}],
	['sync', 'sync', { deleteMissing: true, referencePrefix: 'order-' }],
];
const OPEN = /may or may not|was created|twice|are the same|carry the reference|deleted meanwhile/;
const DONE = ['done', 'created', 'alreadyExisted', 'updated', 'unchanged'];
/** Whatever can go wrong, but a page with 200 in place of the service, and what hangs, which waits by the real clock. */
const KINDS = FAULT_KINDS.filter((kind) => !/^(redirect|html$|hang)/.test(kind));

/** The same plans in every run, so that a red test is red for everyone; PROPERTY_SEED=… looks at others. */
const plans = (...seeds: number[]): number[] =>
	seeds.map((seed) => seed + Number(process.env.PROPERTY_SEED ?? 0));

/** What is wanted, what the service is like, and what share of its requests goes wrong from now on, all by one seed. */
function begin(seed: number, way: string, share = 1) {
	const next = mulberry32(seed);
	const below = (most: number): number => Math.floor(next() * most);
	const reservations = 1 + below(4);
	const items = Array.from({ length: 12 + below(12) }, (_, n) => {
		// By same fields several may be wanted alike.
		const kind = way === 'sameFields' ? below(8) : n;
		const charge = { reservationId: `R-${kind % reservations}`, amount: kind };
		return { ...charge, description: `Charge ${kind}`, reference: `order-${n}` };
	});
	hotel.speak({
		idType: next() < 0.5 ? 'random' : 'string',
		createAnswer: (['item', 'idOnly', 'empty204'] as const)[below(3)],
		listLagMs: next() < 0.3 ? 300 : 0,
	});
	const rate = share * (next() < 0.3 ? 0.1 : 1 / 3);
	const { faults, tokens } = hotel.service;
	tokens.shortestLifeMs = TOKEN_IS_OLD_MS;
	faults.random({ seed, rate, kinds: KINDS, path: /^\/services/, delayMs: 30 });
	return items;
}

/** What is counted: anything else about a charge may differ. */
type Counted = Pick<BookedItem, 'reservationId' | 'amount'>;
const keyOf = ({ reservationId, amount }: Counted) => `${reservationId} ${amount}`;

function countBy(items: Counted[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const key of items.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
	return counts;
}
const booked = () => countBy(hotel.service.books.all());

/** What was said of each input, beside what the books have: an untrue word is a line. */
function untrue(told: unknown[], items: Counted[]): string[] {
	const bills = booked();
	return [...countBy(items).keys()].flatMap((key) => {
		const own = told.filter((_, n) => items[n] && keyOf(items[n]) === key).map(String);
		const least = own.filter((word) => DONE.includes(word)).length;
		const most = least + own.filter((word) => OPEN.test(word)).length;
		const count = bills.get(key) ?? 0;
		return count >= least && count <= most ? [] : [`${key}: booked ${count}, told ${own.join()}`];
	});
}

describe.each(ways)('%s, a third of the requests going wrong', (way, operation, parameters) => {
	const given = { ...fromItem, ...parameters };
	const isOff = way === 'off';

	it.each(plans(119))(
		'loses none, doubles none, and says what is unclear: plan %i',
		async (seed) => {
			const items = begin(seed, way);
			const onError = 'continueRegularOutput';
			const run = () => toldOf(hotel.run(operation, given, { items, onError }));
			const told = await run();
			// What is only being carried out now may still arrive, and the list may lag.
			hotel.service.faults.clear();
			expect(untrue(told, items)).toEqual([]);
			if (isOff) return;

			// Nothing goes wrong any more: another run makes what is missing.
			hotel.service.dialect.listLagMs = 0;
			const again = (await run()) as string[];
			expect(again.filter((word) => word !== 'deleted' && !DONE.includes(word))).toEqual([]);
			expect(booked()).toEqual(countBy(items));
		},
	);

	it.each(plans(22))(
		'sends what is unfinished, and nothing else, in tries and retries of one execution: plan %i',
		async (seed) => {
			const items = begin(seed, way, 1 / 3);
			const settings = { items, retryOnFail: true, maxTries: 3 };
			let last = await hotel.run(operation, given, settings);
			hotel.service.faults.clear();
			for (let n = 0; n < 3 && last.error !== undefined; n++) {
				last = await hotel.run(operation, given, { ...settings, retryOf: last });
			}

			const wanted = countBy(items);
			if (last.error === undefined) expect(booked()).toEqual(wanted);
			else expect([isOff, last.error.message]).toEqual([true, expect.stringMatching(OPEN)]);
			for (const [key, count] of booked()) {
				expect(count).toBeLessThanOrEqual(wanted.get(key) ?? 0);
			}
		},
	);
});
