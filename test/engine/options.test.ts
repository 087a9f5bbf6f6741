import type { INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

const spa = { amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };

/** Reads items si-1 to si-`count`, all at once as far as the options allow. */
async function readMany(count: number, options: INodeParameters) {
	const items = Array.from({ length: count }, (_, index) => ({ id: `si-${index + 1}` }));
	for (const { id } of items) hotel.service.books.add('R-1', { id, ...spa });
	return await hotel.run('get', { serviceId: byId('={{ $json.id }}'), options }, { items });
}

describe('Requests per Second', () => {
	it.each([0, 500, 0.5 * 2000, '500'])('of %j lets every request through', async (rate) => {
		const run = await readMany(5, { requestsPerSecond: rate });

		expect(run.json()).toHaveLength(5);
		expect(hotel.requests).toHaveLength(5);
	});
});

describe('Max Retries', () => {
	const busy = (times: number): void =>
		hotel.service.faults.add({
			kind: 'tooManyRequests',
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
		const run = await readMany(1, options);

		expect(run.status).toBe(status);
		expect(hotel.requests).toHaveLength(requests);
	});

	it('makes one charge of all tries', async () => {
		busy(2);
		await hotel.run('create', { reservationId: 'R-1', ...spa, options: { maxRetries: 2 } });

		expect(hotel.requests).toHaveLength(3);
		expect(hotel.service.books.changes.created).toBe(1);
	});
});

describe('Timeout', () => {
	it('ends the wait for an answer, and says which option to set', async () => {
		hotel.service.faults.add({ kind: 'hangBefore', path: /services/ });
		const run = await readMany(1, { timeout: 60, maxRetries: 0 });

		expect(run.error?.message).toContain('did not answer in time');
		expect(run.error?.description).toContain("'Timeout'");
		expect(hotel.requests).toHaveLength(1);
	});
});
