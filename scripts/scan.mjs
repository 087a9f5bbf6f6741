// The check n8n runs on a published package, run before publishing: the official scanner on the sources and on the packed
// tarball. On top of the scanner's verdict, warnings count too, and so do the rules of the plugin's current release.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as scanner from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';
import { packPackage } from './packPackage.mjs';
import { buildShippedRules } from './shippedRules.mjs';

const root = path.dirname(import.meta.dirname);

const destination = mkdtempSync(path.join(os.tmpdir(), 'reservation-service-scan-'));
try {
	const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	// The files that n8n loads by the word of package.json.
	const entries = [...manifest.n8n.credentials, ...manifest.n8n.nodes];
	const sources = entries.map((entry) => entry.replace(/^dist\/(.+)\.js$/, '$1.ts'));
	const packed = packPackage(destination);
	const findings = [
		...inspectTarball(packed, entries),
		...(await scan('Sources', root, scanner.SOURCE_FILE_PATTERNS, sources)),
		...(await scan('Tarball', destination, ['**/*.js', 'package.json'], entries)),
	];
	for (const finding of findings) console.error(`\n${finding}`);
	console.log(findings.length === 0 ? '\nScan passed.' : '\nScan did not pass.');
	process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
	rmSync(destination, { recursive: true, force: true });
}

/** The tarball may hold what n8n loads and what describes it, and nothing else. */
function inspectTarball({ tarball, files, bytes }, entries) {
	console.log(`${tarball}: ${(bytes / 1024).toFixed(1)} KB, ${files.length} files`);
	const described = ['package.json', 'README.md', 'LICENSE.md', 'CHANGELOG.md'];
	const codex = entries.map((entry) => entry.replace(/\.node\.js$/, '.node.json'));
	const needed = [...entries, ...codex, 'README.md', 'LICENSE.md'];
	const isRight = (file) => described.includes(file) || /^dist\/.+\.(js|json|svg)$/.test(file);
	const surplus = files.filter((file) => !isRight(file));
	const missing = needed.filter((file) => !files.includes(file));
	return [
		...surplus.map((file) => `The tarball should not hold ${file}`),
		...missing.map((file) => `The tarball lacks ${file}`),
	];
}

/**
 * The scanner passes a folder in which it found nothing to lint, and one whose files only earn warnings; hence the
 * list of files that must have been read, and the second pass, which counts everything.
 */
async function scan(title, folder, patterns, required) {
	const verdict = await scanner.analyzePackage(folder, patterns);
	const overrideConfig = await buildShippedRules();
	const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig });
	const results = await eslint.lintFiles(patterns);
	const read = results.map(({ filePath }) => path.relative(folder, filePath).replaceAll('\\', '/'));
	const unread = ['package.json', ...required].filter((file) => !read.includes(file));
	const faulty = results.filter(({ messages }) => messages.length > 0);
	const passed = verdict.passed ? 'passed' : 'did not pass';
	console.log(`${title}: scanner ${passed}; ${read.length} files, ${faulty.length} with findings`);
	const findings = unread.map((file) => `${title}: ${file} was not scanned`);
	if (faulty.length > 0) {
		const formatter = await eslint.loadFormatter('stylish');
		findings.push(`${title}: ${await formatter.format(results)}`);
	} else if (!verdict.passed) findings.push(`${title}: ${verdict.details ?? verdict.message}`);
	return findings;
}
