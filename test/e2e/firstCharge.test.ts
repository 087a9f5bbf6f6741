import { useChargeStage } from './support/chargeStage';
import { useEditor } from './support/editorStage';

const nodeName = 'Reservation Service Item';
const action = 'Create service item (charge or extra)';
const charge = { amount: '35', date: '2026-12-07', description: 'Late checkout until 14:00' };

/** From the search for a node to the green check, as somebody does it who has a credential already. */
describe('the first charge, made in the editor', () => {
	const stage = useChargeStage();
	const editor = useEditor();

	it('takes a search, four fields and a click', async () => {
		await editor.startWorkflow();
		await editor.searchNodes('late checkout', nodeName);
		await editor.takePicture('first-charge-1', ['node-creator']);

		await editor.addNode(nodeName, action);
		await editor.chooseCredential(stage.credential.name);
		await editor.typeParameter('reservationId', 'RES-1002');
		await editor.typeParameter('amount', charge.amount);
		await editor.typeParameter('date', charge.date);
		await editor.typeParameter('description', charge.description);
		await editor.takePicture('first-charge-2', ['node-execute-button', 'node-parameters']);

		const [row] = await editor.executeStep();
		expect(row).toMatchObject({ reservationId: 'RES-1002', ...charge });
		await editor.takePicture('first-charge-3', ['output-panel']);

		await editor.closeNode();
		await editor.waitForGreenCheck(action);
		await editor.takeCanvasPicture('first-charge-4');
		expect(stage.service.books.all()).toEqual([
			expect.objectContaining({ ...charge, reservationId: 'RES-1002', amount: 35 }),
		]);
	});
});
