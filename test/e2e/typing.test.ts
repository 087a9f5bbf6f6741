import { useChargeStage } from './support/chargeStage';
import { useEditor } from './support/editor/editor';
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
		])('takes %p for a date', async (text, date) => {
			await editor.form.type('date', text);

			expect(await editor.form.read('date')).toBe(text);
			expect(await execute()).toMatchObject([{ date }]);
		});

		it.each([
			['2026-02-30', 'That month ends with 2026-02-28.'],
			['07.12.2026', 'Give 2026-12-07.'],
			['tomorrow', 'Give a date such as'],
		])('refuses %p for a date and says what it most likely means', async (text, remedy) => {
			await editor.form.type('date', text);

			expect(await editor.form.read('date')).toBe(text);
			expect(await readRefusal(`'Date' is '${text}'`, remedy)).not.toContain('expression');
		});

		it('takes a negative amount', async () => {
			await editor.form.type('date', '2026-11-21');
			await editor.form.type('amount', '-12.50');

			expect(await execute()).toMatchObject([{ amount: -12.5 }]);
		});

		it('refuses a comma in an amount and says what it most likely means', async () => {
			await editor.form.type('amount', '12,50');

			expect(await editor.form.read('amount')).toBe('12,50');
			await readRefusal("'Amount' is '12,50'", 'Write 12.50');
		});

		it('gives the expression that converts a date, which does when typed in', async () => {
			await editor.form.type('amount', '12.50');
			await editor.form.typeExpression('date', '$json.date');
			const conversion = "DateTime.fromFormat($json.date, 'd.M.yyyy')";
			await readRefusal("'Date' is '21.11.2026', which is not a date", `{{ ${conversion} }}`);

			await editor.form.typeExpression('date', conversion);
			expect(await execute()).toMatchObject([{ date: '2026-11-21', amount: 12.5 }]);
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
	});

	async function openNode(parameters: Record<string, unknown>): Promise<void> {
		const input = {
			name: 'Input',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: "return [{ json: { date: '21.11.2026' } }];" },
		};
		const node = serviceItemNode('Charge', stage.credential, parameters);
		const workflow = chainNodes('Typed', input, node);
		await editor.canvas.openWorkflow(await stage.api.createWorkflow(workflow));
		await editor.canvas.openNode('Charge');
	}

	/** Executes the open node in vain. @returns what its panel says below the title, nothing twice */
	async function readRefusal(title: string, remedy: string): Promise<string> {
		const panel = await editor.step.executeInVain(title);
		expect(panel.title).not.toMatch(/[.!?] /);
		expect(panel.description).toContain(remedy);
		const sentences = `${panel.title}. ${panel.description}`.split(/[.:] +/);
		expect(new Set(sentences).size).toBe(sentences.length);
		expect(stage.service.books.all()).toEqual([]);
		return panel.description;
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
