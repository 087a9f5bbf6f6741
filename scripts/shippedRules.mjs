// The ESLint rules for what users install: those of n8n's official scanner, with the plugin release it bundles, and those
// of the plugin's current release. One plugin name can stand for one release only, so the current one gets its own.
import { createRequire } from 'node:module';
import currentPlugin from '@n8n/eslint-plugin-community-nodes';
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';

// The scanner makes a temporary folder as it is imported, and on its own leaves it behind.
const scanner = import.meta.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
createRequire(scanner)('tmp').setGracefulCleanup();

const scannerName = '@n8n/community-nodes';
const currentName = `${scannerName}-current`;

/**
 * A flat config for sources and compiled files alike. The scanner itself fails on errors only; whoever uses this config
 * is expected to fail on its warnings too.
 *
 * @returns {Promise<import('eslint').Linter.Config[]>}
 */
export async function buildShippedRules() {
	const recommended = Object.entries(currentPlugin.configs.recommended.rules);
	const rules = recommended.map(([name, how]) => [name.replace(scannerName, currentName), how]);
	return [
		...(await buildScanConfig()),
		{ plugins: { [currentName]: currentPlugin }, rules: Object.fromEntries(rules) },
		// The scanner does not heed inline comments: a disabled rule would only hide a finding until publication. With
		// this setting they have no effect here either, and each is reported as a warning.
		{ linterOptions: { noInlineConfig: true } },
	];
}
