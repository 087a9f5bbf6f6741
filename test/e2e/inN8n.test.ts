import { chargeNode, chargesNode, makeCharges } from './support/charges';
import { useStage } from './support/stage';
import { chainNodes, credentialType, readJson, triggerName } from './support/workflows';

const stage = useStage();

it('the HTTP Request node, with the credential, sends a charge once whose answer is lost', async () => {
	const { api, credential, service } = stage;
	const path = /^\/services$/;
	service.faults.add({ kind: 'resetAfter', method: 'POST', path });
	const charge = { reservationId: 'RES-4', amount: 35, date: '2026-12-07' };
	const request = {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `${service.url}/services`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			method: 'POST',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: JSON.stringify({ ...charge, description: 'Late checkout' }),
			options: {},
		},
		credentials: { [credentialType]: credential },
	};
	const workflow = await api.createWorkflow(chainNodes('HTTP Request', request));
	await api.runWorkflow(workflow, triggerName);

	expect(service.books.all('RES-4')).toMatchObject([charge]);
	expect(service.log.count('POST', path)).toBe(1);
});

/** Of one reservation, so that they go one after another. */
const charges = makeCharges('RES', 10, 1);

// What a retry finds of another key, address, operation or environment, the engine tests show.
it('a retry from n8n’s list goes on where it stopped, with the currently saved workflow', async () => {
	const { api, service, credential } = stage;
	const path = /^\/services$/;
	service.faults.add({ kind: 'errorBefore', status: 422, method: 'POST', path, after: 5 });
	const workflowOf = (parameters: Record<string, unknown>) =>
		chainNodes('Charges', chargesNode(charges), chargeNode(credential, parameters));
	const id = await api.createWorkflow(workflowOf({}));
	const failed = await api.runWorkflow(id, triggerName);
	expect(failed.status).toBe('error');
	expect(service.books.all()).toHaveLength(5);
	const { versionId } = await api.send<{ versionId: string }>('GET', `/workflows/${id}`);
	const corrected = { ...workflowOf({ chargeDescription: 'Corrected' }), versionId };
	await api.send('PATCH', `/workflows/${id}`, corrected);

	const retried = await api.retryExecution(failed.id);

	const descriptions = charges.map(({ description }, n) => (n < 5 ? description : 'Corrected'));
	expect(readJson(retried, 'Charge').map((item) => item.description)).toEqual(descriptions);
	expect(service.books.all().map(({ description }) => description)).toEqual(descriptions);
	expect(service.log.count('POST', path)).toBe(11);
});
