import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { isJsonObject, quoted, readKey } from './json';
import type { Path, Step } from './path';
import { isWildcard, namesOf } from './path';
import { settingName } from './placeholder';

export interface FoundItems {
	items: IDataObject[];
	/** The names that lead to the list. */
	path: string[];
}

/**
 * The items of a list that List Response shows.
 *
 * @param withKey gives an item the name it has in an object of items, as its ID
 * @throws UserError when the list is not there
 */
export function itemsAt(
	body: unknown,
	itemsPath: Path,
	withKey: (item: IDataObject, key: string) => IDataObject,
): FoundItems {
	const path = namesOf(itemsPath.slice(0, itemsPath.findIndex(isWildcard)));
	return { items: collect(body, itemsPath, '').map(toItem), path };

	function toItem({ value, key }: FoundEntry): IDataObject {
		const [item] = asItems([value]);
		return key === undefined ? (item as IDataObject) : withKey(item as IDataObject, key);
	}
}

interface FoundEntry {
	value: unknown;
	/** Its name in an object of items. */
	key?: string;
}

/** @param place where the value was found, for messages */
function collect(value: unknown, [step, ...rest]: Path, place: string): FoundEntry[] {
	if (value === null) return [];
	if (step === undefined) return [{ value }];
	if (step.kind === 'name') {
		if (!isJsonObject(value)) throw missingList(value, place, step);
		return collect(readKey(value, step.name), rest, `${place}.${step.name}`);
	}
	if (Array.isArray(value) && (step.kind === 'entry' || value.length === 0)) {
		return value.flatMap((entry, at) => collect(entry, rest, `${place}[${at}]`));
	}
	// PHP writes an empty object as [], which was a list just now.
	if (step.kind === 'entry' || !isJsonObject(value)) throw missingList(value, place, step);
	return Object.entries(value).flatMap(([key, entry]) => {
		const found = collect(entry, rest, `${place}.${key}`);
		return rest.length > 0 ? found : found.map((each) => ({ ...each, key }));
	});
}

export function asItems(entries: unknown[]): IDataObject[] {
	if (entries.every(isJsonObject)) return entries;
	throw userError({
		what: `The list of service items in the service's answer has ${quoted(entries.find((entry) => !isJsonObject(entry)))} in it, which is none`,
		advice: `Check ${settingName('listResponse')}`,
		more: 'Every entry of the list has to be an object.',
	});
}

function missingList(value: unknown, place: string, step: Step) {
	const where = place === '' ? 'the answer itself' : `'${place.replace(/^\./, '')}'`;
	const isWithin = /\[\d+\]/.test(place);
	const more = isWithin ? ': an entry of a list may have it null or empty, but not lack it' : '';
	return userError({
		what: `The service's answer does not hold the list of service items: ${settingName('listResponse')} shows ${wantedBy(step)} at ${where}, and there is ${quoted(value)}`,
		advice: `Correct the example there${more}`,
		more: 'It is an example of the answer to the list of a reservation, with one service item in it.',
	});
}

function wantedBy(step: Step): string {
	if (step.kind === 'name') return `'${step.name}'`;
	return step.kind === 'entry' ? 'a list' : 'an object';
}
