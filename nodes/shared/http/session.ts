import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { accessOf } from '../credential/access';
import {
	readFormCredential,
	readInputCredentials,
} from '../credential/nodeCredential';
import { apiFormatOf, type ApiFormat } from '../format/apiFormat';
import { ServiceClient, type SendOptions } from './client';

type Settings = ICredentialDataDecryptedObject;

/** Inputs, where the account has no limit. */
const MAX_AT_ONCE = 50;

/** One account of the service, as one run of a node uses it. */
export interface Session {
	client: ServiceClient;
	format: ApiFormat;
	/** See `Access`; with a Reservation ID, a reservation. */
	account: string;
	/** Of inputs. */
	concurrency: number;
	settings: Settings;
	/** The same with other settings, for Check API Format. */
	withSettings: (changed: object) => Session;
}

/** Of each input, or why it has none; those with the same settings share one. */
export async function openSessions(
	context: IExecuteFunctions,
	options: SendOptions,
	adapt = (settings: Settings): Settings => settings,
): Promise<Array<Session | Error>> {
	const opened = new Map<string, Session | Error>();
	const open = (settings: Settings): Session | Error => {
		try {
			return openSession(context, adapt(settings), options);
		} catch (error) {
			return error as Error;
		}
	};
	const credentials = await readInputCredentials(context);
	return credentials.map((settings) => {
		if (settings instanceof Error) return settings;
		const key = JSON.stringify(settings);
		const session = opened.get(key) ?? open(settings);
		opened.set(key, session);
		return session;
	});
}

/** @throws UserError with the remedy where an input item is needed */
export async function openFormSession(
	context: ILoadOptionsFunctions | IPollFunctions,
	remedy: string,
): Promise<Session> {
	const settings = await readFormCredential(context, remedy);
	return openSession(context, settings, { timeout: 30_000, maxRetries: 3 });
}

function openSession(
	context: IAllExecuteFunctions,
	settings: Settings,
	options: SendOptions,
): Session {
	const access = accessOf(settings);
	const format = apiFormatOf(settings, context.getTimezone());
	return {
		client: new ServiceClient(context, access, format, options),
		format,
		account: access.account,
		concurrency: access.concurrency || MAX_AT_ONCE,
		settings,
		withSettings(changed) {
			return openSession(context, { ...settings, ...changed }, options);
		},
	};
}
