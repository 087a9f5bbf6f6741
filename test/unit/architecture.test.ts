import path from 'node:path';
import ts from 'typescript';

import { read, sources } from './support/sources';

/** Each imports itself and what stands before it, as docs/architecture.md says. */
const LAYERS = ['n8n', 'format', 'credential', 'http', 'lists', 'reservation', 'run'];
/** Not layers, but what n8n loads: they import nothing of each other. */
const ENTRIES: Record<string, string[]> = {
	credentials: LAYERS.slice(0, LAYERS.indexOf('http') + 1),
	'nodes/ServiceItem': LAYERS,
	'nodes/ServiceItemTrigger': LAYERS,
};

const imports = new Map(sources.map((file) => [file, importsOf(file)]));

it.each(sources)('%s imports only itself and the layers above it', (file) => {
	const barred = (imports.get(file) ?? []).filter((each) => !isOpen(homeOf(file), homeOf(each)));
	expect(barred).toEqual([]);
});

it('has no circle of imports, types included', () => {
	expect([...imports.values()].flat().length).toBeGreaterThan(sources.length);
	let left = sources;
	// What imports nothing of what is left is in no circle.
	for (let count = Infinity; left.length < count;) {
		count = left.length;
		left = left.filter((file) => imports.get(file)?.some((each) => left.includes(each)));
	}
	expect(left).toEqual([]);
});

it('has the layers that the page on the architecture shows, in their order', () => {
	const [, house = ''] = /```([^]*?)```/.exec(read('docs/architecture.md')) ?? [];
	const shown = [...house.matchAll(/^ +(\w+)\/ /gm)].map(([, folder]) => folder);
	expect(shown.filter((folder) => LAYERS.includes(folder ?? ''))).toEqual(LAYERS);
});

/** A layer by its name, or one of the entries. */
function homeOf(file: string): string {
	const [, layer] = /^nodes\/shared\/(\w+)\//.exec(file) ?? [];
	return layer ?? Object.keys(ENTRIES).find((entry) => file.startsWith(`${entry}/`)) ?? file;
}

function isOpen(home: string, imported: string): boolean {
	if (home === imported) return true;
	const above = ENTRIES[home] ?? LAYERS.slice(0, Math.max(LAYERS.indexOf(home), 0));
	return above.includes(imported);
}

/** The files of this package that a file imports, for values or for types. */
function importsOf(file: string): string[] {
	const names = ts.preProcessFile(read(file)).importedFiles.map(({ fileName }) => fileName);
	return names
		.filter((name) => name.startsWith('.'))
		.map((name) => path.join(path.dirname(file), name))
		.map((name) => (path.extname(name) === '.json' ? name : `${name}.ts`));
}
