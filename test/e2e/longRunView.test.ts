import { useChargeStage } from './support/chargeStage';
import { chargeNode, chargesNode, makeCharges } from './support/charges';
import { useEditor } from './support/editorStage';
import { repeatUntil } from './support/repeatUntil';
import { chainNodes } from './support/workflows';

describe('a run of 300 charges, watched in the editor', () => {
	const stage = useChargeStage();
	const editor = useEditor();

	it('tells how far it is', async () => {
		const { service, api, credential } = stage;
		service.latencyMs = 100;
		const charges = makeCharges('RES', 300, 60);
		const nodes = [chargesNode(charges), chargeNode(credential, {})];
		await editor.canvas.openWorkflow(
			await api.createWorkflow(chainNodes('Three hundred', ...nodes)),
		);

		await editor.canvas.startExecution();

		const lines = await editor.waitForConsole(/Charge: \d+ of 300 items done/, 3);
		expect(lines.map((line) => /\d+ of 300/.exec(line)?.[0])).toEqual([
			'30 of 300',
			'60 of 300',
			'90 of 300',
		]);
		await editor.camera.takeCanvasPicture('run-of-300');
		await editor.camera.keepText('run-of-300', lines);
		service.latencyMs = 0;
		await repeatUntil('all are made', () => service.books.changes.created === 300 || undefined);
	});
});
