import { userError } from '../n8n/userError';

export interface Addresses {
	environment: 'production' | 'test';
	baseUrl: string;
	testBaseUrl: string;
}

export interface ServiceAddress {
	/** What all paths are appended to (docs/service-api.md), without a trailing slash. */
	base: string;
	/** What every request to /services carries, but POST /token does not. */
	query: { [name: string]: string | string[] };
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of the chosen environment.
 *
 * @throws UserError naming the credential field when the address is empty, not a URL, carries a fragment, a login or one of
 * the paths themselves, or is not https (plain http is for this machine's own loopback addresses only)
 */
export function addressOf(access: Addresses): ServiceAddress {
	const isTest = access.environment === 'test';
	const field = addressFieldOf(access);
	const address = isTest ? access.testBaseUrl : access.baseUrl;
	if (address === '') {
		throw userError(
			`'${field}' is empty in the Reservation Service credential`,
			`Enter the address of the ${isTest ? 'test environment' : 'service'} in '${field}', or choose the other environment.`,
		);
	}
	const url = parseUrl(address);
	const hasScheme = url?.protocol === 'http:' || url?.protocol === 'https:';
	if (!url || !hasScheme) throw withoutScheme(field, address);
	if (url.username || url.password) {
		throw userError(
			`'${field}' in the Reservation Service credential contains a login`,
			`Remove the part before the @ sign. The account goes into 'Account ID' and 'API Key'.`,
		);
	}
	if (url.protocol === 'http:' && !LOOPBACK_HOST.test(url.hostname)) {
		throw userError(
			`'${field}' in the Reservation Service credential must start with https://`,
			'The API key would travel unencrypted otherwise. Plain http is accepted only for localhost.',
		);
	}

	const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
	assertNothingBehind(field, url, base);
	return { base, query: queryOf(url) };
}

export function addressFieldOf({ environment }: Addresses): string {
	return environment === 'test' ? 'Test Base URL' : 'Base URL';
}

/**
 * The full address of a link to the next page: an address, a path or a query alone. A path starts at the host, or at the
 * base address if it lacks its prefix.
 *
 * @throws UserError when the link leads to another service, as the token would go there
 */
export function linkedAddress(link: string, { base }: ServiceAddress): string {
	const { origin, pathname } = new URL(base);
	const prefix = pathname.replace(/\/+$/, '');
	const isBelowBase = link.startsWith('/services') && !link.startsWith(`${prefix}/`);
	const url = parseUrl(isBelowBase ? `${base}${link}` : link, `${base}/services`);
	if (url?.origin === origin && !url.username && !url.password) return url.href;
	throw userError(
		'The link to the next page of the list leads to another address than that of the service, so it was not followed. Check the address in the credential',
		'The access token must not go to another address. Enter the address in the credential with the same scheme, host and port that the service uses in its links, or show another way of paging in the examples.',
	);
}

export function parseUrl(address: string, base?: string): URL | undefined {
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}

function queryOf({ searchParams }: URL): ServiceAddress['query'] {
	const names = [...new Set(searchParams.keys())];
	return Object.fromEntries(
		names.map((name) => {
			const values = searchParams.getAll(name);
			return [name, values.length > 1 ? values : (values[0] ?? '')];
		}),
	);
}

function withoutScheme(field: string, address: string) {
	const completed = parseUrl(`https://${address.replace(/^\/+/, '')}`);
	const isHost = completed?.hostname.includes('.') === true && !/[:?#@]/.test(address);
	const example = isHost ? completed.href : 'https://api.example.com/v1';
	return userError(
		`'${field}' in the Reservation Service credential must start with https://, for example ${example}`,
		'Enter the address in full, as your reservation service gives it.',
	);
}

/** Endpoint paths are appended, so it must not end in one. */
function assertNothingBehind(field: string, { hash }: URL, base: string): void {
	const path = /\/(?:token|services)$/i.exec(base)?.[0];
	const extra = hash ? 'has a fragment (#)' : path && `ends in ${path}`;
	if (!extra) return;
	throw userError(
		`'${field}' in the Reservation Service credential ${extra}. Leave that off: ${path ? base.slice(0, -path.length) : base}`,
		'The node itself adds /token and /services.',
	);
}
