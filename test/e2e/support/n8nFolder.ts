import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The two files a real n8n is run with, as scripts/n8nHost.mjs installs them: `node n8n …`. */
export interface N8nHost {
	node: string;
	n8n: string;
	/** what this version of n8n needs in its environment */
	environment: Record<string, string>;
}

/**
 * A user folder of n8n (its database, its settings, its community packages) with our package in it, laid out as n8n
 * itself lays out an installed community package.
 *
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

/**
 * The environment n8n runs in. Nothing of the caller's own n8n settings gets in, the home folder is the temporary one,
 * and everything by which n8n reaches out to the internet by itself is switched off.
 */
export function describeEnvironment(
	userFolder: string,
	settings: Record<string, string> = {},
): Record<string, string> {
	return {
		PATH: process.env.PATH ?? '',
		HOME: userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		GENERIC_TIMEZONE: 'Europe/Berlin',
		N8N_LOG_LEVEL: 'warn',
		...offline,
		...settings,
	};
}

const offline = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
	N8N_AI_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry,mcp,instance-ai,agents,chat-hub',
};
