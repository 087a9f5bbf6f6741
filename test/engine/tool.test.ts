import { lateCheckout } from './support/lateCheckout';
import { answerOf, charge, serviceId, sinceAgents, useToolCharges } from './support/toolCharges';

const { hotel, call } = useToolCharges();

const spa = { id: 'si-7', amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };
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
			{ ...lateCheckout, serviceId: 'si-7' },
		);

		expect(told).toBe(description);
	});

	it('of the arguments, and the name the node has on the canvas', async () => {
		const tool = await call(charge, lateCheckout, 'Charge a guest');

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
		const tool = await call(
			{ ...charge, descriptionType: 'manual', toolDescription },
			lateCheckout,
		);

		expect(tool.description).toBe(toolDescription);
	});
});

sinceAgents.describe('what the model can do', () => {
	it('add a charge', async () => {
		const tool = await call(charge, lateCheckout);

		expect(hotel.bodies).toEqual([lateCheckout]);
		expect(answerOf(tool)).toEqual([{ id: 'si-1', ...lateCheckout }]);
	});

	it.each(['off', 'sameFields'])(
		'not pass a charge off as that of a reference: %s',
		async (mode) => {
			const description = 'Late checkout [ref:lateCheckout-9]';
			const { answer } = await call(
				{ ...charge, preventDuplicates: mode },
				{ ...lateCheckout, description },
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
			{ ...lateCheckout, account: '4400', to: 'GUEST', more: { currency: 'EUR' } },
		);

		expect(hotel.bodies).toEqual([
			{ ...lateCheckout, accountCode: '4400', destinationAccount: 'GUEST', currency: 'EUR' },
		]);
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
			const tool = await call(definedByModel, { ...lateCheckout, Amount: said });

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
			const tool = await call(definedByModel, { ...lateCheckout, Amount: said });

			expect(tool.isValid).toBe(true);
			expect(tool.answer).toContain(remedy);
			expect(hotel.service.log.entries).toEqual([]);
		});
	});

	it('list, read, change and remove service items', async () => {
		hotel.service.books.add('R-1001', spa);
		const stored = { ...spa, reservationId: 'R-1001' };
		const id = { serviceId: 'si-7' };

		expect(answerOf(await call({ ...charge, operation: 'getAll' }, lateCheckout))).toEqual([
			stored,
		]);
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
