import { isBlank, isJsonObject, plainName } from '../format/json';
import type { Mapper } from '../format/mapper';
import type { ServiceRequest } from './request';
import { isList } from './request';

const MAX_LENGTH = 300;
const DEEPEST = 6;
/** Anything shorter would be cut out of ordinary words. */
const SHORTEST_SECRET = 4;

// All names are assumptions, as error bodies are not shown (docs/service-api.md).

/** Names of words about what went wrong, and of what holds nothing else. */
const SPEAKING =
	/^(error.*|.*errors?|messages?|.*(message|msg)|details?|reason|fault.*|explanation|exception|violations|issues|causes|modelstate|invalidparams)$/;
/** Names that are those of words inside of that, or where nothing else speaks. */
const GENERAL = /^(title|description|text|summary|result|value)$/;
/** What error objects have beside words. */
const CODES =
	/^(.*code|status|type|timestamp|path|.*id|severity|instance|success|ok|token|version)$/;
const ELSEWHERE = /^(request(body)?|headers|config|links|stack|stacktrace|trace|debug)$/;
/** Which field an entry of a list is about. */
const FIELD = /^(field|path|property|param|parameter|attribute|pointer|loc|name)$/;

/**
 * The service's own words: texts under the names above, innermost and so most specific first, on one line, shortened,
 * without markup.
 *
 * @param secrets values that must not be repeated
 * @param isRefusal false for a body that may hold anything, such as a token
 */
export function wordsIn(
	body: unknown,
	secrets: string[],
	{ isRefusal } = { isRefusal: true },
): string | undefined {
	const texts = [...new Set(textsIn(body, isRefusal, DEEPEST).map((text) => text.trim()))];
	const words = withoutSecrets(texts.filter(isWords).join('; '), secrets)
		.replace(/\s+/g, ' ')
		.replace(/[.\s]+$/, '');
	if (words === '') return undefined;
	return words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH - 1)}…` : words;
}

export function withoutSecrets(text: string, secrets: string[]): string {
	return secrets
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length)
		.reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}

/** True for HTML, which is no answer of the service but a page for people: of a sign-in, a proxy or a firewall. */
export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(!doctype\s+html|html|head|body)\b/i.test(body);
}

/** @param isAboutIt true for what is about nothing but the failure */
function textsIn(value: unknown, isAboutIt: boolean, depth: number): string[] {
	if (typeof value === 'string') return isAboutIt && !isBlank(value.trim()) ? [value] : [];
	if (depth < 0 || typeof value !== 'object' || value === null) return [];
	if (!isJsonObject(value)) {
		return Object.values(value).flatMap((each) => textsIn(each, isAboutIt, depth - 1));
	}
	const parts = Object.entries(value)
		.map(([key, part]) => ({ key, name: plainName(key), part }))
		.filter(({ name }) => !ELSEWHERE.test(name));
	const isInner = ({ part }: { part: unknown }): boolean => typeof part === 'object';
	const spoken = (each: (typeof parts)[number]): string[] =>
		textsIn(each.part, SPEAKING.test(each.name), depth - 1);
	const inner = parts.filter(isInner).flatMap(spoken);
	const own = parts.filter((each) => !isInner(each)).flatMap(spoken);
	if (inner.length + own.length > 0 || !isAboutIt) return [...inner, ...named(own, value)];
	const general = parts.filter(({ name }) => GENERAL.test(name));
	const others = parts.filter(({ name }) => !CODES.test(name) && !FIELD.test(name));
	return general.length > 0
		? named(
				general.flatMap(({ part }) => textsIn(part, true, depth - 1)),
				value,
			)
		: others.flatMap(({ key, part }) => named(textsIn(part, true, depth - 1), { field: key }));
}

/** The same with the field that it is about, if that is told. */
function named(texts: string[], about: object): string[] {
	const field = Object.entries(about).find(([key]) => FIELD.test(plainName(key)))?.[1] as unknown;
	const name = Array.isArray(field)
		? field.filter((part) => typeof part === 'string').join('.')
		: field;
	return typeof name === 'string' && texts.length > 0 ? [`${name}: ${texts.join(', ')}`] : texts;
}

function isWords(text: string): boolean {
	return text !== '' && !/<[a-z!/?]/i.test(text) && !/^(\{|\[\s*[[{"])/.test(text);
}

/** What tells of a failure under a status of success. */
export interface BodyFailure {
	kind: 'refusal' | 'failure';
	field: string;
	value: unknown;
	/** The object it stands in, which may have words about it. */
	context: unknown;
}

type Property = Omit<BodyFailure, 'kind'>;

/**
 * Finds the failure in a readable answer with a status of success. All names but `success` (docs/service-api.md) are assumptions.
 * A service item may have an `error` or a `status` of its own: where one is there, only `success: false` counts.
 */
export function failureInBody(
	body: unknown,
	request: ServiceRequest,
	mapper: Pick<Mapper, 'holdsItem' | 'hasPlaceAt'>,
): BodyFailure | undefined {
	// The entries of a list are items, which have states of their own.
	const opened = (value: unknown): unknown =>
		!isList(request) && Array.isArray(value) && value.length === 1 ? value[0] : value;
	const propertiesOf = (context: unknown, path: string[]): Property[] =>
		Object.entries(isJsonObject(context) ? context : {})
			.filter(([field]) => !mapper.hasPlaceAt([...path, field]))
			.map(([field, value]) => ({ field, value, context }));
	const outer = propertiesOf(opened(body), []);
	const inner = outer.flatMap(({ field, value }) => propertiesOf(opened(value), [field]));
	const properties = [...outer, ...inner];
	const refusal = properties.find(isRefusal);
	if (refusal) return { kind: 'refusal', ...refusal };
	const failure = properties.find(isFailure);
	return failure && !mapper.holdsItem(body) ? { kind: 'failure', ...failure } : undefined;
}

function isRefusal({ field, value }: Property): boolean {
	return plainName(field) === 'success' && /^false$/i.test(textOf(value));
}

function isFailure({ field, value }: Property): boolean {
	const name = plainName(field);
	if (name.startsWith('error')) return !isNothing(value);
	return (
		/^(status|state|result)$/.test(name) && /^(error|fail|failed|rejected)$/i.test(textOf(value))
	);
}

/** What a service that always has the field writes when nothing went wrong. */
function isNothing(value: unknown): boolean {
	if (typeof value === 'object') return Object.values(value ?? {}).every(isNothing);
	return /^(false|0|none|no|ok)?$/i.test(textOf(value));
}

function textOf(value: unknown): string {
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	return isPlain ? `${value as string}`.trim() : '';
}
