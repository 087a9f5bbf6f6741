import { listOf } from './support/freshService';
import { useHttpRequests } from './support/httpRequests';
import { byId } from './support/serviceItemNode';

const { fresh, request } = useHttpRequests();

describe.each(['status401', 'successFalse200'] as const)(
	'the HTTP Request node with a wrong key (%s)',
	(badCredentials) => {
		beforeEach(() => {
			fresh.service.dialect.badCredentials = badCredentials;
		});

		it.each(['there is none', 'one of the right key is stored'])(
			'says so after one call to /token when of tokens %s',
			async (state) => {
				if (state !== 'there is none') await request('/services?reservationId=R-1');
				fresh.service.log.clear();
				fresh.credential.edit({ apiKey: 'mistyped' });
				const { error } = await request('/services?reservationId=R-1');

				expect(error?.message).toMatch(/Account hotel does not exist.*'Account ID' and 'API Key'/);
				expect(fresh.traffic).toHaveLength(1);
			},
		);

		it('calls /token once for twenty items', async () => {
			fresh.credential.edit({ apiKey: 'mistyped' });
			const items = listOf(20, (n) => ({ n }));
			const { error } = await request('/services?reservationId=R-1', {}, { items });

			expect(error?.message).toMatch(/'Account ID' and 'API Key'/);
			expect(fresh.traffic).toHaveLength(1);
		});
	},
);

// n8n's HTTP Request node asks for a new token after every failure, whatever it was.
describe('failures of the HTTP Request node that no token would help', () => {
	beforeEach(() => fresh.seed('si-1'));

	it.each([
		['of one address', '/services/unknown'],
		['of many addresses', '/services/unknown-{{ $json.n }}'],
	])('cost two logins at most for thirty items at once: 404 %s', async (_, path) => {
		const items = listOf(30, (n) => ({ n }));
		const run = await request(path, {}, { items });

		expect(run.error?.httpCode).toBe('404');
		expect(fresh.exchanges).toBeLessThanOrEqual(2);
	});

	it.each([400, 403, 409, 422, 429, 500, 503])(
		'cost two logins at most over ten executions: %d',
		async (status) => {
			fresh.service.faults.add({ kind: 'errorBefore', path: /services/, status, times: 100 });
			for (let execution = 0; execution < 10; execution++) {
				const { error } = await request('/services/si-1');
				expect(error?.httpCode).toBe(String(status));
			}

			expect(fresh.exchanges).toBeLessThanOrEqual(2);
		},
	);

	it('do not keep the Reservation Service Item node from renewing its token', async () => {
		await request('/services/unknown');
		fresh.service.tokens.expireAll();
		fresh.service.log.clear();
		const run = await fresh.run('get', { serviceId: byId('si-1') });

		expect(run.status).toBe('success');
		expect(fresh.exchanges).toBe(1);
	});
});
