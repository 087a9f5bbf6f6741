// The miniature service and what drives n8n are TypeScript for the tests' sake; scripts run them compiled.
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

const root = path.dirname(import.meta.dirname);
const folder = path.join(root, '.cache', 'tools');
const require = createRequire(import.meta.url);

/**
 * Compiles what scripts use into .cache/tools; types are checked elsewhere.
 *
 * @returns {(file: string) => object} gives a compiled module by its source path, such as 'test/service/dialect.ts'
 */
export function compileTools() {
	const { outputFiles } = buildSync({
		entryPoints: ['test/**/*.ts'],
		absWorkingDir: root,
		outdir: folder,
		outbase: '.',
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		logLevel: 'error',
		write: false,
	});
	for (const { path: file, contents } of outputFiles) {
		// Another process may be reading what it has compiled.
		if (existsSync(file) && readFileSync(file).equals(contents)) continue;
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, contents);
	}
	return (file) => require(path.join(folder, file.replace(/\.ts$/, '.js')));
}
