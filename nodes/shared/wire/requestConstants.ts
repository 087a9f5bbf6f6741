import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { isBlank, isJsonObject, parseJson } from './json';
import { about } from './templates/complaint';

/** What every request to /services carries, whatever it is about. */
export interface RequestConstants {
	headers: { [name: string]: string };
	query: { [name: string]: string };
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible characters, spaces and tabs: what a header can carry (RFC 9110). */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Reads Request Headers and Request Query out of a decrypted credential.
 *
 * @throws UserError naming the setting, and nothing of what it holds, when it cannot be sent
 */
export function requestConstantsOf(credential: ICredentialDataDecryptedObject): RequestConstants {
	if (credential.customApiFormat !== true) return { headers: {}, query: {} };
	const read = (name: string, label: string): RequestConstants['headers'] =>
		about(`'${label}' in the Reservation Service credential`, () => textsOf(credential[name]));
	const headers = read('requestHeaders', 'Request Headers');
	for (const [name, value] of Object.entries(headers)) assertHeader(name, value);
	return { headers, query: read('requestQuery', 'Request Query') };
}

/** The values, which may be keys of a gateway, and so belong into no text; none where they cannot be sent anyway. */
export function constantValues(credential: ICredentialDataDecryptedObject): string[] {
	try {
		const { headers, query } = requestConstantsOf(credential);
		return [...Object.values(headers), ...Object.values(query)];
	} catch {
		return [];
	}
}

/**
 * The name of a header that the credential gives.
 *
 * @throws UserError when it cannot be one
 */
export function idempotencyHeaderOf(credential: ICredentialDataDecryptedObject): string {
	const { idempotencyHeader: given, customApiFormat } = credential;
	const name = customApiFormat === true && typeof given === 'string' ? given.trim() : '';
	if (name === '') return '';
	about(`'Idempotency Header' in the Reservation Service credential`, () => assertName(name));
	return name;
}

function textsOf(given: unknown): { [name: string]: string } {
	const isText = typeof given === 'string';
	if (isBlank(isText ? given.trim() : given)) return {};
	const constants = isText ? parseJson(given) : given;
	const entries = isJsonObject(constants) ? Object.entries(constants) : [['', undefined] as const];
	const texts = entries.flatMap(
		([name, value]): Array<[string, string]> =>
			typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
				? [[name, String(value)]]
				: [],
	);
	if (texts.length === entries.length) return Object.fromEntries(texts);
	throw userError(
		'is not a JSON object of names and texts',
		'Write names and values in braces, such as { "Api-Version": "2026-01" }.',
	);
}

function assertHeader(name: string, value: string): void {
	about(`'Request Headers' in the Reservation Service credential`, () => {
		assertName(name);
		if (HEADER_VALUE.test(value)) return;
		throw userError(
			`has a value for '${name}' that a header cannot carry`,
			'Use letters, digits and punctuation on one line.',
		);
	});
}

function assertName(name: string): void {
	if (!HEADER_NAME.test(name)) {
		throw userError(
			`has '${name}', which cannot be the name of a header`,
			'The name of a header has letters, digits and hyphens, and no spaces.',
		);
	}
	if (name.toLowerCase() !== 'authorization') return;
	throw userError(
		`has 'Authorization', which carries the access token. Take it out`,
		`The token is fetched with 'Account ID' and 'API Key' and added to every request.`,
	);
}
