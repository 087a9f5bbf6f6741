import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import { since } from '../support/n8nVersion';
import { runAsTool } from '../support/runAsTool';
import { byId, inForm } from '../support/serviceItemNode';
import type { NodeSettings } from '../support/workflow';

const hotel = useHotel();

/** A tool whose reservation, amount, date and description the model fills in. */
const charge: INodeParameters = {
	operation: 'create',
	reservationId: "={{ $fromAI('reservationId', 'The reservation, such as R-1001', 'string') }}",
	amount: "={{ $fromAI('amount', 'Amount in euros', 'number') }}",
	date: "={{ $fromAI('date', 'Day of the charge, such as 2026-11-21', 'string') }}",
	description: "={{ $fromAI('description', 'What the guest reads', 'string') }}",
};

/** Has the model call the tool with these arguments. @returns what it reads */
async function call(
	parameters: INodeParameters,
	callArguments: IDataObject = CHARGE,
	settings: Parameters<typeof runAsTool>[3] = {},
): Promise<string> {
	const own = inForm(parameters.operation as string, parameters);
	const how = { credential: hotel.credential, ...settings };
	return await runAsTool('serviceItem', { resource: 'serviceItem', ...own }, callArguments, how);
}

// Before n8n 2.3 an agent runs a tool in a way of its own.
const sinceAgents = since('2.3');

sinceAgents.it(
	'a model cannot go beyond Max Amount, and reads what to do about a refusal',
	async () => {
		const options = { maxAmount: 500 };
		const above = await call({ ...charge, options }, { ...CHARGE, amount: 3500 });
		expect(above).toMatch(/more than the option 'Max Amount'/);
		expect(hotel.traffic).toEqual([]);

		const serviceId = byId("={{ $fromAI('serviceId', 'ID of the service item', 'string') }}");
		const lost = await call({ operation: 'get', serviceId }, { serviceId: 'lost' });
		expect(lost).toMatch(/no such .*Check the ID/);
	},
);

sinceAgents.it.each([
	['by the engine', false],
	['without it', true],
])('calls of an agent share no memory, also where the first is unclear: %s', async (_, invokes) => {
	hotel.service.faults.add({ kind: 'resetAfter', method: 'POST', path: /services/ });
	await call(charge, CHARGE, { invokes, calls: 2 });

	expect([hotel.count('POST'), hotel.ids().length]).toEqual([2, 2]);
});

sinceAgents.it.each<NodeSettings>([
	{},
	{ onError: 'continueErrorOutput' },
	{ retryOnFail: true, maxTries: 3 },
])(
	'where the agent calls the tool without the engine, the model reads that a charge is unclear, which is sent once, with %j',
	async (given) => {
		hotel.service.faults.add({ kind: 'resetAfter', method: 'POST', path: /services/ });
		const answer = await call(charge, CHARGE, { ...given, invokes: true });

		expect(JSON.parse(answer)).toEqual([
			{ error: expect.stringMatching(/may or may not have been created/) as string },
		]);
		expect(hotel.bodies).toHaveLength(1);
	},
);
