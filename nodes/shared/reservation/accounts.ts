import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { NodeCredential } from '../credential/nodeCredential';
import { readInputCredentials } from '../credential/nodeCredential';
import { labelOf } from '../credential/settings';
import { sendOptionsOf } from '../http/sendOptions';
import { userError } from '../n8n/userError';
import type { Session } from './session';
import { openSession } from './session';

/** The accounts of one run, each with a session of its own. */
export interface Accounts {
	sessions: Session[];
	/** The session of the account that an input item uses, or why it has none. */
	of: (itemIndex: number) => Session | Error;
}

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
	const opened = new Map<string, Session | Error>();
	const first = new Map<string, NodeCredential>();
	const open = (credential: NodeCredential): Session | Error => {
		try {
			const session = openSession(context, credential, sendOptions, signal);
			const { scope } = session.client;
			assertSameSettings(credential, first.get(scope) ?? credential);
			first.set(scope, credential);
			return session;
		} catch (error) {
			return error as Error;
		}
	};
	const sessionOf = (credential: NodeCredential | Error): Session | Error => {
		if (credential instanceof Error) return credential;
		const key = JSON.stringify(settingsOf(credential));
		const session = opened.get(key) ?? open(credential);
		opened.set(key, session);
		return session;
	};
	const byCredential = new Map([...new Set(credentials)].map((each) => [each, sessionOf(each)]));
	const ofItems = credentials.map((credential) => byCredential.get(credential) as Session | Error);
	return {
		sessions: [...new Set(ofItems)].filter((session) => isSession(session)),
		of: (itemIndex) => ofItems[itemIndex] ?? new Error(`There is no input item ${itemIndex}`),
	};
}

function isSession(session: Session | Error): session is Session {
	return !(session instanceof Error);
}

/** All but the token, which changes from login to login, whoever it belongs to. */
function settingsOf({ data }: NodeCredential): IDataObject {
	return { ...data, accessToken: '', accessTokenFingerprint: '' };
}

/** One account is one session. With other settings for some items, nobody could tell what is whose. */
function assertSameSettings(credential: NodeCredential, first: NodeCredential): void {
	const [own, other] = [settingsOf(credential), settingsOf(first)];
	const differing = Object.keys({ ...other, ...own }).find(
		(name) => JSON.stringify(own[name]) !== JSON.stringify(other[name]),
	);
	if (differing === undefined) return;
	throw userError(
		`'${labelOf(differing)}' in the Reservation Service credential is not the same for item ${credential.itemIndex} as for item ${first.itemIndex}, which has the same account. Within one run an account needs one and the same`,
		`What differs from charge to charge goes into 'Custom Fields' of the node. For anything else, run the items in groups of one kind each (Loop Over Items), or take a credential for each. Nothing was sent to the service for this item.`,
	);
}
