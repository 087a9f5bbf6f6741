import { connect } from './client';
import { DEFAULT_ACCOUNT } from './miniatureService';
import { useService } from './useService';

const { service, client } = useService();

const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa' };
const create = (timeout = 0) =>
	client.post<unknown>('/services', { reservationId: 'r1', ...spa }, { timeout });

describe('the plan', () => {
	const statuses = async (count: number) => {
		const seen: number[] = [];
		for (let n = 0; n < count; n++) seen.push((await create()).status);
		return seen;
	};

	it('repeats a fault and spares requests first', async () => {
		service.faults.add({ kind: 'errorBefore', times: 2, after: 1 });
		expect(await statuses(4)).toEqual([201, 503, 503, 201]);
	});

	it('takes faults in the order they were added', async () => {
		service.faults.add({ kind: 'errorBefore', status: 500 });
		service.faults.add({ kind: 'errorBefore', status: 502, after: 2 });
		service.faults.add({ kind: 'errorBefore', status: 504 });
		expect(await statuses(4)).toEqual([500, 504, 502, 201]);
	});

	it('picks by method and path, on POST /token too', async () => {
		service.faults.add({ kind: 'errorBefore', method: 'POST', path: /^\/token$/ });
		service.faults.add({ kind: 'tooManyRequests', path: /^\/services\/si-2$/ });
		expect(await statuses(2)).toEqual([201, 201]);
		expect((await client.get('/services/si-1')).status).toBe(200);
		expect((await client.get('/services/si-2')).status).toBe(429);
		expect((await connect(service).post('/token', DEFAULT_ACCOUNT)).status).toBe(503);
		expect(service.tokens.issued).toBe(1);
	});

	it('counts what happened and can be cleared', async () => {
		service.faults.add({ kind: 'errorAfter', times: 9 });
		await statuses(2);
		await client.get('/services/si-1');
		expect(service.faults.happened).toEqual({ errorAfter: { POST: 2, GET: 1 } });
		service.faults.clear();
		expect(service.faults.happened).toEqual({});
		expect(await statuses(1)).toEqual([201]);
	});
});
