// The miniature service and what drives n8n are TypeScript for the tests' sake; scripts run them compiled.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, '.cache', 'tools');
const require = createRequire(import.meta.url);

/**
 * Compiles modules, with all they import, into .cache/tools (about two seconds; types are checked elsewhere).
 *
 * @param {string[]} entries source paths, such as 'test/service/dialect.ts'
 * @returns {(file: string) => object} gives a compiled module by its source path
 */
export function compileTools(entries) {
	const flags = ['--module', 'commonjs', '--target', 'es2022', '--esModuleInterop', '--noCheck'];
	const { status, stdout } = spawnSync(
		process.execPath,
		[
			require.resolve('typescript/bin/tsc'),
			...flags,
			'--rootDir',
			root,
			'--outDir',
			folder,
			...entries,
		],
		{ cwd: root, encoding: 'utf8' },
	);
	if (status !== 0) throw new Error(`tsc did not compile the tools:\n${stdout}`);
	return (file) => require(path.join(folder, file.replace(/\.ts$/, '.js')));
}
