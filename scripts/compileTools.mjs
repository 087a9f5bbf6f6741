// The miniature service and what drives n8n are TypeScript for the tests' sake; scripts run them compiled.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, '.cache', 'tools');
const require = createRequire(import.meta.url);

/**
 * Compiles what scripts use into .cache/tools; types are checked elsewhere.
 *
 * @returns {(file: string) => object} gives a compiled module by its source path, such as 'test/service/dialect.ts'
 */
export function compileTools() {
	buildSync({
		entryPoints: ['test/**/*.ts'],
		absWorkingDir: root,
		outdir: folder,
		outbase: '.',
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		logLevel: 'error',
	});
	return (file) => require(path.join(folder, file.replace(/\.ts$/, '.js')));
}
