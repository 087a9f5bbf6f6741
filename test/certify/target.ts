import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { DEFAULT_ACCOUNT, startMiniatureService } from '../service/miniatureService';
import type { MiniatureService } from '../service/miniatureService';

/** What is certified against. */
export interface Target {
	/** For the certificate. */
	name: string;
	/** Without trailing slash. */
	address: string;
	/** The credential, but for its address. */
	credential: ICredentialDataDecryptedObject;
	/** Nothing else is touched. */
	reservationId: string;
	/** What the service's own words may name, and the certificate does not. */
	accountId: string;
	/** An account and a key that may not create charges. */
	limited?: { accountId: string; apiKey: string };
	/** Where the service is ours. */
	miniature?: MiniatureService;
}

/** Why nothing was begun, in words for whoever asked. */
export class TargetRefused extends Error {}

type Environment = Record<string, string | undefined>;

const wanted = ['CERTIFY_ACCOUNT_ID', 'CERTIFY_API_KEY', 'CERTIFY_RESERVATION'];

/**
 * The target that the environment variables name: a test environment where CERTIFY_ADDRESS is set, else the miniature service.
 *
 * @throws TargetRefused for production, and where anything is missing that must be said
 */
export async function chooseTarget(environment: Environment): Promise<Target> {
	const { CERTIFY_ADDRESS: address } = environment;
	return address ? realTarget(address, environment) : await miniatureTarget();
}

function realTarget(address: string, environment: Environment): Target {
	const missing = wanted.filter((name) => !environment[name]);
	if (missing.length > 0) {
		throw new TargetRefused(
			`Set ${missing.join(', ')}. Charges are made and removed again on that one reservation of a test environment.`,
		);
	}
	const format = readFormat(environment.CERTIFY_CREDENTIAL);
	if ((environment.CERTIFY_ENVIRONMENT ?? format.environment ?? 'test') !== 'test') {
		throw new TargetRefused('Production is never certified: real guests would be charged.');
	}
	const { baseUrl } = format;
	if (typeof baseUrl === 'string' && sameAddress(baseUrl, address)) {
		throw new TargetRefused(
			'CERTIFY_ADDRESS is the production address of the credential. Give that of its test environment.',
		);
	}
	const { CERTIFY_ACCOUNT_ID: accountId = '', CERTIFY_API_KEY, CERTIFY_LIMITED_KEY } = environment;
	return {
		name: `the test environment at ${new URL(address).host}`,
		address: address.replace(/\/+$/, ''),
		credential: { ...format, accountId, apiKey: CERTIFY_API_KEY ?? '' },
		accountId,
		...(CERTIFY_LIMITED_KEY && { limited: { accountId, apiKey: CERTIFY_LIMITED_KEY } }),
		reservationId: environment.CERTIFY_RESERVATION ?? '',
	};
}

/** Further fields of the credential, such as those that API Format → Check gives. */
function readFormat(json = '{}'): ICredentialDataDecryptedObject {
	try {
		return JSON.parse(json) as ICredentialDataDecryptedObject;
	} catch {
		throw new TargetRefused(
			'CERTIFY_CREDENTIAL is not JSON: give the credential’s fields by name.',
		);
	}
}

function sameAddress(a: string, b: string): boolean {
	return a.trim().replace(/\/+$/, '') === b.trim().replace(/\/+$/, '');
}

/** It gives its lists in pages of five. */
async function miniatureTarget(): Promise<Target> {
	const dialect = { pagination: 'page', maxPageSize: 5 } as const;
	const miniature = await startMiniatureService({ dialect });
	const limited = { accountId: 'reader', apiKey: 'reader-key' };
	miniature.accounts.add({ accountId: 'reader', key: limited.apiKey, scopes: ['services:read'] });
	return {
		name: 'the miniature service, which follows the documentation of the service',
		address: miniature.url,
		credential: {
			accountId: DEFAULT_ACCOUNT.accountId,
			apiKey: DEFAULT_ACCOUNT.key,
			customApiFormat: true,
			pagination: 'page',
			pageSize: 5,
		},
		accountId: DEFAULT_ACCOUNT.accountId,
		limited,
		reservationId: 'RES-CERTIFICATE',
		miniature,
	};
}
