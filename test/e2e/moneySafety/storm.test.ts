import { RateLimit } from '../../service/rateLimit';
import { useChargeStage } from '../support/chargeStage';
import { makeCharges, reckon } from '../support/charges';
import { readInstance } from '../support/instance';
import { createServiceCredential } from '../support/serviceCredential';
import { deliver, webhookWorkflow } from '../support/webhook';

const executions = 200;
const atOnce = 40;
const requestsPerSecond = 20;

describe(`${executions} webhooks, ${atOnce} at once, at a service that allows ${requestsPerSecond} requests a second`, () => {
	const stage = useChargeStage();

	afterEach(() => {
		stage.service.rateLimit = undefined;
	});

	it.each([
		['refusals say when to come again', true, {}],
		['refusals say nothing', false, {}],
		['the credential says how many', false, { accountRequestsPerSecond: requestsPerSecond }],
	])('all make their charge (%s)', async (how, saysWhen, settings) => {
		const { api, service } = stage;
		const credential = await createServiceCredential(api, service, settings);
		const path = `storm-${how.replaceAll(' ', '-')}`;
		const workflow = await api.createWorkflow(webhookWorkflow(path, credential));
		await api.activateWorkflow(workflow);
		service.rateLimit = new RateLimit({ requestsPerSecond, saysWhen });
		const charges = makeCharges(path, executions);
		const waiting = [...charges];
		const statuses: number[] = [];
		const begin = Date.now();
		const deliverOnAndOn = async () => {
			for (let charge = waiting.shift(); charge; charge = waiting.shift()) {
				statuses.push(await deliver(readInstance().url, path, charge));
			}
		};
		await Promise.all(Array.from({ length: atOnce }, deliverOnAndOn));

		const ms = Date.now() - begin;
		expect(statuses).toEqual(charges.map(() => 200));
		expect(reckon(charges, service.books)).toEqual({ stored: executions, lost: 0, duplicated: 0 });
		expect(service.log.count()).toBeLessThanOrEqual(1.3 * executions);
		// The service lets the first second's requests through at once.
		const leastMs = (executions / requestsPerSecond - 1) * 1_000;
		process.stdout.write(
			`Storm, ${how}: ${service.log.count()} requests for ${executions} charges, ${(ms / leastMs).toFixed(2)} times the least time\n`,
		);
		await api.deactivateWorkflow(workflow);
	});
});
