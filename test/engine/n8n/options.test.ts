import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const serviceId = byId('si-1');

beforeEach(() => hotel.seed('si-1'));

it.each([
	[{}, 3, 'success', 4],
	[{}, 4, 'error', 4],
	[{ maxRetries: '2' }, 3, 'error', 3],
	[{ timeout: '' }, 3, 'success', 4],
])('Max Retries: with %j, refused %i time(s), the outcome is %s', async (...row) => {
	const [options, times, status, requests] = row;
	const busy = { kind: 'errorBefore', status: 503, path: /services/, retryAfter: 0 } as const;
	hotel.service.faults.add({ ...busy, times });
	const run = await hotel.run('get', { serviceId, options });

	expect(run.status).toBe(status);
	expect(hotel.requests).toHaveLength(requests);
});

// What else is no number is a case of the unit tests.
it.each<[string, INodeParameters, string]>([
	['get', { options: { maxRetries: '={{ 1 / 0 }}' } }, "'Max Retries' is "],
	['get', { options: { timeout: 0 } }, "'Timeout' is "],
	['create', { simplify: '={{ $json.simplify }}' }, "'Simplify' is an expression"],
	['sync', { reference: 'spa', simplify: '={{ $json.simplify }}' }, "'Simplify' is an expression"],
])('%s %j is refused by name before anything is asked, in every try', async (...row) => {
	const [operation, parameters, message] = row;
	const items = [{ simplify: false }, { simplify: 'yes' }];
	const settings = { items, retryOnFail: true, maxTries: 3 };
	const run = await hotel.run(operation, { ...CHARGE, serviceId, ...parameters }, settings);

	expect(run.error?.message).toContain(message);
	expect(hotel.traffic).toEqual([]);
});
