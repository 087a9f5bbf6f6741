import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Each imports itself and what stands before it, as docs/architecture.md says. */
const LAYERS = ['n8n', 'format', 'credential', 'http', 'lists', 'reservation', 'run'];
/** Not layers, but what n8n loads: they import nothing of each other. */
const ENTRIES: Record<string, string[]> = {
	credentials: LAYERS.slice(0, LAYERS.indexOf('http') + 1),
	'nodes/ServiceItem': LAYERS,
	'nodes/ServiceItemTrigger': LAYERS,
};

const root = path.join(__dirname, '..', '..');
const sources = ['nodes', 'credentials'].flatMap(filesIn).filter((file) => file.endsWith('.ts'));
const imports = new Map(sources.map((file) => [file, importsOf(file)]));

it.each(sources)('%s imports only itself and the layers above it', (file) => {
	const barred = (imports.get(file) ?? []).filter((each) => !isOpen(homeOf(file), homeOf(each)));
	expect(barred).toEqual([]);
});

it('has no circle of imports, types included', () => {
	expect([...imports.values()].flat().length).toBeGreaterThan(sources.length);
	expect(circleIn(imports)).toBeUndefined();
});

it('has the layers that the page on the architecture shows, in their order', () => {
	const page = readFileSync(path.join(root, 'docs', 'architecture.md'), 'utf8');
	const [, house = ''] = /```([^]*?)```/.exec(page) ?? [];
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

/** All files below a folder, as paths from the root of the repository. */
function filesIn(folder: string): string[] {
	return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** The files of this package that a file imports, for values or for types. */
function importsOf(file: string): string[] {
	const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'));
	return importedFiles
		.map(({ fileName }) => fileName)
		.filter((name) => name.startsWith('.'))
		.map((name) => path.join(path.dirname(file), name))
		.map((name) => (path.extname(name) === '.json' ? name : `${name}.ts`));
}

/** The files of one circle, beginning and ending with the same; undefined when there is none. */
function circleIn(graph: Map<string, string[]>): string[] | undefined {
	const done = new Set<string>();
	const search = (file: string, way: string[]): string[] | undefined => {
		if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
		if (done.has(file)) return undefined;
		for (const next of graph.get(file) ?? []) {
			const circle = search(next, [...way, file]);
			if (circle) return circle;
		}
		done.add(file);
		return undefined;
	};
	for (const file of graph.keys()) {
		const circle = search(file, []);
		if (circle) return circle;
	}
	return undefined;
}
