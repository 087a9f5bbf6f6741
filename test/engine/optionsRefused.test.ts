import type { INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

const spa = { amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };

/** Reads item si-1 with these options. */
function read(options: INodeParameters) {
	return hotel.run('get', { serviceId: byId('si-1'), options });
}

describe('an option that is no good', () => {
	const least1 = 'must be a whole number of at least 1';
	const least0 = 'must be a whole number of at least 0';

	it.each<[string, string, string, unknown[]]>([
		['Max Retries', 'maxRetries', least0, [-1, 0.5, 'some', '={{ true }}', '={{ 1 / 0 }}']],
		['Timeout', 'timeout', least1, [0, -5, 2.5, 'long']],
	])('%s is refused by name, and nothing is sent', async (label, name, words, values) => {
		for (const value of values) {
			const { status, error } = await read({ [name]: value } as INodeParameters);

			expect(status).toBe('error');
			expect(error?.message).toContain(`The option '${label}' ${words}`);
			expect(error?.description).toBeTruthy();
		}
		expect(hotel.service.log.entries).toEqual([]);
	});

	describe.each([
		['once', {}],
		['three times under Retry On Fail', { retryOnFail: true, maxTries: 3 }],
	])('of one operation, tried %s,', (_, settings) => {
		const items = [{ simplify: false }, { simplify: 'yes' }];
		const simplify = '={{ $json.simplify }}';

		it.each([
			['create', {}],
			['create', { preventDuplicates: 'sameFields' }],
			['upsert', { reference: 'spa-1' }],
			[
				'sync',
				{ reference: '={{ "spa-" + $itemIndex }}', removeMissing: true, referencePrefix: 'spa-' },
			],
			['update', { serviceId: byId('si-1'), updateFields: { amount: 5 } }],
		])('is refused by %s %j before anything is changed or asked', async (operation, fields) => {
			hotel.service.books.add('R-1', { id: 'si-1', ...spa });
			const parameters = { reservationId: 'R-1', ...spa, ...fields, options: { simplify } };
			const run = await hotel.run(operation, parameters, { items, ...settings });

			expect(run.error?.message).toMatch(/^'Simplify' is neither true nor false.*\[item 1\]$/);
			expect(hotel.service.log.entries).toEqual([]);
		});

		it('is refused by Get Many before anything is asked', async () => {
			const parameters = [{ name: '={{ $json.name }}', value: 'open' }];
			const run = await hotel.run(
				'getAll',
				{ reservationId: 'R-1', options: { queryParameters: { parameters } } },
				{ items: [{ name: 'status' }, { name: { of: 'status' } }], ...settings },
			);

			expect(run.error?.message).toMatch(/^'Query Parameters' is not text.*\[item 1\]$/);
			expect(hotel.service.log.entries).toEqual([]);
		});
	});

	it('that is left blank is the usual one', async () => {
		hotel.service.books.add('R-1', { id: 'si-1', ...spa });
		const run = await read({ timeout: '', maxRetries: '={{ null }}' });

		expect(run.json()).toHaveLength(1);
	});
});
