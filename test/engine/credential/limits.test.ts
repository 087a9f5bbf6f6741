import { aMoment } from '../support/aMoment';
import { listOf, path, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();
beforeEach(() => hotel.seed('si-1'));

const read = (credential = hotel.credential) =>
	hotel.run('get', { serviceId: byId('si-1') }, { credential });

const hang = { kind: 'hangBefore', method: 'GET', times: 100 } as const;
const readEach = { serviceId: byId('={{ $json.id }}') };
const inFlight = () => hotel.service.inFlight;
const refuse = { kind: 'tooManyRequests', path } as const;

describe('of one execution', () => {
	const items = listOf(70, (n) => ({ id: `si-${n}` }));

	it.each([
		[1, { accountConcurrency: 1 }],
		[4, { accountConcurrency: '={{ 2 + 2 }}' }],
		[10, {}],
		[50, { accountConcurrency: 0 }],
	])('%d requests are under way with %j', async (bound, limits) => {
		hotel.credential.edit(limits);
		hotel.service.faults.add(hang);
		const running = hotel.run('get', readEach, { items });
		await hotel.until(() => inFlight().current === bound);
		await aMoment();
		running.cancel();
		await running;

		expect(inFlight().peak).toBe(bound);
	});
});

describe('the limits of the account', () => {
	it('Requests at a Time holds for all executions together, also with another credential of the account', async () => {
		hotel.credential.edit({ accountConcurrency: 2 });
		const other = hotel.save({ ...hotel.credential.data });
		hotel.service.faults.add(hang);
		const first = listOf(2, () => read());
		await hotel.until(() => inFlight().current === 2);
		const runs = [...first, ...listOf(3, () => read(other))];
		await aMoment();
		expect(hotel.sent).toHaveLength(2);
		for (const run of runs) run.cancel();
	});
});

it('when the service asks one execution to wait, all of the account wait, and no other account does', async () => {
	hotel.service.faults.add({ ...refuse, retryAfter: 110 });
	const other = hotel.addAccount('other hotel');
	const first = read();
	await hotel.until(() => hotel.sent.at(-1)?.endsWith('429') ?? false);
	const second = read();
	await aMoment();
	expect(hotel.sent).toHaveLength(1);

	expect((await read(other)).error).toBeUndefined();
	expect(hotel.sent).toHaveLength(2);
	for (const run of [first, second]) run.cancel();
});

it('a service that is down is asked as often for every item as Max Retries says, however many they are', async () => {
	hotel.service.faults.add({ kind: 'errorBefore', path, status: 503, times: 10_000 });
	const items = listOf(12, (n) => ({ id: `si-${n}` }));
	const parameters = { ...readEach, options: { maxRetries: 2 } };
	const run = await hotel.run('get', parameters, { items, onError: 'continueRegularOutput' });

	expect(run.output()).toHaveLength(12);
	expect(hotel.sent).toHaveLength(3 * 12);
});
