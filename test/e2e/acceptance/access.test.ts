import { DEFAULT_ACCOUNT } from '../../service/miniatureService';
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

	it('is made once, with one login, after the token was revoked', async () => {
		await chargeWith({});
		stage.service.tokens.revokeAll();
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

	/** @param changed of the credential; without any, the one that has been used before */
	async function chargeWith(changed: object): Promise<ExecutionResult> {
		const credential = Object.keys(changed).length > 0 ? await save(changed) : stage.credential;
		const node = serviceItemNode('Charge', credential, charge);
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
