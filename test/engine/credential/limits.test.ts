import { aMoment } from '../support/aMoment';
import { StoredCredential } from '../support/credentialStore';
import { listOf, path, useHotel } from '../support/hotel';
import type { RunningWorkflow } from '../support/runWorkflow';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();
beforeEach(() => hotel.seed('si-1'));

const read = (credential = hotel.credential) =>
	hotel.run('get', { serviceId: byId('si-1') }, { credential });
const hang = { kind: 'hangBefore', method: 'GET', times: 100 } as const;
const inFlight = () => hotel.service.inFlight;
/** Whoever waits ends with its wait, and sends nothing. */
async function stop(...runs: RunningWorkflow[]): Promise<void> {
	const sent = hotel.sent.length;
	for (const run of runs) run.cancel();
	for (const { status } of await Promise.all(runs)) expect(status).toBe('canceled');
	expect(hotel.sent).toHaveLength(sent);
}

it.each([
	[1, { accountConcurrency: 1 }],
	[4, { accountConcurrency: '={{ 2 + 2 }}' }],
	[10, {}],
	[70, { accountConcurrency: 0 }],
])('%d requests of one execution are under way with %j', async (bound, limits) => {
	hotel.credential.edit(limits);
	hotel.service.faults.add(hang);
	const items = listOf(70, (n) => ({ id: `si-${n}` }));
	const running = hotel.run('get', { serviceId: byId('={{ $json.id }}') }, { items });
	await hotel.until(() => inFlight().current === bound);
	await aMoment();
	await stop(running);

	expect(inFlight().peak).toBe(bound);
});

it('Requests at a Time holds for all executions together, also with another credential of the account', async () => {
	hotel.credential.edit({ accountConcurrency: 2 });
	const other = new StoredCredential(hotel.credential.data);
	hotel.service.faults.add(hang);
	const first = listOf(2, () => read());
	await hotel.until(() => inFlight().current === 2);
	const runs = [...first, ...listOf(3, () => read(other))];
	await aMoment();
	expect(hotel.sent).toHaveLength(2);
	await stop(...runs);
});

it('when the service asks one execution to wait, all of the account wait, and no other account does', async () => {
	hotel.service.faults.add({ kind: 'tooManyRequests', path, retryAfter: 110 });
	const other = hotel.addAccount('other hotel');
	const first = read();
	await hotel.until(() => hotel.sent.at(-1)?.endsWith('429') ?? false);
	const second = read();
	await aMoment();
	expect(hotel.sent).toHaveLength(1);

	expect((await read(other)).error).toBeUndefined();
	expect(hotel.sent).toHaveLength(2);
	await stop(first, second);
});
