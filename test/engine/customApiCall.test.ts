import type { INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import { runNode } from './support/runWorkflow';
import { panelOf } from './support/workflowRun';

const hotel = useHotel();

/** What n8n itself adds to Resource and Operation. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

const choices: Array<[string, INodeParameters]> = [
	['Operation', { resource: 'serviceItem', operation: CUSTOM_API_CALL }],
	['Resource', { resource: CUSTOM_API_CALL }],
	['Resource after an operation', { resource: CUSTOM_API_CALL, operation: 'create', amount: 5 }],
	['both', { resource: CUSTOM_API_CALL, operation: CUSTOM_API_CALL }],
];

const message = /For a custom API call, use n8n's HTTP Request node with .*Reservation Service API/;

describe.each(choices)('Custom API Call chosen for %s', (_, parameters) => {
	it('ends in words that say where to go, and sends nothing', async () => {
		const run = await runNode('serviceItem', parameters, {
			credential: hotel.credential,
			items: [{}, {}],
		});

		expect(run.status).toBe('error');
		expect(run.error?.name).toBe('NodeOperationError');
		expect(panelOf(run.error)).toMatch(message);
		expect(run.output()).toEqual([]);
		expect(hotel.service.log.entries).toEqual([]);
	});

	it('is no success with Continue: every item says so', async () => {
		const run = await runNode('serviceItem', parameters, {
			credential: hotel.credential,
			items: [{ a: 1 }, { a: 2 }],
			onError: 'continueRegularOutput',
		});

		expect(run.json()).toEqual([
			{ error: expect.stringMatching(message) as string },
			{ error: expect.stringMatching(message) as string },
		]);
		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(hotel.service.log.entries).toEqual([]);
	});
});

it('says the same of an operation that is not there', async () => {
	const run = await hotel.run('cancel');

	expect(run.error?.message).toContain('This node has no such operation');
	expect(hotel.service.log.entries).toEqual([]);
});
