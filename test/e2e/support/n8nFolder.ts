import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * A user folder of n8n (its database, its settings, its community packages) with our package in it, laid out as n8n
 * itself lays out an installed community package.
 * @param packageFolder the unpacked tarball, as scripts/packPackage.mjs makes it; none where it is not installed
 * @returns a fresh temporary folder, to be set as N8N_USER_FOLDER
 */
export function createUserFolder(packageFolder?: string): string {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'n8n-user-'));
	if (packageFolder === undefined) return folder;
	mkdirSync(packageIn(folder), { recursive: true });
	cpSync(packageFolder, packageIn(folder), { recursive: true });
	return folder;
}

/** Where n8n finds the package in its user folder. */
export function packageIn(userFolder: string): string {
	return path.join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-reservation-service');
}

export function removeUserFolder(folder: string): void {
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
