import { asObject, isBlank, isEqual, readKey } from './json';

export type Step =
	| { kind: 'name'; name: string }
	/**
	 * To every entry of a list. An example may show several: `position` counts
	 * those with placeholders.
	 */
	| { kind: 'entry'; position: number }
	/** To every value of an object whose names are IDs. */
	| { kind: 'byKey' };

export type Path = readonly Step[];

/** The name of an object's only property that stands for all. */
export const BY_KEY = '{id}';

export function stepTo(name: string): Step {
	if (name === BY_KEY) return { kind: 'byKey' };
	return { kind: 'name', name };
}

export function beginsWith(path: Path, beginning: Path): boolean {
	return isEqual(path.slice(0, beginning.length), beginning);
}

export function isWildcard(step: Step): boolean {
	return step.kind !== 'name';
}

export function isByKey(step: Step): boolean {
	return step.kind === 'byKey';
}

export function namesOf(path: Path): string[] {
	const names: string[] = [];
	for (const step of path) if (step.kind === 'name') names.push(step.name);
	return names;
}

/** A path for messages: `data.items[].price`. */
export function pathText(path: Path): string {
	let text = '';
	for (const step of path) {
		if (step.kind === 'name') text += `.${step.name}`;
		else if (step.kind === 'entry') text += '[]';
		else text += `.${BY_KEY}`;
	}
	return text.replace(/^\./, '');
}

/**
 * A list on the path has to have one entry; several fit no placeholder, and
 * come back as a list.
 */
export function valueAt(source: unknown, path: Path): unknown {
	let value = source;
	for (const step of path) {
		if (step.kind === 'byKey') return undefined;
		if (step.kind === 'name') value = readKey(value, step.name);
		else if (isBlank(value)) return value;
		else if (!Array.isArray(value) || value.length > 1) return [value];
		else value = value[0] as unknown;
	}
	return value;
}

/**
 * The JSON with another value at a path; what is missing around it is added.
 */
export function putAt(json: unknown, path: Path, value: unknown): unknown {
	const [step, ...rest] = path;
	if (step === undefined) return value;
	if (step.kind === 'entry') {
		const list = Array.isArray(json) ? (json as unknown[]).slice() : [];
		list[step.position] = putAt(list[step.position], rest, value);
		return list;
	}
	const name = step.kind === 'name' ? step.name : BY_KEY;
	const object = asObject(json);
	return { ...object, [name]: putAt(object[name], rest, value) };
}
