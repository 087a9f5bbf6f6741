import { DEFAULT_ACCOUNT } from '../../service/miniatureService';
import { findFreePort } from '../support/freePort';
import { useChargeStage } from '../support/chargeStage';
import type { ExecutionResult } from '../support/execution';
import {
	chainNodes,
	credentialType,
	readJson,
	serviceItemNode,
	triggerName,
} from '../support/workflows';

const charge = {
	operation: 'create',
	reservationId: 'RES-1',
	amount: '35',
	date: '2026-12-07',
	description: 'Late checkout',
};

describe('a charge', () => {
	const stage = useChargeStage();

	it.each([
		['expired', () => stage.service.tokens.expireAll()],
		['revoked', () => stage.service.tokens.revokeAll()],
	])('is made once, with one login, after the token was %s', async (_, arrange) => {
		await chargeWith({});
		arrange();
		stage.service.log.clear();
		stage.service.books.clear();

		const result = await chargeWith({});

		expect(readJson(result, 'Charge')).toMatchObject([{ amount: 35 }]);
		expect(stage.service.books.all('RES-1')).toHaveLength(1);
		expect(stage.service.log.tokenExchanges()).toBe(1);
	});

	it('is refused with a wrong key, after one login, in the service’s words', async () => {
		const result = await chargeWith({ apiKey: 'not-the-key' });

		expect(panelOf(result)).toEqual([
			'The service refused the login: Account hotel-1 does not exist or the key does not belong to it',
			"Check 'Account ID' and 'API Key' in the credential. Check that both belong together and to the chosen environment. A key that was replaced or withdrawn has to be entered anew.",
		]);
		expect(stage.service.log.count()).toBe(1);
	});

	it('is refused without the scope, and says which', async () => {
		stage.service.accounts.add({ accountId: 'narrow', key: 'key', scopes: ['services:read'] });

		const result = await chargeWith({ accountId: 'narrow', apiKey: 'key' });

		expect(panelOf(result)).toEqual([
			"The API key's scope does not include this operation: The key lacks the scope services:create",
			'A new API key with the needed scope is required. The scopes of an API key are fixed when it is generated, so a new API key with the needed scope has to be generated and put into the credential.',
		]);
		expect(stage.service.books.all('RES-1')).toHaveLength(0);
	});

	it('is not sent where nothing listens, and says so', async () => {
		const result = await chargeWith({ baseUrl: `http://127.0.0.1:${await findFreePort()}` });

		expect(panelOf(result)).toEqual([
			'No access token could be fetched: the service refused the connection',
			'Check address and port in the Reservation Service credential, or try again when the service is up. The login at POST /token comes before everything else, so nothing was sent yet.',
		]);
	});

	it('that is not answered in time may or may not have been made', async () => {
		stage.service.faults.add({ kind: 'hangAfter', method: 'POST', path: /^\/services/ });

		const result = await chargeWith({}, { timeout: 500 });

		expect(panelOf(result)).toEqual([
			"The service item may or may not have been created on reservation 'RES-1': the service did not answer in time",
			"Look at the reservation before creating it again, and set 'Prevent Duplicates' to have this checked for you. It was not sent again, so that the guest is not charged twice. Get Many shows whether it is there. Or set 'Prevent Duplicates', save, and retry this execution with the currently saved workflow: only what is missing is created then.",
		]);
		expect(stage.service.books.all('RES-1')).toHaveLength(1);
	});

	/** @param changed of the credential; without any, the one that has been used before */
	async function chargeWith(changed: object, options: object = {}): Promise<ExecutionResult> {
		const credential = Object.keys(changed).length > 0 ? await save(changed) : stage.credential;
		const node = serviceItemNode('Charge', credential, { ...charge, options });
		const workflow = await stage.api.createWorkflow(chainNodes('One charge', node));
		return await stage.api.runWorkflow(workflow, triggerName);
	}

	async function save(changed: object): Promise<{ id: string; name: string }> {
		const name = 'Another';
		const { accountId, key } = DEFAULT_ACCOUNT;
		const data = { baseUrl: stage.service.url, accountId, apiKey: key, ...changed };
		const id = await stage.api.createCredential({ name, type: credentialType, data });
		return { id, name };
	}
});

/** What the error panel shows: the title, and below it the description. */
function panelOf(result: ExecutionResult): Array<string | undefined> {
	const { error } = result.data.resultData;
	return [error?.message, error?.description];
}
