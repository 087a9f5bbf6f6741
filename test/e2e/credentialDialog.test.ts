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
		await editor.startWorkflow();
		await editor.searchNodes('late checkout', nodeName);
		await editor.addNode(nodeName, 'Get service item');
		await editor.startCredential();
	});

	afterAll(() => service.stop());

	it('asks for address, account and key, and for nothing else', async () => {
		expect(await editor.readRequiredCredentialFields()).toEqual([
			'Base URL',
			'Account ID',
			'API Key',
		]);
	});

	it('is saved only with all of them', async () => {
		await editor.typeCredential('baseUrl', 'api.example.com/v1');
		await editor.typeCredential('accountId', DEFAULT_ACCOUNT.accountId);
		expect(await editor.isCredentialSavable()).toBe(false);

		await editor.typeCredential('apiKey', DEFAULT_ACCOUNT.key);
		expect(await editor.isCredentialSavable()).toBe(true);
	});

	it.each([
		['api.example.com/v1', `must start with https://, for example ${ADDRESS}`],
		['api.example.com/v1/token', 'must start with https://'],
		[`${ADDRESS}/token`, `ends in /token. Leave that off: ${ADDRESS}`],
		[`${ADDRESS}/services`, `ends in /services. Leave that off: ${ADDRESS}`],
		[`${ADDRESS}/services/`, `ends in /services. Leave that off: ${ADDRESS}`],
		[`${ADDRESS}?key=1`, `has a query (?). Leave that off: ${ADDRESS}`],
		[`${ADDRESS}#login`, `has a fragment (#). Leave that off: ${ADDRESS}`],
	])('tells what to change about %s', async (address, remedy) => {
		await editor.typeCredential('baseUrl', address);
		await editor.saveCredential();

		expect(await editor.readCredentialRefusal(remedy)).toContain(`'Base URL' in the`);
		expect(service.log.count()).toBe(0);
	});

	it('keeps what was typed for each environment, and uses the one that is chosen', async () => {
		await editor.typeCredential('baseUrl', `${ADDRESS}/services`);
		await editor.chooseInCredential('environment', 'Test');

		expect(await editor.readRequiredCredentialFields()).toEqual([
			'Test Base URL',
			'Account ID',
			'API Key',
		]);
		expect(await editor.isCredentialSavable()).toBe(false);
		await editor.typeCredential('testBaseUrl', service.url);
		await editor.chooseInCredential('environment', 'Production');
		expect(await editor.readCredential('baseUrl')).toBe(`${ADDRESS}/services`);

		await editor.chooseInCredential('environment', 'Test');
		expect(await editor.readCredential('testBaseUrl')).toBe(service.url);
		expect(await editor.readCredential('accountId')).toBe(DEFAULT_ACCOUNT.accountId);
		await editor.saveCredential();
		await editor.reopenCredential();
		expect(await editor.readCredentialSuccess()).toContain('Connection tested successfully');
		expect(service.log.tokenExchanges()).toBeGreaterThan(0);
	});

	it('shows both addresses again when it is opened later', async () => {
		expect(await editor.readCredential('testBaseUrl')).toBe(service.url);
		await editor.chooseInCredential('environment', 'Production');
		expect(await editor.readCredential('baseUrl')).toBe(`${ADDRESS}/services`);
	});
});
