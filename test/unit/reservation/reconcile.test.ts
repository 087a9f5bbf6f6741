import type { ServiceRequest } from '../../../nodes/shared/http/request';
import type { Session } from '../../../nodes/shared/http/session';
import { CanceledError, joined, toldBy } from '../../../nodes/shared/n8n/userError';
import { reconcile } from '../../../nodes/shared/reservation/reconcile';
import { RunOfAccount } from '../../../nodes/shared/reservation/runOfAccount';
import type { Desired, Wish } from '../../../nodes/shared/reservation/wish';
import type { Plan, Wanted, World } from './search/modelService';
import { failureOf, ModelService, usual } from './search/modelService';
import { FORMAT, wishOf } from './search/play';

const tax = { amount: 10, date: '2026-12-07', description: 'tax' };
const short = { ...tax, description: 'ta' };
const bar = { ...tax, amount: 7 };
const own = (name: string, more: object = {}) => ({ ...tax, reference: `own-${name}`, ...more });
const RESERVATIONS = ['R-1', 'R-2', 'R-3'];
let accounts = 0;

type Before = (request: ServiceRequest, service: ModelService, sent: string[]) => void;
type More = Partial<Desired> & { operation?: Plan['operation']; earlier?: Wish['earlier'] };

/** A service with a room on each reservation, and what one process asks of it. */
function newBill(world: Partial<World> = {}, before?: Before) {
	const service = new ModelService({ ...usual, ...world }, RESERVATIONS);
	const sent: string[] = [];
	const send = async (request: ServiceRequest) => {
		sent.push(`${request.method} ${request.serviceId ?? request.reservationId}`);
		await Promise.resolve();
		before?.(request, service, sent);
		return service.perform(request);
	};
	const pause = (ms: number) => Promise.resolve((service.clock += ms));
	const rest = { options: { maxRetries: 1 }, format: FORMAT };
	const session = { ...rest, send, pause, account: `B${++accounts}` } as unknown as Session;
	const usualRule = { isDryRun: false, stopsAtFailure: false, run: new RunOfAccount() };
	const wish = async (reservationId: string, wanted: Wanted[], more: More = {}) => {
		const { operation = 'create', earlier, ...rule } = more;
		const wishes = wanted.map((_, n) => wishOf({ operation, wanted }, reservationId, n, earlier));
		const desired = { ...usualRule, ...rule, reservationId, wishes };
		return await reconcile(session, desired, () => sent.at(-1) === 'POST stopped');
	};
	const told = async (...asked: Parameters<typeof wish>): Promise<string[]> => {
		const { outcomes } = await wish(...asked);
		return outcomes.map((each) => {
			if (each?.is === 'failed') return joined(toldBy(each.error));
			return [each?.action, each?.hint].filter(Boolean).join(': ');
		});
	};
	return { service, sent, wish, told };
}

const fails = (at: number[], how: Parameters<typeof failureOf>[1]): Before => {
	return (request, _, { length }) => {
		if (at.includes(length)) throw failureOf(request, how);
	};
};
const upsert: More = { operation: 'upsert' };

type Step = [reservation: string, wanted: Wanted[], told: string[], more?: More];

/** What a service does, and what is wanted of it and told, one after another. */
function story(title: string, world: Partial<World>, before: Before | undefined, steps: Step[]) {
	it(title, async () => {
		const { told } = newBill(world, before);
		for (const [reservation, wanted, expected, more] of steps) {
			const texts = await told(reservation, wanted, more).catch(({ message }: Error) => [message]);
			// Words of more than one are part of a text.
			const parts = expected.map((text) =>
				text.includes(' ') ? (expect.stringContaining(text) as string) : text,
			);
			expect(texts).toEqual(parts);
		}
	});
}

const down = { status: 503 };
const UNCLEAR = 'may or may not have been created';
const CREATED = 'was created and may be on the bill';

story('holds up only the charge whose text is cut', { list: 'cut' }, undefined, [
	['R-1', [tax, { ...short, amount: 7 }], ["'i4' is there, but the service stored", 'created']],
	['R-2', [short], ['created']],
	['R-1', [tax], [`was not created again: it ${CREATED}`]],
	['R-1', [short], ['alreadyExisted']],
]);

story('sends nothing more in a run whose charges no list shows', { list: 'never' }, undefined, [
	['R-1', [tax, own('a')], [CREATED, 'Nothing was sent']],
	['R-2', [tax], [CREATED]],
	['R-3', [tax], ['Nothing was sent']],
	['R-3', [tax], [CREATED], { run: new RunOfAccount() }],
]);

story('sends nothing more where the list is down', {}, fails([3], down), [
	['R-1', [tax, bar], [UNCLEAR, 'Nothing was sent']],
	['R-1', [tax, bar], ['alreadyExisted', 'created']],
]);

story('goes on elsewhere: a list that is down says nothing', {}, fails([3, 6], down), [
	['R-1', [tax], [UNCLEAR]],
	['R-2', [tax], [UNCLEAR]],
	['R-3', [tax], ['created']],
]);

story('sends no create again that succeeded', {}, fails([2], { status: 200, isUnclear: true }), [
	['R-1', [tax], [CREATED]],
]);

const stopped: Before = (request, _, sent) => {
	if (request.method === 'POST') sent.push('POST stopped');
	if (request.method === 'POST') throw failureOf(request, { isUnclear: true });
	if (sent.includes('POST stopped')) sent.push('POST stopped');
};
story('says that a create is unclear, also where it may not be sent again', {}, stopped, [
	['R-1', [tax, bar], ['run this again: it looks first', '']],
]);

const doubled: Before = (_request, service, { length }) => {
	if (length === 1) service.setItem('i1', { reference: 'own-a' });
};
story('starts nothing after a failure, with Stop', { plan: 'ref1', there: 'both' }, doubled, [
	['R-1', [bar, own('a')], ['', 'Several service items'], { stopsAtFailure: true }],
]);

const canceled: Before = (_request, _service, { length }) => {
	if (length === 3) throw new CanceledError();
};
story('creates nothing again that no list has shown before a stop', { late: 3000 }, canceled, [
	['R-1', [tax], ['The execution was canceled']],
	['R-1', [tax], ['was not created again']],
]);

const cutForNow: Before = (_request, service, { length }) => {
	if (length === 5) service.setItem('i5', { description: 'ta' });
	if (length === 10) service.setItem('i5', { description: 'tax' });
};
story('holds one of two alike, until a list shows it', {}, cutForNow, [
	['R-1', [tax, tax], ['created', 'stored this text otherwise']],
	['R-1', [tax, tax], ['alreadyExisted', 'was not created again']],
	['R-1', [tax, tax], ['alreadyExisted', 'alreadyExisted']],
]);

story('sends nothing that an earlier try has done, whoever has deleted it since', {}, undefined, [
	['R-1', [tax], [''], { earlier: 'done' }],
	['R-1', [tax], ['created']],
]);

const refused = expect.stringContaining('was not created') as string;

it('creates alone at first, seen or refused, and in turns on one reservation', async () => {
	const { told, sent } = newBill({}, fails([4], { status: 422 }));
	const names = ['R-1', 'R-2', 'R-2', 'R-3'];
	const lines = await Promise.all(names.map(async (name) => await told(name, [tax])));
	expect(lines.flat()).toEqual([refused, 'created', 'alreadyExisted', 'created']);
	const creates = sent.filter((each) => each.startsWith('POST'));
	expect(creates).toEqual(['POST R-1', 'POST R-2', 'POST R-3']);
	expect(sent.slice(3, sent.indexOf('POST R-2') + 2).at(-1)).toBe('GET R-2');
});

it('deletes nothing that somebody has said to be there since, or that has changed', async () => {
	const { wish, told, service } = newBill({ plan: 'sync2', there: 'stale' });
	const sync = { ...upsert, prefix: 'own-' };
	const first = await wish('R-1', [own('a')], sync);
	expect(await told('R-1', [own('y')])).toEqual(['alreadyExisted']);
	service.setItem('i3', { reference: 'room-z' });
	expect(await first.deleteOrphans()).toEqual([]);
	const again = await wish('R-1', [own('a')], sync);
	expect(await again.deleteOrphans()).toMatchObject([{ is: 'deleted', charge: { id: 'i2' } }]);
});

it('changes nothing by an ID under which the service has something else', async () => {
	const moved: Before = (_request, service, { length }) => {
		if (length === 2) service.setItem('i2', { reservationId: 'R-9' });
		if (length === 3) service.setItem('i2', { reservationId: 'R-1' });
	};
	const { told, service, sent } = newBill({ plan: 'update1', there: 'first' }, moved);
	const [line] = await told('R-1', [own('a')], upsert);
	expect(line).toContain("'i2' was left alone: asked for this ID, the service does not show");
	expect(service.touched.size).toBe(0);
	expect(await told('R-1', [own('a')], upsert)).toEqual(['updated']);
	expect(await told('R-2', [own('a')], upsert)).toEqual(['updated']);
	expect(sent.filter((each) => each.startsWith('GET i'))).toEqual(['GET i2', 'GET i2']);
});

it('waits for a first create elsewhere before it sends anything, and sends no update twice', async () => {
	const before: Before = (request, _, sent) => {
		if (request.method === 'PATCH') throw failureOf(request, { status: 422 });
		const isFirst = sent.indexOf('POST R-1') === sent.lastIndexOf('POST R-1');
		if (request.method === 'POST' && isFirst) throw failureOf(request, { isUnclear: true });
	};
	const { told, sent } = newBill({ plan: 'update1', there: 'first' }, before);
	const rule: More = { ...upsert, run: new RunOfAccount() };
	const first = told('R-1', [own('b')], rule);
	const second = told('R-2', [own('b'), own('a')], { ...rule, earlier: 'unclear' });
	const again = expect.stringContaining('created: was sent more than once') as string;
	expect(await first).toEqual([again]);
	expect(await second).toEqual([again, expect.stringContaining('was not updated')]);
	expect(sent.filter((each) => each.startsWith('PATCH'))).toHaveLength(1);
});
