import { connectAs } from './client';
import { FaultPlan } from './faultPlan';
import { FAULT_KINDS } from './faults';
import { startMiniatureService } from './miniatureService';
import type { RandomFaults } from './randomFaults';

function plan(settings: RandomFaults): FaultPlan {
	const faults = new FaultPlan();
	faults.random(settings);
	return faults;
}

function draw(faults: FaultPlan, count: number, method = 'POST', path = '/services') {
	return Array.from({ length: count }, () => faults.decide(method, path));
}

it('does the same for the same seed, and something else for another', () => {
	const [first, second, third] = [7, 7, 8].map((seed) => draw(plan({ seed, rate: 0.5 }), 200));
	expect(first).toEqual(second);
	expect(first).not.toEqual(third);
});

it('begins as it always has', () => {
	const kinds = draw(plan({ seed: 1, rate: 0.5 }), 8).map((fault) => fault?.kind ?? '-');
	expect(kinds.join(' ')).toBe('- - - - hangAfter delay htmlError tooManyRequests');
});

it('strikes about as often as it should, in every way but redirects', () => {
	const faults = plan({ seed: 3, rate: 1 / 3 });
	const struck = draw(faults, 6000).filter((fault) => fault !== undefined);
	expect(struck.length).toBeGreaterThan(1850);
	expect(struck.length).toBeLessThan(2150);
	const seen = new Set(struck.map(({ kind }) => kind));
	expect(seen).toEqual(new Set(FAULT_KINDS.filter((kind) => kind !== 'redirect')));
	const counted = Object.values(faults.happened).reduce((sum, { POST = 0 }) => sum + POST, 0);
	expect(counted).toBe(struck.length);
});

it('always strikes at rate 1 and never at rate 0', () => {
	expect(draw(plan({ seed: 1, rate: 1 }), 50)).not.toContain(undefined);
	expect(new Set(draw(plan({ seed: 1, rate: 0 }), 50))).toEqual(new Set([undefined]));
});

it('keeps to the kinds given, with the details they allow', () => {
	const errors = draw(plan({ seed: 5, rate: 1, kinds: ['errorAfter'] }), 100);
	expect(new Set(errors.map((fault) => fault?.status))).toEqual(new Set([500, 502, 503, 504]));
	const pages = draw(plan({ seed: 5, rate: 1, kinds: ['htmlError'] }), 100);
	expect(new Set(pages.map((fault) => fault?.status))).toEqual(new Set([502, 503]));
	const busy = draw(plan({ seed: 5, rate: 1, kinds: ['tooManyRequests'] }), 100);
	expect(new Set(busy.map((fault) => fault?.retryAfter))).toEqual(new Set([undefined, 1, 'date']));
	const settings = { seed: 5, rate: 1, retryAfter: [0], delayMs: 9 };
	expect(draw(plan({ ...settings, kinds: ['tooManyRequests'] }), 1)).toEqual([
		{ kind: 'tooManyRequests', retryAfter: 0, delayMs: 9 },
	]);
	expect(draw(plan({ ...settings, kinds: ['delay'] }), 1)).toEqual([{ kind: 'delay', delayMs: 9 }]);
});

it('spares other methods and paths, without disturbing what follows', () => {
	const settings: RandomFaults = { seed: 9, rate: 1, methods: ['POST'], path: /^\/services/ };
	const [undisturbed, disturbed] = [plan(settings), plan(settings)];
	const expected = draw(undisturbed, 4).slice(2);
	expect(draw(disturbed, 1, 'GET')).toEqual([undefined]);
	expect(draw(disturbed, 1, 'POST', '/token')).toEqual([undefined]);
	expect(draw(disturbed, 2)).toEqual(expected);
});

it('is not disturbed by planned faults, which come first', () => {
	const [plain, mixed] = [plan({ seed: 4, rate: 1 }), plan({ seed: 4, rate: 1 })];
	mixed.add({ kind: 'redirect' });
	expect(draw(mixed, 1)).toEqual([{ kind: 'redirect' }]);
	expect(draw(mixed, 20)).toEqual(draw(plain, 21).slice(1));
});

it('plays out alike on two services, and their books agree with what happened', async () => {
	const runs = [];
	for (let run = 0; run < 2; run++) {
		const service = await startMiniatureService();
		const client = await connectAs(service);
		service.faults.random({
			seed: 42,
			rate: 0.4,
			kinds: ['errorBefore', 'errorAfter', 'resetBefore', 'resetAfter', 'truncatedJson', 'html'],
		});
		for (let n = 0; n < 60; n++) {
			const item = { amount: n, date: '2026-11-21', description: `Item ${n}` };
			await client.post('/services', { reservationId: 'r1', ...item }).catch(() => undefined);
		}
		const before = ['errorBefore', 'resetBefore', 'html'];
		const expected = service.log.entries.filter(
			({ path, fault }) => path === '/services' && !before.includes(fault ?? ''),
		);
		expect(service.books.all()).toHaveLength(expected.length);
		expect(service.books.changes.created).toBe(expected.length);
		runs.push({
			log: service.log.entries.slice(1).map(({ n, status, fault }) => ({ n, status, fault })),
			books: service.books.all(),
			happened: service.faults.happened,
		});
		await service.stop();
	}
	expect(runs[0]).toEqual(runs[1]);
	expect(Object.keys(runs[0]?.happened ?? {})).toHaveLength(6);
});
