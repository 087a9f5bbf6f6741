import { userError } from '../n8n/userError';
import type { Value } from './fields';
import { isJsonObject } from './json';
import type { Template, Write } from './template';
import { fillTemplate, parseTemplate } from './template';

/** Query parameters or headers: texts by name. */
export interface Texts {
	[name: string]: string;
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible characters, spaces and tabs: what a header can carry (RFC 9110). */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * List Query and Request Headers are objects of texts, numbers and booleans.
 *
 * @throws UserError, whose message goes on after the setting's name, and shows nothing of its values
 */
export function assertTexts(example: Template): void {
	if (entriesOf(example)?.every(([, entry]) => isText(entry))) return;
	throw userError(
		'is not a JSON object of names and texts',
		'Write names and values in braces, such as { "name": "value" }; a value is a text, a number, true or false.',
	);
}

/**
 * Reads Request Headers. What stands in it may be the key of a gateway, so no message shows any of it but names.
 *
 * @throws UserError, whose message goes on after the setting's name
 */
export function parseHeaders(given: unknown): Template {
	const example = parseSilently(given);
	assertTexts(example);
	const names = new Set<string>();
	for (const [name, entry] of entriesOf(example) ?? []) {
		assertHeaderName(name, names);
		names.add(name.toLowerCase());
		if (textsIn(entry).every((text) => HEADER_VALUE.test(text))) continue;
		throw userError(
			`has a value for '${name}' that a header cannot carry`,
			'Use letters, digits and punctuation on one line.',
		);
	}
	return example;
}

function parseSilently(given: unknown): Template {
	try {
		return parseTemplate(given, 'requestHeaders') ?? { kind: 'constant', value: {} };
	} catch {
		throw userError(
			'is not a JSON object of names and texts with {idempotencyKey} as the only blank. Check quotes, commas and braces',
			'Braces in a text always stand around that blank.',
		);
	}
}

/** Fills a query or headers; what has no value is left out. */
export function filledTexts(example: Template, write: Write): Texts {
	const filled = fillTemplate(example, write) as { [name: string]: Value | boolean };
	return Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, String(value)]));
}

/** Undefined for what is no object. */
function entriesOf(example: Template): Array<[string, Template]> | undefined {
	if (example.kind === 'branch' && !example.isList) {
		return example.entries as Array<[string, Template]>;
	}
	if (example.kind !== 'constant' || !isJsonObject(example.value)) return undefined;
	return Object.entries(example.value).map(([name, value]) => [name, { kind: 'constant', value }]);
}

function isText(entry: Template): boolean {
	if (entry.kind === 'slot') return true;
	return entry.kind === 'constant' && ['string', 'number', 'boolean'].includes(typeof entry.value);
}

function textsIn(entry: Template): string[] {
	if (entry.kind === 'slot') return entry.around;
	return entry.kind === 'constant' ? [String(entry.value)] : [];
}

function assertHeaderName(name: string, others: Set<string>): void {
	if (!HEADER_NAME.test(name)) {
		throw userError(
			`has '${name}', which cannot be the name of a header`,
			'The name of a header has letters, digits and hyphens, and no spaces.',
		);
	}
	if (name.toLowerCase() === 'authorization') {
		throw userError(
			`has 'Authorization', which carries the access token. Take it out`,
			`The token is fetched with 'Account ID' and 'API Key' and added to every request.`,
		);
	}
	if (!others.has(name.toLowerCase())) return;
	throw userError(
		`has '${name}' twice. Leave one of them`,
		'Upper and lower case make no difference in the name of a header.',
	);
}
