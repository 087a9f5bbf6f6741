import type { ServiceRequest } from '../../../nodes/shared/http/request';
import type { Session } from '../../../nodes/shared/http/session';
import { joined, toldBy } from '../../../nodes/shared/n8n/userError';
import { reconcile } from '../../../nodes/shared/reservation/reconcile';
import { RunOfAccount } from '../../../nodes/shared/reservation/runOfAccount';
import type { Desired } from '../../../nodes/shared/reservation/wish';
import { failureOf, ModelService } from './search/modelService';
import { FORMAT, wishOf } from './search/play';
import type { Plan, Wanted, World } from './search/worlds';
import { usual } from './search/worlds';

const tax = { amount: 10, date: '2026-12-07', description: 'tax' };
const own = (name: string, more: object = {}) => ({ ...tax, reference: `own-${name}`, ...more });
const RESERVATIONS = ['R-1', 'R-2', 'R-3'];
let accounts = 0;

/** A service with a room on each reservation, and what one process asks of it. */
function newBill(world: Partial<World> = {}, before?: (request: ServiceRequest) => void) {
	const service = new ModelService({ ...usual, ...world }, RESERVATIONS);
	const sent: string[] = [];
	const send = async (request: ServiceRequest) => {
		sent.push(`${request.method} ${request.serviceId ?? request.reservationId}`);
		await Promise.resolve();
		before?.(request);
		return service.perform(request);
	};
	const pause = (ms: number) => Promise.resolve((service.clock += ms));
	const client = { options: { maxRetries: 1 }, send, pause };
	const session = { client, format: FORMAT, account: `B${++accounts}` } as unknown as Session;
	const run = new RunOfAccount();
	const wish = async (
		reservationId: string,
		wanted: Wanted[],
		operation: Plan['operation'] = 'create',
		more: Partial<Desired> = {},
	) => {
		const wishes = wanted.map((_, n) => wishOf({ operation, wanted }, reservationId, n));
		const rule = { isDryRun: false, stopsAtFailure: false, run, ...more };
		return await reconcile(session, { reservationId, wishes, ...rule }, () => false);
	};
	const told = async (...[name, ...rest]: Parameters<typeof wish>): Promise<string[]> => {
		const { outcomes } = await wish(name, ...rest);
		return outcomes.map((each) => {
			if (each?.is === 'failed') return joined(toldBy(each.error));
			return [each?.action, each?.hint].filter(Boolean).join(': ');
		});
	};
	return { service, sent, wish, told };
}

it('holds up only the charge whose text the service cuts, until the text is shorter', async () => {
	const { told, sent } = newBill({ list: 'cut' });
	const [first] = await told('R-1', [tax]);
	expect(first).toContain("The service item 'i4' is there, but the service stored this text");
	expect(first).toContain('shorten it');
	expect(await told('R-2', [{ ...tax, description: 'ok' }])).toEqual(['created']);
	sent.length = 0;
	expect((await told('R-1', [tax]))[0]).toContain('was not created again: it was created');
	expect(sent).toEqual(['GET R-1']);
	expect(await told('R-1', [{ ...tax, description: 'ta' }])).toEqual(['alreadyExisted']);
});

it('tells of a reference that is there with other values, and leaves it', async () => {
	const { told } = newBill();
	await told('R-1', [own('a')]);
	const wanted = own('a', { amount: 25, description: 'spa' });
	expect(await told('R-1', [wanted])).toEqual([
		'alreadyExisted: is there under its reference with Amount 10 and Description "tax" in place of Amount 25 and Description "spa", and was left so',
	]);
	expect((await told('R-1', [wanted], 'upsert'))[0]).toBe('updated');
});

it('ends the creates of a run after two that no list shows, and holds those two alone', async () => {
	const { told, service } = newBill({ list: 'never' });
	const run = new RunOfAccount();
	const two = [tax, own('a')];
	const all = RESERVATIONS.map(async (name) => await told(name, two, 'create', { run }));
	const lines = (await Promise.all(all)).flat();
	expect(lines.filter((line) => line.includes('was created and may be'))).toHaveLength(2);
	expect(lines.filter((line) => line.startsWith('Nothing was sent'))).toHaveLength(4);
	expect(service.items).toHaveLength(5);
	const again = await told('R-1', [own('b')], 'create', { run: new RunOfAccount() });
	expect(again[0]).toContain('was created and may be on the bill');
});

it('sends the first create of a run, of an account, alone, and the next when it is refused', async () => {
	const { told, sent } = newBill({}, (request) => {
		if (sent.length === 4) throw failureOf(request, { status: 422 });
	});
	const lines = await Promise.all(RESERVATIONS.map(async (name) => await told(name, [tax])));
	expect(lines.flat()).toEqual([expect.stringContaining('was not created'), 'created', 'created']);
	expect(sent.filter((each) => each.startsWith('POST'))).toEqual([
		'POST R-1',
		'POST R-2',
		'POST R-3',
	]);
	expect(sent.filter((each) => each === 'GET R-3')).toHaveLength(4);
});

it('says what a dry run would do, and sends nothing', async () => {
	const { wish, sent } = newBill({ plan: 'sync2', there: 'stale' });
	const wanted = [own('y'), own('z', { amount: 3 }), own('a')];
	const deletion = { prefix: 'o', wanted: new Set(['own-y', 'own-z', 'own-a']) };
	const plan = await wish('R-1', wanted, 'sync', { isDryRun: true, deletion });
	expect(plan.outcomes).toMatchObject([
		{ action: 'unchanged' },
		{ action: 'wouldUpdate', charge: { id: 'i3', fields: { ...tax, amount: 3 } } },
		{ action: 'wouldCreate', charge: { reference: 'own-a', fields: tax } },
	]);
	const [deleted] = await plan.deleteOrphans();
	expect(deleted).toMatchObject({ is: 'wouldDelete', charge: { reference: 'other-1' } });
	plan.end();
	expect(sent).toEqual(['GET R-1']);
});

it('deletes nothing that somebody has said to be there since, or that has changed', async () => {
	const { wish, told, service } = newBill({ plan: 'sync2', there: 'stale' });
	const deletion = { prefix: 'own-', wanted: new Set(['own-a']) };
	const sync = await wish('R-1', [own('a')], 'sync', { deletion });
	expect(sync.orphans.map(({ reference }) => reference)).toEqual(['own-y', 'own-z']);
	expect(await told('R-1', [own('y')])).toEqual(['alreadyExisted']);
	service.setItem('i3', { reference: 'room-z' });
	expect(await sync.deleteOrphans()).toEqual([]);
	sync.end();
	const again = await wish('R-1', [own('a')], 'sync', { deletion });
	expect(await again.deleteOrphans()).toMatchObject([{ is: 'deleted', charge: { id: 'i2' } }]);
	again.end();
});

it('changes nothing by an ID under which the service has something else', async () => {
	let isWrong = true;
	const before = (request: ServiceRequest) => {
		if (request.serviceId && isWrong) request.serviceId = 'i1';
	};
	const { told, service, sent } = newBill({ plan: 'update1', there: 'first' }, before);
	const [line] = await told('R-1', [own('a')], 'upsert');
	expect(line).toContain("'i2' was left alone: asked for this ID, the service does not show");
	expect(service.touched.size).toBe(0);
	isWrong = false;
	expect(await told('R-1', [own('a')], 'upsert')).toEqual(['updated']);
	expect(await told('R-2', [own('a')], 'upsert')).toEqual(['updated']);
	expect(sent.filter((each) => each.startsWith('GET i'))).toEqual(['GET i2', 'GET i2']);
});

it('takes a 404 for an empty reservation before it has sent anything', async () => {
	const { told, sent } = newBill({}, (request) => {
		if (sent.length < 2) throw failureOf(request, { status: 404 });
	});
	expect(await told('R-1', [tax])).toEqual(['created']);
});
