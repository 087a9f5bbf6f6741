import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import { since } from '../support/n8nVersion';
import { runAsTool, type ToolCall } from '../support/runAsTool';
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
const serviceId = byId("={{ $fromAI('serviceId', 'ID of the service item', 'string') }}");
const fromModel = (key: string, type = 'string') => `={{ $fromAI('${key}', '', '${type}') }}`;

/** Has the model call the tool with these arguments. */
async function call(
	parameters: INodeParameters,
	callArguments: IDataObject = CHARGE,
	settings: Parameters<typeof runAsTool>[3] = {},
): Promise<ToolCall> {
	const own = inForm(parameters.operation as string, parameters);
	const tool = { resource: 'serviceItem', ...own };
	const { credential } = hotel;
	return await runAsTool('serviceItem', tool, callArguments, { credential, ...settings });
}

/** What the model reads, parsed. */
function answerOf({ answer }: ToolCall): unknown {
	return JSON.parse(answer) as unknown;
}

// Before n8n 2.3 an agent runs a tool in a way of its own.
const sinceAgents = since('2.3');

sinceAgents.describe('what the model can do', () => {
	it.each<[string, INodeParameters, IDataObject]>([
		['a new charge', charge, { ...CHARGE, amount: 3500 }],
		[
			'Custom Fields',
			{
				operation: 'update',
				serviceId,
				updateFields: { customFields: fromModel('more', 'json') },
			},
			{ serviceId: 'si-7', more: { amount: -3500 } },
		],
	])('not go beyond Max Amount by %s', async (_, parameters, given) => {
		const tool = await call({ ...parameters, options: { maxAmount: 500 } }, given);

		expect(tool.answer).toMatch(
			/'Custom Fields' sets what stands for {amount}|more than the option 'Max Amount'/,
		);
		expect(hotel.traffic).toEqual([]);
	});

	describe('of an amount that the editor lets it define', () => {
		/** What the button of the editor writes (n8n 2.41), by the type of the field. */
		const amount =
			"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Amount', `What the guest pays`, 'string') }}";

		it.each([
			['12.50', 12.5],
			['-3', -3],
		])('is a text, of which %p is charged', async (said, charged) => {
			const tool = await call({ ...charge, amount }, { ...CHARGE, Amount: said });

			expect(tool.arguments).toMatchObject({ Amount: 'What the guest pays' });
			expect(tool.isValid).toBe(true);
			expect(hotel.bodies).toMatchObject([{ amount: charged }]);
		});
	});
});

sinceAgents.it.each([
	['by the engine', false],
	['without it', true],
])('calls of an agent share no memory, also where they are the same: %s', async (_, invokes) => {
	hotel.speak({ idempotencyHeader: 'Idempotency-Key' });
	await call(charge, CHARGE, { invokes, calls: 2 });

	const posts = hotel.service.log.entries.filter(({ path }) => path === '/services');
	expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
	expect(hotel.ids()).toHaveLength(2);
});

sinceAgents.describe('of an agent that calls the tool without the engine, the model', () => {
	const settings: NodeSettings[] = [
		{},
		{ onError: 'stopWorkflow' },
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueErrorOutput' },
		{ retryOnFail: true, maxTries: 3 },
	];

	it.each(settings)(
		'reads that a charge is unclear, which is sent once, with %j',
		async (given) => {
			hotel.service.faults.add({ kind: 'resetAfter', method: 'POST', path: /services/ });

			const tool = await call(charge, CHARGE, { ...given, invokes: true });

			expect(answerOf(tool)).toEqual([
				{ error: expect.stringMatching(/may or may not have been created/) as string },
			]);
			expect(hotel.bodies).toHaveLength(1);
		},
	);

	it.each([{ invokes: true }, {}])(
		'reads what was deleted before it failed, with %j',
		async (how) => {
			for (const id of ['a', 'b', 'c']) hotel.book({ id, description: `[ref:r-${id}]` }, 'R-1');
			hotel.service.faults.add({ method: 'DELETE', path: /c$/, kind: 'errorBefore', status: 422 });
			const tool = await call(
				{
					...{ ...charge, operation: 'sync', reference: 'r-a' },
					...{ deleteMissing: true, referencePrefix: 'r-' },
				},
				{ ...CHARGE, reservationId: 'R-1' },
				how,
			);

			expect(hotel.ids()).toEqual(['a', 'c']);
			expect(tool.answer).toContain("service item 'c' was not deleted");
			// In n8n 2.20, a tool that the engine runs goes on behind a failure, and gives out rows.
			expect(tool.answer).toMatch(/Deleted before that: 'r-b'|"deleted",[^{]*"reference":"r-b"/);
		},
	);
});
