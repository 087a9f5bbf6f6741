import type { MiniatureService } from '../service/miniatureService';
import { DEFAULT_ACCOUNT, startMiniatureService } from '../service/miniatureService';
import { useEditor } from './support/editorStage';

const nodeName = 'Reservation Service Item';
const ADDRESS = 'https://api.example.com/v1';

/** The dialog as somebody meets it who has a sheet of paper with an address, an account and a key. */
describe('the credential dialog', () => {
	let service: MiniatureService;
	const editor = useEditor();

	beforeAll(async () => {
		service = await startMiniatureService();
		await editor.nodeCreator.openInNewWorkflow();
		await editor.nodeCreator.search('late checkout', nodeName);
		await editor.nodeCreator.add(nodeName, 'Get service item');
		await editor.credential.openNew();
	});

	afterAll(() => service.stop());

	it('asks for address, account and key, and for nothing else', async () => {
		expect(await editor.credential.readRequiredFields()).toEqual([
			'Base URL',
			'Account ID',
			'API Key',
		]);
	});

	it('is saved only with all of them', async () => {
		await editor.credential.type('baseUrl', 'api.example.com/v1');
		await editor.credential.type('accountId', DEFAULT_ACCOUNT.accountId);
		expect(await editor.credential.isSavable()).toBe(false);

		await editor.credential.type('apiKey', DEFAULT_ACCOUNT.key);
		expect(await editor.credential.isSavable()).toBe(true);
	});

	it.each([
		['api.example.com/v1', `must start with https://, for example ${ADDRESS}`],
		[`${ADDRESS}/token`, `ends in /token. Leave that off: ${ADDRESS}`],
	])('tells what to change about %s', async (address, remedy) => {
		await editor.credential.type('baseUrl', address);
		await editor.credential.save();

		expect(await editor.credential.readRefusal(remedy)).toContain(`'Base URL' in the`);
		expect(service.log.count()).toBe(0);
	});

	it('keeps both addresses, and uses that of the environment that is chosen', async () => {
		await editor.credential.type('baseUrl', `${ADDRESS}/services`);
		await editor.credential.type('testBaseUrl', service.url);
		await editor.credential.chooseOption('environment', 'Test');
		await editor.credential.save();
		await editor.credential.reopen();

		expect(await editor.credential.readSuccess()).toContain('Connection tested successfully');
		expect(await editor.credential.read('baseUrl')).toBe(`${ADDRESS}/services`);
		expect(service.log.tokenExchanges()).toBeGreaterThan(0);
	});

	it('shows five examples under Custom API Format', async () => {
		await editor.credential.switchOn('customApiFormat');

		for (const label of [
			'Create Body',
			'Update Body',
			'List Query',
			'List Response',
			'Request Headers',
		]) {
			await editor.credential.waitForField(label);
		}
	});
});
