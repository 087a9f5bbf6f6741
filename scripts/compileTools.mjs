// The miniature service and the n8n support are TypeScript for the tests' sake; scripts run them compiled.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, '.cache', 'tools');
const require = createRequire(import.meta.url);

const entries = [
	'test/service/demoBookings.ts',
	'test/service/miniatureService.ts',
	'test/e2e/support/n8nApi.ts',
	'test/e2e/support/n8nFolder.ts',
	'test/e2e/support/n8nServer.ts',
	'test/e2e/support/exampleWorkflow.ts',
];

/**
 * Compiles them into .cache/tools (about two seconds; types are checked elsewhere).
 *
 * @returns {(file: string) => object} gives a compiled module by its source path, such as 'test/service/dialect.ts'
 */
export function compileTools() {
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
