import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { readingOf } from './items';
import { isJsonObject, quoted, readKey } from './json';
import type { Path, Step } from './path';
import { isWildcard, namesOf } from './path';
import { settingName } from './placeholder';

export interface FoundItems {
	items: IDataObject[];
	/** The names that lead to the list. */
	path: string[];
}

/** An entry of a list, and its name in an object of items. */
interface FoundEntry {
	value: unknown;
	key?: string;
}

export function shownItems(format: ApiFormat, body: unknown): FoundItems | undefined {
	const itemsPath = format.list.itemsPath;
	if (itemsPath.length === 0) return undefined;
	const items: IDataObject[] = [];
	for (const entry of entriesAt(body, itemsPath)) {
		const item = asItem(entry.value);
		// The name in an object of items is the ID where none stands inside.
		const isNamed = entry.key !== undefined && readingOf(format, item).values.id === undefined;
		if (isNamed) items.push({ ...item, id: entry.key });
		else items.push(item);
	}
	const outermost = itemsPath.findIndex(isWildcard);
	return { items, path: namesOf(itemsPath.slice(0, outermost)) };
}

/** @param place where the value was found, for messages */
function entriesAt(value: unknown, path: Path, place = ''): FoundEntry[] {
	const [step, ...rest] = path;
	if (value === null) return [];
	if (step === undefined) return [{ value }];
	if (step.kind === 'name') {
		if (!isJsonObject(value)) throw missingList(value, place, step);
		return entriesAt(readKey(value, step.name), rest, `${place}.${step.name}`);
	}
	// PHP writes an empty object as [].
	const isEmpty = Array.isArray(value) && value.length === 0;
	const isRight = step.kind === 'entry' ? Array.isArray(value) : isJsonObject(value);
	if (!isRight && !isEmpty) throw missingList(value, place, step);
	const found: FoundEntry[] = [];
	for (const [name, inner] of Object.entries(value as object)) {
		if (step.kind === 'entry') {
			found.push(...entriesAt(inner, rest, `${place}[${name}]`));
			continue;
		}
		for (const entry of entriesAt(inner, rest, `${place}.${name}`)) {
			found.push(rest.length === 0 ? { ...entry, key: name } : entry);
		}
	}
	return found;
}

export function asItems(entries: unknown[]): IDataObject[] {
	return entries.map(asItem);
}

function asItem(entry: unknown): IDataObject {
	if (isJsonObject(entry)) return entry;
	throw userError({
		what: `The list of service items in the service's answer has ${quoted(entry)} in it, which is none`,
		advice: `Check ${settingName('listResponse')}`,
		more: 'Every entry of the list has to be an object.',
	});
}

function missingList(value: unknown, place: string, step: Step) {
	let where = 'the answer itself';
	if (place !== '') where = `'${place.replace(/^\./, '')}'`;
	return userError({
		what: `The service's answer does not hold the list of service items: ${settingName('listResponse')} shows ${wantedBy(step)} at ${where}, and there is ${quoted(value)}`,
		advice: 'Correct the example there',
		more: 'It is an example of the answer to the list of a reservation, with one service item in it. An entry of a list may have it null or empty, but not lack it.',
	});
}

function wantedBy(step: Step): string {
	if (step.kind === 'name') return `'${step.name}'`;
	if (step.kind === 'entry') return 'a list';
	return 'an object';
}
