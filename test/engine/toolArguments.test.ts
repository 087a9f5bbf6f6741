import type { IDataObject } from 'n8n-workflow';
import { lateCheckout } from './support/lateCheckout';
import { answerOf, charge, serviceId, sinceAgents, useToolCharges } from './support/toolCharges';

const { hotel, call } = useToolCharges();

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
			const tool = await call(charge, { ...lateCheckout, ...wrong });

			for (const word of words) expect(tool.answer).toContain(word);
			expect(answerOf(tool)).toMatchObject([{ error: expect.any(String) as string }]);
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

		it('what the service refuses, in its own words', async () => {
			hotel.service.dialect.errorBody = 'errors';
			hotel.service.dialect.requiredFields = ['accountCode'];
			const tool = await call(charge, lateCheckout);

			expect(tool.answer).toContain('accountCode is required');
		});
	},
);
