import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { ExpressionError, UserError } from 'n8n-workflow';

import type { Accounts } from '../../../../../nodes/shared/reservation/accounts';
import { openAccounts } from '../../../../../nodes/shared/reservation/accounts';
import { openFormSession } from '../../../../../nodes/shared/reservation/formSession';
import { accessWith } from '../../../support/access';
import { node } from '../../../support/node';
import { rejectionOf } from '../../../support/thrown';

type Data = ICredentialDataDecryptedObject;

const COMMON: Data = { ...accessWith({ accountId: 'harbour-inn' }) };
const PER_INPUT: Data = { ...COMMON, perInput_accountId: '' };

/** A node whose credential comes out like this for its input items, one after the other. */
function nodeWith(...credentials: Array<Data | Error>): IExecuteFunctions {
	return {
		getNode: () => node,
		getTimezone: () => 'Europe/Berlin',
		getInputData: () => credentials.map(() => ({ json: {} })),
		getCredentials: async (_type: string, itemIndex = 0) => {
			const data = credentials[itemIndex];
			if (data instanceof Error) throw data;
			return await Promise.resolve({ ...data });
		},
	} as unknown as IExecuteFunctions;
}

/** The accounts of the items, by the name of their session's account; or the words of why there is none. */
function namesOf(accounts: Accounts, count: number): string[] {
	return Array.from({ length: count }, (_, itemIndex) => {
		const session = accounts.of(itemIndex);
		return session instanceof Error ? session.message : session.client.account;
	});
}

it('one credential for all is one session', async () => {
	const accounts = await openAccounts(nodeWith(COMMON, COMMON, COMMON), {});

	expect(accounts.sessions).toHaveLength(1);
	for (const item of [0, 1, 2]) expect(accounts.of(item)).toBe(accounts.sessions[0]);
	expect(accounts.of(3)).toEqual(new Error('There is no input item 3'));
});

it('every account has one session, whichever items use it', async () => {
	const inn = { ...PER_INPUT, accountId: 'inn' };
	const beach = { ...PER_INPUT, accountId: 'beach' };
	const accounts = await openAccounts(nodeWith(inn, beach, inn, beach), {});

	expect(accounts.sessions).toHaveLength(2);
	expect(accounts.of(2)).toBe(accounts.of(0));
	expect(accounts.of(3)).toBe(accounts.of(1));
	expect(new Set(namesOf(accounts, 4)).size).toBe(2);
});

it('a token that was renewed meanwhile does not make another account', async () => {
	const renewed = { ...PER_INPUT, accessToken: 'T2', accessTokenFingerprint: 'other' };
	const accounts = await openAccounts(nodeWith(PER_INPUT, renewed), {});

	expect(accounts.sessions).toHaveLength(1);
	expect(accounts.of(1)).toBe(accounts.of(0));
});

it.each([
	['apiKey', 'another-key', 'API Key'],
	['requestHeaders', '{"Hotel":"2"}', 'Request Headers'],
	['accountConcurrency', 3, 'Requests at a Time \\(0 for No Limit\\)'],
])('an account with another %s for an item is refused by name', async (name, value, label) => {
	const other = { ...PER_INPUT, [name]: value };
	const accounts = await openAccounts(nodeWith(PER_INPUT, other, PER_INPUT), {});

	const refusal = accounts.of(1);
	expect(refusal).toBeInstanceOf(UserError);
	expect(refusal).toMatchObject({
		message: expect.stringMatching(
			new RegExp(`^'${label}' .*not the same for item 1 as for item 0`),
		) as string,
		description: expect.stringContaining('Nothing was sent') as string,
	});
	expect(accounts.of(2)).toBe(accounts.of(0));
	expect(accounts.sessions).toHaveLength(1);
});

it.each([
	[{ accountId: '' }, "'Account ID' in the Reservation Service credential is empty"],
	[{ apiKey: '' }, "'API Key' in the Reservation Service credential is empty"],
	[{ accountId: '', apiKey: '' }, "'Account ID' and 'API Key' in the .* are empty"],
])('an expression that gave nothing is named: %j', async (empty, message) => {
	const accounts = await openAccounts(nodeWith({ ...PER_INPUT, ...empty }, PER_INPUT), {});

	expect(accounts.of(0)).toMatchObject({ message: expect.stringMatching(message) as string });
	expect(accounts.of(1)).not.toBeInstanceOf(Error);
	expect(accounts.sessions).toEqual([accounts.of(1)]);
});

it('an expression that fails for an item stops no other', async () => {
	const failed = new ExpressionError('No path back to node');
	const accounts = await openAccounts(nodeWith(PER_INPUT, failed, PER_INPUT), {});

	expect(accounts.of(1)).toBeInstanceOf(UserError);
	expect(accounts.sessions).toEqual([accounts.of(0)]);
	expect(accounts.of(2)).toBe(accounts.of(0));
});

it('a credential that cannot be used is the error of every item that has it', async () => {
	const useless = { ...COMMON, customApiFormat: true, requestHeaders: 'not JSON' };
	const accounts = await openAccounts(nodeWith(useless, useless), {});

	expect(accounts.sessions).toEqual([]);
	expect(accounts.of(0)).toBeInstanceOf(Error);
	expect(accounts.of(1)).toBe(accounts.of(0));
});

it('the options of the node hold for all, and are refused by name', async () => {
	const accounts = await openAccounts(nodeWith(COMMON), { maxRetries: 7 });
	expect(accounts.sessions[0]).toMatchObject({ client: { maxRetries: 7 } });

	const error = await rejectionOf(openAccounts(nodeWith(COMMON), { maxRetries: -1 }));
	expect(error.message).toContain("'Max Retries'");
});

it('a session can have other settings of the API’s spelling', async () => {
	const [session] = (await openAccounts(nodeWith(COMMON), {})).sessions;
	const other = session?.withSettings({ customApiFormat: true, idField: 'uuid' });

	expect(other?.client.account).toBe(session?.client.account);
	expect(other?.wire).not.toEqual(session?.wire);
	expect(other?.wire.timeZone).toBe('Europe/Berlin');
});

describe('where there are no input items', () => {
	const remedy = 'Choose By ID.';
	const formOf = (credential: Data | Error): ILoadOptionsFunctions =>
		nodeWith(credential) as unknown as ILoadOptionsFunctions;

	it('the credential is opened as it is, with what holds by default', async () => {
		const session = await openFormSession(formOf(COMMON), remedy);
		expect(session).toMatchObject({ maxConcurrency: 10, client: { maxRetries: 3 } });
	});

	it.each([
		['whose expression may differ', PER_INPUT],
		['whose expression fails', new ExpressionError('No input')],
	])('a credential %s is none, and what to do is said', async (_, credential) => {
		const error = await rejectionOf(openFormSession(formOf(credential), remedy));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain(remedy);
	});

	it('what n8n says of a credential that it cannot read is passed on', async () => {
		const gone = new Error('Credential does not exist');
		expect(await rejectionOf(openFormSession(formOf(gone), remedy))).toBe(gone);
	});
});
