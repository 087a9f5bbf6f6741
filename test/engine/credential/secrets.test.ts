import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const HEADERS = { 'X-Gateway': 'gateway-key-7', 'X-Tenant': 'tenant-key-8' };
const serviceId = byId('si-1');

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
	hotel.credential.edit({ customApiFormat: true, requestHeaders: JSON.stringify(HEADERS) });
	for (const [status, onError] of [
		[500, 'stopWorkflow'],
		[400, 'continueErrorOutput'],
		[401, 'stopWorkflow'],
		[200, 'continueErrorOutput'],
	] as const) {
		hotel.answer(({ headers: { authorization = '' } }) => {
			const token = authorization.slice('Bearer '.length);
			const secrets = [hotel.saved.apiKey, token, ...Object.values(HEADERS)];
			const error = `Something went wrong with ${authorization} and ${secrets.join(' and ')}`;
			const request = { headers: { authorization, secrets } };
			return { status, body: { error, request, [token]: secrets } };
		});
		const run = await hotel.run(operation, parameters, { onError });

		expect(run.stored).toContain('Something went wrong');
		hotel.expectNoSecrets(run.stored);
		for (const secret of Object.values(HEADERS)) expect(run.stored).not.toContain(secret);
	}
});

it('neither token nor key are in an item that is given out', async () => {
	const { apiKey } = hotel.saved;
	hotel.answer(({ headers: { authorization } }) => {
		return { body: { id: 'si-1', echo: { authorization, apiKey } } };
	});
	const run = await hotel.run('get', { serviceId });

	const echo = { authorization: 'Bearer ***', apiKey: '***' };
	expect(run.json()).toEqual([{ id: 'si-1', echo }]);
});
