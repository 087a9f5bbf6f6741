import { isValue } from '../format/fields';
import { digest } from '../format/json';
import { userError } from '../n8n/userError';
import { credentialProperties, type Settings } from './settings';

/** Where a credential leads, and as whom. */
export interface Access {
	/** What all paths are appended to, without a trailing slash. */
	base: string;
	accountId: string;
	apiKey: string;
	/** Requests at a time. */
	concurrency: number;
	/** A hash of address, account and key: what token and gate belong to. */
	key: string;
	/** A hash of environment, address and Account ID, whichever key is used. */
	account: string;
}

/** @throws UserError naming the field that cannot be used */
export function accessOf(settings: Settings): Access {
	const { environment } = settings;
	// An expression may give what the form does not offer.
	if (environment !== 'production' && environment !== 'test') {
		throw wrong('environment', 'is neither production nor test');
	}
	if (typeof settings.customApiFormat !== 'boolean') {
		throw wrong('customApiFormat', 'is neither true nor false');
	}
	const name = environment === 'test' ? 'testBaseUrl' : 'baseUrl';
	const base = addressIn(filledIn(settings, name), name);
	const accountId = filledIn(settings, 'accountId');
	const apiKey = filledIn(settings, 'apiKey');
	const limit = Number(settings.accountConcurrency);
	if (!Number.isInteger(limit) || limit < 0) {
		throw wrong('accountConcurrency', 'is no whole number of at least 0');
	}
	const concurrency = limit || Infinity;
	const key = digest([base, accountId, apiKey]);
	const account = digest([environment, base, accountId]);
	return { base, accountId, apiKey, concurrency, key, account };
}

function wrong(name: string, why: string, advice = 'Correct it') {
	const field = credentialProperties.find((each) => each.name === name);
	return userError({
		what: `'${field?.displayName}' in the Reservation Service credential ${why}`,
		advice: `${advice}; an expression has to name a field that the input item has`,
	});
}

function filledIn(settings: Settings, name: string) {
	const value = settings[name];
	const text = isValue(value) ? String(value).trim() : '';
	if (text === '') throw wrong(name, 'is empty', 'Fill it in');
	return text;
}

const SAFE =
	/^(https:\/\/|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?\/)/;

/** The key must not travel unencrypted, and paths are appended. */
function addressIn(address: string, name: string) {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url || !SAFE.test(url.href)) {
		const why = 'must start with https:// (http:// only for localhost)';
		throw wrong(name, why, 'Enter it such as https://api.example.com/v1');
	}
	const path = url.pathname.replace(/\/+$/, '');
	const end = /\/(token|services)$/i.exec(path)?.[0] ?? '';
	const base = url.origin + path.slice(0, path.length - end.length);
	const hasLogin = url.username + url.password !== '';
	const excess =
		end ||
		(url.search && 'a query (?)') ||
		(url.hash && 'a fragment (#)') ||
		(hasLogin && 'a login');
	if (!excess) return base;
	const advice = `Enter it without ${excess}, such as ${base}`;
	throw wrong(name, `has ${excess}`, advice);
}
