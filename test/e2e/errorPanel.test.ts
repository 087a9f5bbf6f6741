import { useChargeStage } from './support/chargeStage';
import { useEditor } from './support/editorStage';
import type { WorkflowFile } from './support/workflowFile';
import { repeatUntil } from './support/repeatUntil';
import { chainNodes, chooseById, serviceItemNode } from './support/workflows';

const charge = { reservationId: 'RES-1001', amount: 35, description: 'Late checkout' };

/** What stands in the panel of a node that has stopped, where people look for what to do next. */
describe('the error panel', () => {
	const stage = useChargeStage();
	const editor = useEditor();

	it.each([
		['21.11.2026', "DateTime.fromFormat($json.date, 'd.M.yyyy')"],
		['11/21/2026', "DateTime.fromFormat($json.date, 'M/d/yyyy')"],
	])(
		'gives the expression that converts %s, which does when typed in',
		async (date, expression) => {
			await openCharge([{ date }]);
			await editor.form.typeExpression('date', '$json.date');
			const panel = await executeInVain(`'Date' is '${date}', which is not a date`);
			expect(panel.description).toContain(`{{ ${expression} }}`);

			await editor.form.typeExpression('date', expression);
			await editor.step.start();
			await repeatUntil('the charge is made', () => stage.service.books.all()[0]);
			expect(stage.service.books.all()).toMatchObject([{ ...charge, date: '2026-11-21' }]);
		},
	);

	it('says that an expression gave nothing, and for which item', async () => {
		const date = '2026-11-21';
		await openCharge([{ date }, { date }, { date }, { day: date }]);
		await editor.form.typeExpression('date', '$json.date');

		const { description } = await executeInVain("'Date' is empty");
		expect(description).toContain('The expression gave nothing for item 3');
		expect(stage.service.books.all()).toEqual([]);
	});

	it('says what was not found once', async () => {
		await openNode({ operation: 'get', serviceId: chooseById('si-404') });

		const { description } = await executeInVain("'si-404' was not found");
		expect(description).toMatch(/Check|Look/);
	});

	/** Executes the open node. @returns what its panel says, of which nothing stands there twice */
	async function executeInVain(title: string) {
		const panel = await editor.step.executeInVain(title);
		expect(panel.title).not.toMatch(/[.!?] /);
		const sentences = `${panel.title}. ${panel.description}`.split(/[.:] +/);
		expect(new Set(sentences).size).toBe(sentences.length);
		expect(panel.description).not.toContain(panel.title);
		return panel;
	}

	async function openCharge(items: object[]): Promise<void> {
		const input = {
			name: 'Input',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(items)};` },
		};
		await openNode({ operation: 'create', ...charge }, input);
	}

	async function openNode(
		parameters: Record<string, unknown>,
		...before: WorkflowFile['nodes']
	): Promise<void> {
		const node = serviceItemNode('Charge', stage.credential, parameters);
		await editor.canvas.openWorkflow(
			await stage.api.createWorkflow(chainNodes('Stopped', ...before, node)),
		);
		await editor.canvas.openNode('Charge');
	}
});
