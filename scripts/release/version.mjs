// One version: package.json, its lock, the tag, the changelog's section and the kept contract say the same.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} root the repository's folder
 * @param {string} [tag] that is being released; without one, the next release is only looked at
 * @returns {string[]} findings
 */
export function checkVersion(root, tag) {
	const read = (file) => readFileSync(path.join(root, file), 'utf8');
	const { version } = JSON.parse(read('package.json'));
	const lock = JSON.parse(read('package-lock.json'));
	const changelog = read('CHANGELOG.md');
	const findings = [];
	if (lock.version !== version) {
		findings.push(`package-lock.json says ${lock.version}, package.json ${version}`);
	}
	if (!sectionOf(changelog, version)) {
		findings.push(`CHANGELOG.md has no section ## [${version}] - YYYY-MM-DD with anything in it`);
	}
	if (!changelog.includes(`[${version}]: `)) {
		findings.push(`CHANGELOG.md has no link for [${version}] at its end`);
	}
	if (!existsSync(path.join(root, 'test', 'contract', 'released', version, 'contract.json'))) {
		findings.push(`The contract of ${version} is not kept: npm run contract -- --release`);
	}
	if (tag === undefined) return findings;
	if (tag !== version) findings.push(`The tag is ${tag}, but package.json says ${version}`);
	const unreleased = /^## \[Unreleased\]\n([^]*?)^## /m.exec(changelog)?.[1] ?? '';
	if (unreleased.split('\n').some(isChange))
		findings.push(`CHANGELOG.md has changes under Unreleased: they are in ${version}`);
	return findings;
}

/** The next version's headings, and the block for what npm run contract lists, may wait there. */
function isChange(line) {
	return line.trim() !== '' && !/^(?:### |<!-- )/.test(line);
}

/** @returns {string | undefined} what the changelog says of a version, without its heading */
export function sectionOf(changelog, version) {
	const heading = `## [${version}] - `;
	const section = changelog.split(/^(?=## )/m).find((text) => text.startsWith(heading));
	const [first = '', ...lines] = section?.split('\n') ?? [];
	if (!/ - \d{4}-\d\d-\d\d$/.test(first)) return undefined;
	const text = lines.filter((line) => !/^\[[\w.]+\]: |^<!-- /.test(line)).join('\n');
	return text.trim() || undefined;
}
