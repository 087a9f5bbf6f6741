import type { INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

const spa = { amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };

async function read(options: INodeParameters) {
	hotel.service.books.add('R-1', { id: 'si-1', ...spa });
	return await hotel.run('get', { serviceId: byId('si-1'), options });
}

describe('Max Retries', () => {
	const busy = (times: number): void =>
		hotel.service.faults.add({
			kind: 'errorBefore',
			status: 503,
			path: /services/,
			retryAfter: 0,
			times,
		});

	it.each([
		[{}, 3, 'success', 4],
		[{}, 4, 'error', 4],
		[{ maxRetries: 0 }, 1, 'error', 1],
		[{ maxRetries: 1 }, 1, 'success', 2],
		[{ maxRetries: '2' }, 3, 'error', 3],
	])('with %j, refused %i time(s): %s', async (options, times, status, requests) => {
		busy(times);
		const run = await read(options);

		expect(run.status).toBe(status);
		expect(hotel.requests).toHaveLength(requests);
	});

	it('makes one charge of all tries', async () => {
		hotel.service.faults.add({
			kind: 'errorBefore',
			method: 'POST',
			path: /services/,
			status: 429,
			times: 2,
		});
		await hotel.run('create', { reservationId: 'R-1', ...spa, options: { maxRetries: 2 } });

		expect(hotel.requests).toHaveLength(3);
		expect(hotel.service.books.changes.created).toBe(1);
	});
});

describe('Timeout', () => {
	it('ends the wait for an answer, and says which option to set', async () => {
		hotel.service.faults.add({ kind: 'hangBefore', path: /services/ });
		const run = await read({ timeout: 60, maxRetries: 0 });

		expect(run.error?.message).toContain('did not answer in time');
		expect(run.error?.description).toContain("'Timeout'");
		expect(hotel.requests).toHaveLength(1);
	});
});
