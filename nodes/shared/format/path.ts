import type { IDataObject } from 'n8n-workflow';

import { isBlank, readKey } from './json';

/** From an object or a list to what stands in it. */
export type Step =
	| { kind: 'name'; name: string }
	/** To every entry of a list. An example may show several: `position` counts those with placeholders, -1 stands for others. */
	| { kind: 'entry'; position: number }
	/** To every value of an object whose names are IDs. */
	| { kind: 'byKey' };

export type Path = readonly Step[];

export function isSameStep(one: Step | undefined, other: Step | undefined): boolean {
	if (one?.kind === 'name' && other?.kind === 'name') return one.name === other.name;
	if (one?.kind === 'entry' && other?.kind === 'entry') return one.position === other.position;
	return one?.kind === 'byKey' && other?.kind === 'byKey';
}

/** True where one path begins with another. */
export function beginsWith(path: Path, beginning: Path): boolean {
	return beginning.every((step, depth) => isSameStep(step, path[depth]));
}

/** True for a step that stands for all. */
export function isWildcard(step: Step | undefined): boolean {
	return step !== undefined && step.kind !== 'name';
}

/** The part of a path up to its last step for all. */
export function upToLastWildcard(path: Path): Path {
	let { length } = path;
	while (length > 0 && !isWildcard(path[length - 1])) length--;
	return path.slice(0, length);
}

export function namesOf(path: Path): string[] {
	const names: string[] = [];
	for (const step of path) if (step.kind === 'name') names.push(step.name);
	return names;
}

export function toPath(names: string[]): Path {
	return names.map((name) => ({ kind: 'name', name }));
}

/** A path for messages: `data.items[].price`. */
export function pathText(path: Path): string {
	let text = '';
	for (const step of path) {
		if (step.kind === 'name') text += `.${step.name}`;
		else text += step.kind === 'entry' ? '[]' : '.{id}';
	}
	return text.replace(/^\./, '');
}

/** A list on the path has to have one entry; several fit no placeholder, and come back as a list. */
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

/** An object that has the value at the names and nothing else. */
export function nestedAt(names: string[], value: unknown): IDataObject {
	let nested = value;
	for (const name of [...names].reverse()) nested = { [name]: nested };
	return nested as IDataObject;
}
