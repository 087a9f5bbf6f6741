import { useCannedService } from './support/cannedService';
import { byId, runServiceItem } from './support/serviceItemNode';
import { CHARGE } from './support/hotel';

const canned = useCannedService();

const KEY = 'key-of-hotel-1';
const TOKEN = 'token-of-hotel-1';
const SECRETS = [KEY, TOKEN, 'gateway-key-7', 'tenant-key-8'];
const serviceId = byId('si-1');

/** A credential with a key in the headers and one in the address, at a service that repeats what it is sent. */
function credential() {
	const requestHeaders = { 'X-Gateway': 'gateway-key-7' };
	const saved = canned.credential({ requestHeaders: JSON.stringify(requestHeaders), apiKey: KEY });
	saved.edit({ baseUrl: `${saved.data.baseUrl as string}?tenant=tenant-key-8` });
	return saved;
}

beforeEach(() => (canned.token = TOKEN));

describe.each(['stopWorkflow', 'continueErrorOutput'] as const)(
	'with %s, no secret that a service repeats is stored with the execution',
	(onError) => {
		it.each([
			['create', CHARGE],
			['create', { ...CHARGE, preventDuplicates: 'sameFields' }],
			['sync', { ...CHARGE, reference: 'late' }],
			['delete', { serviceId }],
			['get', { serviceId }],
			['getAll', { reservationId: 'R-1' }],
			['check', { resource: 'setup', reservationId: 'R-1' }],
		])('after a 500, 400, 401 or 200 to %s %j', async (operation, parameters) => {
			for (const status of [500, 400, 401, 200]) {
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
	},
);

it('neither token nor key are in an item that is given out', async () => {
	canned.answer = ({ authorization }) => ({ body: { id: 'si-1', echo: { authorization, KEY } } });
	const run = await runServiceItem(credential(), 'get', { serviceId });

	expect(run.json()).toEqual([{ id: 'si-1', echo: { authorization: 'Bearer ***', KEY: '***' } }]);
});
