import type { MiniatureService } from '../service/miniatureService';
import { startMiniatureService } from '../service/miniatureService';
import { everyOperation, expectEveryOperation } from './support/everyOperation';
import { N8nCli } from './support/n8nCli';
import { createUserFolder, removeUserFolder } from './support/n8nFolder';
import { credentialFor, readInstance } from './support/stage';

const id = 'credential-1';

describe('the packed package, installed as a community package and run from n8n’s command line', () => {
	let service: MiniatureService;
	let userFolder: string;
	let cli: N8nCli;

	beforeAll(async () => {
		const { host, packageFolder } = readInstance();
		service = await startMiniatureService();
		userFolder = createUserFolder(packageFolder);
		cli = new N8nCli(host, userFolder);
		const credential = credentialFor(service);
		await cli.importCredential({ id, ...credential });
		const workflow = everyOperation({ id, name: credential.name });
		await cli.importWorkflow({ id: 'workflow-1', ...workflow });
	});

	afterAll(async () => {
		await service.stop();
		removeUserFolder(userFolder);
	});

	it('does what every operation says, with one login', async () => {
		expectEveryOperation(await cli.execute('workflow-1'));

		expect(service.books.all('RES-1')).toHaveLength(1);
		expect(service.log.tokenExchanges()).toBe(1);
	});

	it('keeps the token, so that a restarted n8n makes no token call', async () => {
		service.log.clear();
		service.books.clear();

		expectEveryOperation(await cli.execute('workflow-1'));

		expect(service.log.tokenExchanges()).toBe(0);
	});
});
