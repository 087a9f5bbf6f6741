import { demoBookings } from '../service/demoBookings';
import { useChargeStage } from './support/chargeStage';
import { useEditor } from './support/editorStage';

const nodeName = 'Reservation Service Item';
const action = 'Create service item (charge or extra)';
const charge = { amount: '35', date: '2026-12-07', description: 'Late checkout until 14:00' };

/** From the search for a node to the green check, as somebody does it who has a credential already. */
describe('the first charge, made in the editor', () => {
	const stage = useChargeStage();
	const editor = useEditor();

	beforeEach(() => {
		for (const { reservationId, ...item } of demoBookings('2026-12-04')) {
			stage.service.books.add(reservationId, item);
		}
	});

	it('takes a search, four fields and a click', async () => {
		await editor.nodeCreator.openInNewWorkflow();
		await editor.nodeCreator.search('late checkout', nodeName);
		await editor.camera.takePicture('first-charge-1', ['node-creator']);

		await editor.nodeCreator.addFirst(action);
		await editor.credential.choose(stage.credential.name);
		await editor.form.type('reservationId', 'RES-1002');
		await editor.form.type('amount', charge.amount);
		await editor.form.type('date', charge.date);
		await editor.form.type('description', charge.description);
		await editor.camera.takePicture('first-charge-2', ['node-execute-button', 'node-parameters']);

		const [row] = await editor.step.execute();
		expect(row).toMatchObject({ reservationId: 'RES-1002', ...charge });
		await editor.camera.takePicture('first-charge-3', ['output-panel']);

		await editor.canvas.closeNode();
		await editor.canvas.waitForGreenCheck(action);
		await editor.camera.takeCanvasPicture('first-charge-4');
		expect(stage.service.books.all('RES-1002').slice(3)).toEqual([
			expect.objectContaining({ ...charge, reservationId: 'RES-1002', amount: 35 }),
		]);
	});
});
