import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from './loadedPackage';

/**
 * The package as a restarted n8n, or another worker, loads it: it knows nothing but what n8n has stored.
 * @returns a `packageRoot` for the runs of the file, gone after its tests
 */
export function useRestartedPackage(): string {
	const packageRoot = mkdtempSync(path.join(tmpdir(), 'restarted-package-'));
	for (const part of ['dist', 'package.json']) {
		cpSync(path.join(repositoryRoot, part), path.join(packageRoot, part), { recursive: true });
	}
	symlinkSync(path.join(repositoryRoot, 'node_modules'), path.join(packageRoot, 'node_modules'));
	afterAll(() => rmSync(packageRoot, { recursive: true }));
	return packageRoot;
}
