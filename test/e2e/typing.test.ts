import { Editor } from './support/editor/editor';
import { repeatUntil } from './support/repeatUntil';
import { useStage } from './support/stage';
import { chainNodes, serviceItemNode } from './support/workflows';

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
	const stage = useStage();
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.open();
		const workflow = chainNodes('Typed', serviceItemNode('Charge', stage.credential, saved));
		await editor.openWorkflow(await stage.api.createWorkflow(workflow));
		await editor.openNode('Charge');
	});

	afterAll(() => editor?.close());

	it('takes a date with a time, and a negative amount', async () => {
		await editor.form.type('date', ' 2026-11-21 15:00');
		await editor.form.type('amount', '-12.50');

		expect(await editor.form.read('date')).toBe(' 2026-11-21 15:00');
		expect(await execute()).toMatchObject([{ date: '2026-11-21', amount: -12.5 }]);
	});

	it.each([
		['amount', '12,50', 'Write 12.50'],
		['date', '2026-02-30', 'Give 2026-02-28.'],
		['date', '07.12.2026', 'Give 2026-12-07.'],
	])('refuses the %s %p and says what it most likely means', async (name, text, remedy) => {
		await editor.form.type('amount', '12.50');
		await editor.form.type(name, text);

		expect(await editor.form.read(name)).toBe(text);
		const title = `'${name === 'date' ? 'Date' : 'Amount'}' is '${text}'`;
		const description = await editor.step.executeInVain(title);
		expect(description).toContain(remedy);
		expect(description).not.toContain('expression');
		expect(stage.service.books.all()).toEqual([]);
	});

	it('marks an empty amount before anything runs', async () => {
		expect(await editor.form.isMarked('amount')).toBe(false);
		await editor.form.type('amount', '');
		expect(await editor.form.isMarked('amount')).toBe(true);
	});

	/** Executes the open node. @returns the books, in which nothing was before */
	async function execute() {
		await editor.step.start();
		return await repeatUntil('a charge has arrived', () => {
			const items = stage.service.books.all();
			return items.length > 0 ? items : undefined;
		});
	}
});
