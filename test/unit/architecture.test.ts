import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.join(__dirname, '..', '..');
const sources = ['nodes', 'credentials'].flatMap(filesIn).filter((file) => file.endsWith('.ts'));
const imports = new Map(sources.map((file) => [file, importsOf(file)]));

it('has no circle of imports, types included', () => {
	expect([...imports.values()].flat().length).toBeGreaterThan(sources.length);
	expect(circleIn(imports)).toBeUndefined();
});

it('has one door to the paths, formats and examples of a service: the mapper, and drafts and places for Check', () => {
	const doors = ['mapper', 'fields', 'json', 'amount', 'listPage'];
	const behind: string[] = [];
	for (const [file, imported] of imports) {
		if (file.startsWith('nodes/shared/format/')) continue;
		const open = file.startsWith('nodes/ServiceItem/check/')
			? [...doors, 'draft', 'places']
			: doors;
		const inside = imported.map((each) => /^nodes\/shared\/format\/(\w+)/.exec(each)?.[1]);
		for (const name of inside) if (name && !open.includes(name)) behind.push(`${file}: ${name}`);
	}
	expect(behind).toEqual([]);
});

it('has a credential that can be read on its own: it reaches fewer than 15 files, types included', () => {
	const reached = new Set(['credentials/ReservationServiceApi.credentials.ts']);
	for (const file of reached) imports.get(file)?.forEach((each) => reached.add(each));
	expect(reached.size).toBeGreaterThan(1);
	expect([...reached].slice(14)).toEqual([]);
});

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
