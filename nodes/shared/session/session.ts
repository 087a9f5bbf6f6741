import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import type { NodeCredential } from '../credential/nodeCredential';
import {
	limitsOf,
	readFormCredential,
	readInputCredentials,
} from '../credential/nodeCredential';
import { labelOf } from '../credential/settings';
import { EXAMPLES } from '../format/fields';
import type { Mapper } from '../format/mapper';
import type { SendOptions } from '../http/client';
import { sendOptionsOf, ServiceClient } from '../http/client';
import { userError } from '../n8n/userError';
import { Reservations } from '../lists/reservations';

/**
 * How many input items are worked on at once where the account sets no limit.
 */
const MAX_AT_ONCE = 50;

const FORMAT_SETTINGS = ['customApiFormat', ...Object.keys(EXAMPLES)];

/** One account of the service, as one run of a node uses it. */
export interface Session {
	client: ServiceClient;
	mapper: Mapper;
	reservations: Reservations;
	/** What is proven of the account holds for these settings of it. */
	accountKey: string;
	/**
	 * Environment and Account ID: what memory belongs to, whatever the address
	 * and the key.
	 */
	memoryKey: unknown[];
	maxConcurrency: number;
	settings: ICredentialDataDecryptedObject;
	withSettings: (settings: IDataObject) => Session;
}

/**
 * @returns for each input item its session, or why it has none: all share one,
 * unless the credential has expressions
 * @throws UserError naming a wrong option, or n8n's error when the credential
 * cannot be read
 */
export async function openSessions(
	context: IExecuteFunctions,
	{
		signal,
		ignoresExamples,
	}: { signal?: AbortSignal; ignoresExamples?: boolean },
): Promise<Array<Session | Error>> {
	const options: IDataObject = context.getNodeParameter('options', 0, {});
	const sendOptions = { ...sendOptionsOf(options), signal };
	const credentials = await readInputCredentials(
		context,
		context.getInputData().length,
	);
	const opened = new Map<string, Session>();
	const firstOfScope = new Map<string, NodeCredential>();
	const open = (credential: NodeCredential | Error): Session | Error => {
		if (credential instanceof Error) return credential;
		// Without the token, which changes with every login.
		const settings = {
			...credential.data,
			accessToken: '',
			accessTokenFingerprint: '',
		};
		const key = JSON.stringify(settings);
		const known = opened.get(key);
		if (known) return known;
		try {
			const data = ignoresExamples
				? withoutExamples(credential.data)
				: credential.data;
			const used = openSession(context, { ...credential, data }, sendOptions);
			const session = { ...used, settings: credential.data };
			const { scope } = used.client;
			assertSameSettings(credential, firstOfScope.get(scope) ?? credential);
			firstOfScope.set(scope, credential);
			opened.set(key, session);
			return session;
		} catch (error) {
			return error as Error;
		}
	};
	// Without expressions, all items have one and the same.
	const sessions = new Map(
		[...new Set(credentials)].map((each) => [each, open(each)]),
	);
	return credentials.map(
		(credential) => sessions.get(credential) as Session | Error,
	);
}

/** Headers stay: no request may go without them. */
function withoutExamples(
	data: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject {
	const requestHeaders = data.requestHeaders ?? '{}';
	const examples = Object.keys(EXAMPLES).map((name) => [name, '{}'] as const);
	return { ...data, ...Object.fromEntries(examples), requestHeaders };
}

/**
 * For a picker or a trigger.
 *
 * @throws UserError with the remedy when the credential needs an input item
 */
export async function openFormSession(
	context: ILoadOptionsFunctions | IPollFunctions,
	remedy: string,
): Promise<Session> {
	const credential = await readFormCredential(context, remedy);
	return openSession(context, credential, sendOptionsOf({}));
}

/** @throws UserError when the credential cannot be used */
function openSession(
	context: IAllExecuteFunctions,
	credential: NodeCredential,
	sendOptions: SendOptions,
): Session {
	const { data } = credential;
	const client = new ServiceClient(context, credential, sendOptions);
	return {
		client,
		mapper: client.mapper,
		reservations: new Reservations(client),
		accountKey: JSON.stringify([
			client.scope,
			FORMAT_SETTINGS.map((name) => data[name]),
		]),
		memoryKey: [data.environment, client.access.accountId],
		maxConcurrency: limitsOf(data).concurrency || MAX_AT_ONCE,
		settings: data,
		withSettings: (settings) => {
			const changed = {
				...data,
				...settings,
			} as ICredentialDataDecryptedObject;
			return openSession(
				context,
				{ ...credential, data: changed },
				sendOptions,
			);
		},
	};
}

/**
 * Two sessions of one account would change a reservation at the same time, and
 * take one charge for that of both.
 */
function assertSameSettings(
	{ data, itemIndex }: NodeCredential,
	first: NodeCredential,
): void {
	const names = Object.keys(data).filter(
		(name) => !name.startsWith('accessToken'),
	);
	const differing = names.find(
		(name) => JSON.stringify(data[name]) !== JSON.stringify(first.data[name]),
	);
	if (differing === undefined) return;
	throw userError({
		what: `'${labelOf(differing)}' in the Reservation Service credential is not the same for item ${itemIndex} as for item ${first.itemIndex}, which has the same account`,
		advice: 'Use one value for each account within a run',
		more: `What differs from charge to charge goes into 'Custom Fields' of the node.`,
	});
}
