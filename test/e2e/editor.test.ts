import { demoBookings } from '../service/demoBookings';
import type { MiniatureService } from '../service/miniatureService';
import { DEFAULT_ACCOUNT, startMiniatureService } from '../service/miniatureService';
import { useEditor } from './support/editor/editor';
import { repeatUntil } from './support/repeatUntil';

const nodeName = 'Reservation Service Item';
const create = 'Create service item (charge or extra)';
const charge = { amount: '35', date: '2026-12-07', description: 'Late checkout until 14:00' };
const picker = ['node-execute-button', 'node-credentials-select', 'rlc-input', 'rlc-item'];

/** One user's first half hour: the steps build on each other. */
describe('the editor in a browser', () => {
	let service: MiniatureService;
	const editor = useEditor();

	beforeAll(async () => {
		service = await startMiniatureService();
		for (const { reservationId, ...item } of demoBookings('2026-12-04')) {
			service.books.add(reservationId, item);
		}
	});

	afterAll(() => service.stop());

	it('finds the node by what it is for, and by its name', async () => {
		await editor.nodeCreator.openInNewWorkflow();

		expect(await editor.nodeCreator.search('upsell', nodeName)).toEqual([nodeName]);
		expect((await editor.nodeCreator.search(nodeName, nodeName))[0]).toBe(nodeName);
	});

	it.each([
		...['late check out', 'refund', 'discount', 'cleaning', 'housekeeping'],
		...['parking', 'restaurant', 'laundry', 'city tax', 'payment'],
	])('finds it by %p', async (word) => {
		expect(await editor.nodeCreator.search(word, nodeName)).toContain(nodeName);
	});

	it('adds it to the canvas by one of its actions', async () => {
		await editor.nodeCreator.openInNewWorkflow();
		await editor.nodeCreator.search('late checkout', nodeName);
		await editor.nodeCreator.add(nodeName, 'Get service item');
	});

	it('asks for address, account and key in the credential, and lets it be saved only with all of them', async () => {
		const { credential } = editor;
		await credential.openNew();
		expect(await credential.readRequiredFields()).toEqual(['Base URL', 'Account ID', 'API Key']);

		await credential.fill({ baseUrl: 'api.example.com/v1', accountId: DEFAULT_ACCOUNT.accountId });
		expect(await credential.isSavable()).toBe(false);
		await credential.type('apiKey', 'not-the-key');
		expect(await credential.isSavable()).toBe(true);
	});

	it('shows five examples under Custom API Format, marks one that is no JSON, and hides them again', async () => {
		const { credential } = editor;
		const examples = ['createBody', 'updateBody', 'listQuery', 'listResponse', 'requestHeaders'];
		await credential.toggle('customApiFormat');
		const labels = ['Create Body', 'Update Body', 'List Query', 'List Response', 'Request Headers'];
		for (const label of labels) await credential.waitForField(label);

		await credential.typeExample('listQuery', 'booking');
		await credential.waitForMark('listQuery');
		expect(await credential.readMarked(examples)).toEqual(['listQuery']);

		await credential.typeExample('listQuery', '{}');
		await repeatUntil('no field is marked', async () => {
			const marked = await credential.readMarked(examples);
			return marked.length === 0 || undefined;
		});
		await editor.camera.takeTallPicture('custom-api-format', ['editCredential-modal'], 2300);
		await credential.toggle('customApiFormat');
	});

	it('tells what to change about an address', async () => {
		await editor.credential.save();

		const remedy = 'must start with https://, for example https://api.example.com/v1';
		expect(await editor.credential.readRefusal(remedy)).toContain(`'Base URL' in the`);
		expect(service.log.count()).toBe(0);
	});

	it('refuses a wrong key in the service’s own words', async () => {
		await editor.credential.fill({ baseUrl: service.url });
		await editor.credential.save();

		const word = 'the key does not belong to it';
		expect(await editor.credential.readRefusal(word)).toContain(word);
		await editor.camera.takePicture('credential-refused', ['editCredential-modal']);
	});

	it('tests the credential green once the key is right', async () => {
		await editor.credential.fill({ apiKey: DEFAULT_ACCOUNT.key });
		await editor.credential.save();
		await editor.credential.reopen();

		expect(await editor.credential.readSuccess()).toContain('Connection tested successfully');
		await editor.camera.takeTallPicture('credential-tested', ['editCredential-modal'], 1350);
		await editor.credential.close();
	});

	it('lists the service items of the reservation and filters them', async () => {
		await editor.form.fill('reservationId', 'RES-1001');

		expect(await editor.picker.open()).toHaveLength(4);
		await editor.camera.takePicture('pick-a-service-item', picker, 16);
		expect(await editor.picker.search('Spa')).toEqual([
			expect.stringMatching(/Spa treatment, 60 minutes/),
		]);
	});

	it('executes the step with the chosen service item and shows the output', async () => {
		await editor.picker.pick('Spa treatment');

		expect(await editor.step.execute()).toEqual([
			expect.objectContaining({
				reservationId: 'RES-1001',
				description: 'Spa treatment, 60 minutes',
				amount: '89.5',
				date: '2026-12-05',
			}),
		]);
	});

	it('makes a charge by a search, four fields and a click', async () => {
		await editor.nodeCreator.openInNewWorkflow();
		await editor.nodeCreator.search('late checkout', nodeName);
		await editor.camera.takePicture('first-charge-1', ['node-creator']);

		await editor.nodeCreator.addFirst(create);
		expect(await editor.form.readChoice('resource')).toBe('Service Item');
		expect(await editor.form.readChoice('operation')).toBe('Create');
		await editor.form.type('reservationId', 'RES-1002');
		await editor.form.type('amount', charge.amount);
		await editor.form.type('date', charge.date);
		await editor.form.type('description', charge.description);
		await editor.camera.takePicture('first-charge-2', ['node-execute-button', 'node-parameters']);

		const [row] = await editor.step.execute();
		expect(row).toMatchObject({ reservationId: 'RES-1002', ...charge });
		await editor.camera.takePicture('first-charge-3', ['output-panel']);

		await editor.canvas.closeNode();
		await editor.canvas.waitForGreenCheck(create);
		await editor.camera.takeCanvasPicture('first-charge-4');
		expect(service.books.all('RES-1002').slice(3)).toMatchObject([{ ...charge, amount: 35 }]);
	});
});
