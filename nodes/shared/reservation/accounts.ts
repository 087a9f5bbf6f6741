import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { emptyFieldsOf, serviceAccessOf } from '../access/credential';
import { usesExpressions, labelOf } from '../credential/settings';
import { accountFingerprintOf } from '../access/fingerprint';
import { readInputCredentials } from '../client/inputCredentials';
import type { NodeCredential } from '../client/readCredential';
import { sendOptionsOf } from '../client/sendOptions';
import type { Session } from './session';
import { openSession } from './session';

/** The accounts of one run, each with a session of its own. */
export interface Accounts {
	sessions: Session[];
	/** The session of the account that an input item uses, or why it has none. */
	of: (itemIndex: number) => Session | Error;
}

/** What was opened for an account, and the credential as it came out for the first item that uses it. */
interface Opened {
	first: NodeCredential;
	session: Session | Error;
}

/** Changes from login to login, whoever it belongs to. */
const TOKEN_FIELDS = ['accessToken', 'accessTokenFingerprint'];

/**
 * Opens the accounts that the input items of a run use: one, unless the fields of the credential are expressions that differ
 * from item to item.
 *
 * @param options the node's options that hold for the whole run
 * @param signal aborted when the user stops the execution
 * @throws NodeOperationError naming the option that is no good, or what n8n says when it cannot read the credential
 */
export async function openAccounts(
	context: IExecuteFunctions,
	options: IDataObject,
	signal?: AbortSignal,
): Promise<Accounts> {
	const sendOptions = sendOptionsOf(options, context.getNode());
	const credentials = await readInputCredentials(context, context.getInputData().length);
	const byAccount = new Map<string, Opened>();
	const sessionFor = (credential: NodeCredential): Session | Error => {
		assertFilled(credential);
		const account = accountFingerprintOf(serviceAccessOf(credential.data));
		const opened = byAccount.get(account) ?? {
			first: credential,
			session: attempt(() => openSession(context, credential, sendOptions, signal)),
		};
		byAccount.set(account, opened);
		assertSameSettings(credential, opened.first);
		return opened.session;
	};
	const byCredential = new Map(
		[...new Set(credentials)].map((credential) => [
			credential,
			credential instanceof Error ? credential : attempt(() => sessionFor(credential)),
		]),
	);
	const ofItems = credentials.map((credential) => byCredential.get(credential));
	return {
		sessions: [...new Set(ofItems)].filter((session) => isSession(session)),
		of: (itemIndex) => ofItems[itemIndex] ?? new Error(`There is no input item ${itemIndex}`),
	};
}

function isSession(session: Session | Error | undefined): session is Session {
	return session !== undefined && !(session instanceof Error);
}

function attempt(open: () => Session | Error): Session | Error {
	try {
		return open();
	} catch (error) {
		return error as Error;
	}
}

/** What an expression did not give would only be noticed at the login, after other items have been sent. */
function assertFilled({ data }: NodeCredential): void {
	if (!usesExpressions(data)) return;
	const empty = emptyFieldsOf(serviceAccessOf(data));
	if (empty.length === 0) return;
	throw userError(
		`${empty.join(' and ')} in the Reservation Service credential ${empty.length > 1 ? 'are' : 'is'} empty. Look in the input whether the field that the expression names is there, and spelled like that`,
		'Nothing was sent to the service for this item.',
	);
}

/** One account is one session. With other settings for some items, nobody could tell what is whose: a header may choose the hotel. */
function assertSameSettings({ data, itemIndex }: NodeCredential, first: NodeCredential): void {
	if (data === first.data) return;
	const names = Object.keys({ ...first.data, ...data });
	const differing = names.find((name) => !isSame(name, data, first.data));
	if (differing === undefined) return;
	throw userError(
		`'${labelOf(differing)}' in the Reservation Service credential is not the same for item ${itemIndex} as for item ${first.itemIndex}, which has the same account. Within one run an account needs one and the same`,
		`What differs from charge to charge goes into 'Custom Fields' of the node. For anything else, run the items in groups of one kind each (Loop Over Items), or take a credential for each. Nothing was sent to the service for this item.`,
	);
}

function isSame(
	name: string,
	data: ICredentialDataDecryptedObject,
	first: ICredentialDataDecryptedObject,
): boolean {
	return TOKEN_FIELDS.includes(name) || JSON.stringify(data[name]) === JSON.stringify(first[name]);
}
