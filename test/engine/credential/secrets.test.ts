import { useCannedService } from '../support/cannedService';
import { byId, runServiceItem } from '../support/serviceItemNode';
import { CHARGE } from '../support/hotel';

const canned = useCannedService();

const KEY = 'key-of-hotel-1';
const TOKEN = 'token-of-hotel-1';
const SECRETS = [KEY, TOKEN, 'gateway-key-7', 'tenant-key-8'];
const serviceId = byId('si-1');

/** A credential with keys in its headers, at a service that repeats what it is sent. */
function credential() {
	const requestHeaders = { 'X-Gateway': 'gateway-key-7', 'X-Tenant': 'tenant-key-8' };
	return canned.credential({ requestHeaders: JSON.stringify(requestHeaders), apiKey: KEY });
}

beforeEach(() => (canned.token = TOKEN));

it.each([
	['create', CHARGE],
	['create', { ...CHARGE, preventDuplicates: 'sameFields' }],
	['sync', { ...CHARGE, reference: 'late' }],
	['delete', { serviceId }],
	['get', { serviceId }],
	['getAll', { reservationId: 'R-1' }],
	['check', { resource: 'setup', reservationId: 'R-1' }],
])('no secret that a service repeats is stored with an execution of %s %j', async (...row) => {
	const [operation, parameters] = row;
	for (const [status, onError] of [
		[500, 'stopWorkflow'],
		[400, 'continueErrorOutput'],
		[401, 'stopWorkflow'],
		[200, 'continueErrorOutput'],
	] as const) {
		canned.answer = ({ authorization = '' }) => ({
			status,
			body: {
				error: `Something went wrong with ${authorization} and ${SECRETS.join(' and ')}`,
				request: { headers: { authorization, secrets: SECRETS } },
				[TOKEN]: SECRETS,
			},
		});
		const run = await runServiceItem(credential(), operation, parameters, { onError });

		expect(run.stored).toContain('Something went wrong');
		for (const secret of SECRETS) expect(run.stored).not.toContain(secret);
	}
});

it('neither token nor key are in an item that is given out', async () => {
	canned.answer = ({ authorization }) => ({ body: { id: 'si-1', echo: { authorization, KEY } } });
	const run = await runServiceItem(credential(), 'get', { serviceId });

	expect(run.json()).toEqual([{ id: 'si-1', echo: { authorization: 'Bearer ***', KEY: '***' } }]);
});
