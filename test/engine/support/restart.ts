import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './loadedPackage';

const copied = new Set<string>();

/**
 * The package as a restarted n8n, or another worker, loads it: of what a test has done it knows nothing but what n8n has stored.
 * Test files share it, as loading takes a while and every test has an account of its own.
 * @param name of the process
 * @returns a `packageRoot` for runs
 */
export function restartedPackage(name = 'restarted'): string {
	const folder = `${name}-package-${process.env.JEST_WORKER_ID}`;
	const packageRoot = path.join(repositoryRoot, '.cache', folder);
	if (copied.has(packageRoot)) return packageRoot;
	copied.add(packageRoot);
	rmSync(packageRoot, { recursive: true, force: true });
	for (const part of ['dist', 'package.json']) {
		cpSync(path.join(repositoryRoot, part), path.join(packageRoot, part), { recursive: true });
	}
	return packageRoot;
}
