import { useChargeStage } from './support/chargeStage';
import { useEditor } from './support/editorStage';
import { repeatUntil } from './support/repeatUntil';
import { chainNodes, chooseById, serviceItemNode } from './support/workflows';

/** The amount a number, the date with a time, as other nodes and pasted workflows have them. */
const saved = {
	operation: 'create',
	reservationId: 'RES-1001',
	amount: 12.5,
	date: '2026-12-05T00:00:00',
	description: 'Late checkout',
};

/** Keys pressed in the editor, as only they show what its fields make of a text. */
describe('what is typed into the form', () => {
	const stage = useChargeStage();
	const editor = useEditor();

	describe('into Create', () => {
		beforeAll(() => openNode(saved));

		it.each([
			['2026-11-21', '2026-11-21'],
			[' 2026-11-21 15:00', '2026-11-21'],
			['2028-02-29', '2028-02-29'],
		])('takes %p for a date', async (text, date) => {
			await editor.form.type('date', text);

			expect(await editor.form.read('date')).toBe(text);
			expect(await execute()).toMatchObject([{ date }]);
		});

		it.each([
			['2026-02-30', 'That month ends with 2026-02-28.'],
			['2026-11-31', 'That month ends with 2026-11-30.'],
			['07.12.2026', 'Give 2026-12-07.'],
			['12/14/2026', 'Give 2026-12-14.'],
			['07/12/2026', 'Give 2026-07-12 or 2026-12-07.'],
			['7.12.', 'Give a date such as'],
			['tomorrow', 'Give a date such as'],
		])('refuses %p for a date and says what it most likely means', async (text, remedy) => {
			await editor.form.type('date', text);

			expect(await editor.form.read('date')).toBe(text);
			const { title, description } = await editor.step.executeInVain(`'Date' is '${text}'`);
			expect(`${title} ${description}`).toContain(remedy);
			expect(description).not.toContain('expression');
			expect(stage.service.books.all()).toEqual([]);
		});

		it.each([
			['12.50', 12.5],
			['-3', -3],
		])('takes %p for an amount', async (text, amount) => {
			await editor.form.type('date', '2026-11-21');
			await editor.form.type('amount', text);

			expect(await execute()).toMatchObject([{ amount }]);
		});

		it.each([
			['12,50', 'Write 12.50'],
			['12.345', 'Give 12345 or 12.35'],
		])('refuses %p for an amount and says what it most likely means', async (text, remedy) => {
			await editor.form.type('amount', text);

			expect(await editor.form.read('amount')).toBe(text);
			const { title, description } = await editor.step.executeInVain(`'Amount' is '${text}'`);
			expect(`${title} ${description}`).toContain(remedy);
			expect(stage.service.books.all()).toEqual([]);
		});

		it('marks an empty amount before anything runs', async () => {
			expect(await editor.form.isMarked('amount')).toBe(false);

			await editor.form.type('amount', '');

			expect(await editor.form.isMarked('amount')).toBe(true);
		});
	});

	describe('into Update Fields', () => {
		const { amount, date } = saved;

		beforeAll(async () => {
			const updateFields = { amount, date };
			await openNode({ operation: 'update', serviceId: chooseById('si-9'), updateFields });
		});

		beforeEach(() => {
			stage.service.books.add('RES-1001', {
				id: 'si-9',
				amount,
				date: '2026-12-05',
				description: 'Spa',
			});
		});

		it('takes an amount and a date', async () => {
			await editor.form.type('amount', '89.90');
			await editor.form.type('date', '2026-11-21');
			await editor.step.start();

			await repeatUntil('the item is changed', () =>
				stage.service.books
					.all()
					.find((item) => item.amount === 89.9 && item.date === '2026-11-21'),
			);
		});

		it('refuses a day that does not exist', async () => {
			await editor.form.type('date', '2026-02-30');

			const { title } = await editor.step.executeInVain(`'Date' is '2026-02-30'`);
			expect(title).toContain('which is not a date');
			expect(stage.service.books.all()).toMatchObject([{ date: '2026-12-05' }]);
		});

		it('refuses a comma', async () => {
			await editor.form.type('date', '2026-11-21');
			await editor.form.type('amount', '89,90');

			const { title, description } = await editor.step.executeInVain(`'Amount' is '89,90'`);
			expect(`${title} ${description}`).toContain('Write 89.90');
			expect(stage.service.books.all()).toMatchObject([{ amount }]);
		});
	});

	async function openNode(parameters: Record<string, unknown>): Promise<void> {
		const node = serviceItemNode('Charge', stage.credential, parameters);
		await editor.canvas.openWorkflow(await stage.api.createWorkflow(chainNodes('Typed', node)));
		await editor.canvas.openNode('Charge');
	}

	/** Executes the open node. @returns the books, in which nothing was before */
	async function execute() {
		await editor.step.start();
		return await repeatUntil('a charge has arrived', () => {
			const items = stage.service.books.all();
			return items.length > 0 ? items : undefined;
		});
	}
});
