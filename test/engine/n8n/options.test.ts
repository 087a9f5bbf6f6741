import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const serviceId = byId('si-1');
const read = (options: INodeParameters) => hotel.run('get', { serviceId, options });

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
	const run = await read(options);

	expect(run.status).toBe(status);
	expect(hotel.requests).toHaveLength(requests);
});

describe('an option that is no good is refused', () => {
	it.each<[string, string, unknown[]]>([
		['Max Retries', 'maxRetries', [-1, 0.5, 'some', '={{ true }}', '={{ 1 / 0 }}', '={{ null }}']],
		['Timeout', 'timeout', [0, -5, 2.5, 'long']],
	])('by name, and nothing is sent: %s', async (label, name, values) => {
		for (const value of values) {
			const { error } = await read({ [name]: value } as INodeParameters);

			expect(error?.message).toContain(`'${label}' is `);
			expect(error?.description).toBeTruthy();
		}
		expect(hotel.traffic).toEqual([]);
	});

	const reference = '={{ "spa-" + $itemIndex }}';

	it.each([
		['create', {}],
		['create', { preventDuplicates: 'sameFields' }],
		['upsert', { reference: 'spa-1' }],
		['sync', { reference, deleteMissing: true, referencePrefix: 'spa-' }],
		['update', { serviceId, updateFields: { amount: 5 } }],
	])('by %s %j before anything is changed or asked, in every try', async (operation, fields) => {
		const parameters = { ...CHARGE, ...fields, simplify: '={{ $json.simplify }}' };
		const items = [{ simplify: false }, { simplify: 'yes' }];
		for (const settings of [{}, { retryOnFail: true, maxTries: 3 }]) {
			const run = await hotel.run(operation, parameters, { items, ...settings });

			expect(run.error?.message).toMatch(/^'Simplify' is an expression/);
		}
		expect(hotel.traffic).toEqual([]);
	});
});
