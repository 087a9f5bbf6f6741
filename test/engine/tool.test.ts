import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import { since } from './support/n8nVersion';
import { runAsTool, type ToolCall } from './support/runAsTool';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

/** A tool whose reservation, amount, date and description the model fills in. */
const charge: INodeParameters = {
	operation: 'create',
	reservationId: "={{ $fromAI('reservationId', 'The reservation, such as R-1001', 'string') }}",
	amount: "={{ $fromAI('amount', 'Amount in euros', 'number') }}",
	date: "={{ $fromAI('date', 'Day of the charge, such as 2026-11-21', 'string') }}",
	description: "={{ $fromAI('description', 'What the guest reads', 'string') }}",
};

const order = {
	reservationId: 'R-1001',
	amount: 25,
	date: '2026-11-21',
	description: 'Late checkout until 14:00',
};

async function call(
	parameters: INodeParameters,
	callArguments: IDataObject,
	name?: string,
): Promise<ToolCall> {
	return await runAsTool('serviceItem', { resource: 'serviceItem', ...parameters }, callArguments, {
		credential: hotel.credential,
		...(name && { name }),
	});
}

/** What the model reads, parsed. */
function answerOf({ answer }: ToolCall): unknown {
	return JSON.parse(answer) as unknown;
}

const spa = { id: 'si-7', amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };
const serviceId = byId("={{ $fromAI('serviceId', 'ID of the service item', 'string') }}");

// Before n8n 2.3 an agent runs a tool in a way of its own.
const sinceAgents = since('2.3');

sinceAgents.describe('what the model is told', () => {
	it.each([
		['create', 'Create service item (charge or extra) in Reservation Service Item'],
		['delete', 'Delete service item permanently in Reservation Service Item'],
		['get', 'Get service item in Reservation Service Item'],
		['getAll', 'Get many service items of reservation in Reservation Service Item'],
		['update', 'Update service item in Reservation Service Item'],
	])('of %s', async (operation, description) => {
		const { description: told } = await call(
			{ ...charge, serviceId, operation },
			{ ...order, serviceId: 'si-7' },
		);

		expect(told).toBe(description);
	});

	it('of the arguments, and the name the node has on the canvas', async () => {
		const tool = await call(charge, order, 'Charge a guest');

		expect(tool.name).toBe('Charge_a_guest');
		expect(tool.arguments).toEqual({
			reservationId: 'The reservation, such as R-1001',
			amount: 'Amount in euros',
			date: 'Day of the charge, such as 2026-11-21',
			description: 'What the guest reads',
		});
	});

	it("is the user's own text where there is one", async () => {
		const toolDescription = 'Adds a late checkout. Ask the guest first.';
		const tool = await call({ ...charge, descriptionType: 'manual', toolDescription }, order);

		expect(tool.description).toBe(toolDescription);
	});
});

sinceAgents.describe('what the model can do', () => {
	it('add a charge', async () => {
		const tool = await call(charge, order);

		expect(hotel.bodies).toEqual([order]);
		expect(answerOf(tool)).toEqual([{ id: 'si-1', ...order }]);
	});

	it.each(['off', 'sameFields'])(
		'not pass a charge off as that of a reference: %s',
		async (mode) => {
			const description = 'Late checkout [ref:order-9]';
			const { answer } = await call(
				{ ...charge, preventDuplicates: mode },
				{ ...order, description },
			);

			expect(answer).toMatch(/'Description' ends with a reference/);
			expect(hotel.requests).toEqual([]);
		},
	);

	it('fill in every field', async () => {
		const fromModel = (key: string, type: string): string =>
			`={{ $fromAI('${key}', '', '${type}') }}`;
		await call(
			{
				...charge,
				additionalFields: {
					accountCode: fromModel('account', 'string'),
					destinationAccount: fromModel('to', 'string'),
					customFields: fromModel('more', 'json'),
				},
			},
			{ ...order, account: '4400', to: 'GUEST', more: { currency: 'EUR' } },
		);

		expect(hotel.bodies).toEqual([
			{ ...order, accountCode: '4400', destinationAccount: 'GUEST', currency: 'EUR' },
		]);
	});

	it('pass the amount as text', async () => {
		await call(
			{ ...charge, amount: "={{ $fromAI('amount', '', 'string') }}" },
			{ ...order, amount: '12.50' },
		);

		expect(hotel.bodies).toMatchObject([{ amount: 12.5 }]);
	});

	describe('of an amount that the editor lets the model define', () => {
		/** What the button of the editor writes (n8n 2.41), by the type of the field. */
		const amount =
			"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Amount', `What the guest pays`, 'string') }}";
		const definedByModel = { ...charge, amount };

		it.each([
			['12.50', 12.5],
			['-3', -3],
		])('are texts, of which %p is charged', async (said, charged) => {
			const tool = await call(definedByModel, { ...order, Amount: said });

			expect(tool.arguments).toMatchObject({ Amount: 'What the guest pays' });
			expect(tool.isValid).toBe(true);
			expect(hotel.bodies).toMatchObject([{ amount: charged }]);
		});

		it.each([
			['12,50', 'Write 12.50'],
			['1.250,00', 'Write 1250.00'],
			['25 EUR', 'Write 25'],
			['12.345', 'Give 12345 or 12.35'],
		])('are texts, of which %p comes back with what to write', async (said, remedy) => {
			const tool = await call(definedByModel, { ...order, Amount: said });

			expect(tool.isValid).toBe(true);
			expect(tool.answer).toContain(remedy);
			expect(hotel.service.log.entries).toEqual([]);
		});

		it('are no numbers, which n8n sends back to the model', async () => {
			expect((await call(definedByModel, { ...order, Amount: 12.5 })).isValid).toBe(false);
		});
	});

	it('list, read, change and remove service items', async () => {
		hotel.service.books.add('R-1001', spa);
		const stored = { ...spa, reservationId: 'R-1001' };
		const id = { serviceId: 'si-7' };

		expect(answerOf(await call({ ...charge, operation: 'getAll' }, order))).toEqual([stored]);
		expect(answerOf(await call({ operation: 'get', serviceId }, id))).toEqual([stored]);
		const updateFields = { amount: "={{ $fromAI('amount', '', 'number') }}" };
		expect(
			answerOf(await call({ operation: 'update', serviceId, updateFields }, { ...id, amount: 95 })),
		).toEqual([{ ...stored, amount: 95 }]);
		expect(answerOf(await call({ operation: 'delete', serviceId }, id))).toEqual([
			{ deleted: true },
		]);
		expect(hotel.service.books.all()).toEqual([]);
	});
});

sinceAgents.describe(
	'an argument that is no good comes back as an error that says what to do',
	() => {
		it.each<[string, IDataObject, string[]]>([
			['an empty reservation', { reservationId: '' }, ["'Reservation ID' is empty", 'Fill in']],
			['a decimal comma', { amount: '12,50' }, ["'Amount' is '12,50'", 'with a decimal point']],
			['a word for an amount', { amount: 'free' }, ["'Amount' is 'free'", 'such as 12.5']],
			['a word for a date', { date: 'tomorrow' }, ["'Date' is 'tomorrow'", 'such as 2026-11-21']],
			['an empty description', { description: ' ' }, ["'Description' is empty", 'Fill in']],
		])('%s', async (_, wrong, words) => {
			const tool = await call(charge, { ...order, ...wrong });

			for (const word of words) expect(tool.answer).toContain(word);
			expect(answerOf(tool)).toMatchObject([{ error: expect.any(String) as string }]);
			expect(hotel.service.log.entries).toEqual([]);
		});

		it('an ID that is not known', async () => {
			const tool = await call({ operation: 'delete', serviceId }, { serviceId: 'si-404' });

			expect(tool.answer).toContain("Service item 'si-404' was not found");
			expect(tool.answer).toContain("Check 'Service Item'");
		});

		it('two dots for an ID', async () => {
			const tool = await call({ operation: 'delete', serviceId }, { serviceId: '..' });

			expect(tool.answer).toContain("'Service Item' is '..', which is not an ID");
			expect(hotel.service.log.entries).toEqual([]);
		});

		it('an update without a change', async () => {
			const updateFields = { description: "={{ $fromAI('description', '', 'string') }}" };
			const tool = await call(
				{ operation: 'update', serviceId, updateFields },
				{ serviceId: 'si-7', description: '' },
			);

			expect(tool.answer).toContain('nothing to change');
			expect(tool.answer).toContain('Add at least one field');
			expect(hotel.service.log.entries).toEqual([]);
		});

		it('a key without the scope', async () => {
			hotel.service.accounts.add({ accountId: 'hotel-2', key: 'key-2', scopes: ['services:read'] });
			hotel.credential.edit({ accountId: 'hotel-2', apiKey: 'key-2' });
			const tool = await call(charge, order);

			expect(tool.answer).toContain("The API key's scope does not include this operation");
			expect(tool.answer).toContain('A new API key with the needed scope is required');
		});

		it('what the service refuses, in its own words', async () => {
			hotel.service.dialect.errorBody = 'errors';
			hotel.service.dialect.requiredFields = ['accountCode'];
			const tool = await call(charge, order);

			expect(tool.answer).toContain('accountCode is required');
		});
	},
);
