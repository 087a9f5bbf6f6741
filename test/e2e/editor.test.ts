import path from 'node:path';
import { demoBookings } from '../service/demoBookings';
import type { MiniatureService } from '../service/miniatureService';
import { DEFAULT_ACCOUNT, startMiniatureService } from '../service/miniatureService';
import { useEditor } from './support/editorStage';
import { readExample } from './support/exampleWorkflow';
import { logIn } from './support/instance';
import { repeatUntil } from './support/repeatUntil';
import { removeCredentials } from './support/serviceCredential';
import { credentialType } from './support/workflows';

const nodeName = 'Reservation Service Item';
const picker = ['node-execute-button', 'node-credentials-select', 'rlc-input', 'rlc-item'];
const example = path.join(__dirname, '..', '..', 'examples', 'add-late-checkout.json');

/** One user's first half hour: the steps build on each other. */
describe('the editor in a browser', () => {
	let service: MiniatureService;
	const editor = useEditor();

	beforeAll(async () => {
		await removeCredentials(await logIn(), 'Reservation Service account');
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

	it('adds Create service item by a search and two times Enter', async () => {
		await editor.nodeCreator.search('late checkout', nodeName);
		await editor.nodeCreator.addFirst('Delete service item permanently');

		expect(await editor.form.readChoice('resource')).toBe('Service Item');
		expect(await editor.form.readChoice('operation')).toBe('Create');
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

	it('runs the example workflow on the canvas', async () => {
		const api = await logIn();
		const { accountId, key } = DEFAULT_ACCOUNT;
		const data = { baseUrl: service.url, accountId, apiKey: key };
		const name = 'Reservation Service account';
		const id = await api.createCredential({ name, type: credentialType, data });
		const workflow = await api.createWorkflow(readExample(example, { id, name }));
		await editor.canvas.openWorkflow(workflow);

		expect(await editor.canvas.executeWorkflow()).toContain('Workflow executed successfully');
		expect(service.books.changes).toEqual({ created: 1, updated: 1, deleted: 0 });
	});
});
