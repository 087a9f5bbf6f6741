// The tarball: what is in it and how big it is, no trace of the machine it was made on, and a licence for all of it.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { inspectContents, listEntries } from '../tarballContents.mjs';

/** In kilobytes of 1,024 bytes, packed. */
const budget = 80;
const machineTraces = [
	/\/(?:home|Users|root|tmp|var|opt|work|private)\/[\w.-]+/,
	/[A-Z]:\\[\w.-]+\\/,
	/file:\/\//,
	/sourceMappingURL/,
	/node_modules\//,
];
/** n8n's folders in its container, of which messages and pages may speak. */
const spokenOf = /\/home\/node\/\.n8n/g;
const provided = [
	'n8n-workflow',
	...builtinModules,
	...builtinModules.map((name) => `node:${name}`),
];

/**
 * @param {{ folder: string, files: string[], bytes: number }} packed the unpacked tarball, and its packed size
 * @returns {string[]} findings
 */
export function checkTarball({ folder, files, bytes }) {
	const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
	const texts = files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]);
	return [
		...inspectContents(files, listEntries(manifest)),
		...checkSize(bytes),
		...texts.flatMap(([file, text]) => findTraces(file, text)),
		...checkLicence(manifest, Object.fromEntries(texts)),
	];
}

function checkSize(bytes) {
	const kilobytes = bytes / 1024;
	if (kilobytes <= budget) return [];
	return [`The tarball has ${kilobytes.toFixed(1)} KB, its budget is ${budget} KB`];
}

function findTraces(file, text) {
	const heard = text.replace(spokenOf, '');
	const found = machineTraces.map((trace) => trace.exec(heard)?.[0]);
	const own = [os.homedir(), process.cwd()].find((name) => heard.includes(name));
	return [...found, own].filter(Boolean).map((trace) => `${file} names '${trace}' of a machine`);
}

/** All code is the package's own, and so is under its licence: whatever else it uses, n8n and Node.js provide. */
function checkLicence({ license, dependencies = {} }, texts) {
	const findings = [];
	if (license !== 'MIT') findings.push(`package.json names the licence ${license}, not MIT`);
	if (!/^(#\s*)?MIT License/m.test(texts['LICENSE.md']))
		findings.push('LICENSE.md is not the MIT one');
	for (const name of Object.keys(dependencies)) findings.push(`${name} is a runtime dependency`);
	for (const [file, text] of Object.entries(texts).filter(([name]) => name.endsWith('.js'))) {
		for (const [, name] of text.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)) {
			if (name.startsWith('.') || provided.includes(name)) continue;
			findings.push(`${file} requires ${name}, which neither n8n nor Node.js provides`);
		}
		const foreign = /@licen[cs]e|Copyright \(c\)/i.exec(text)?.[0];
		if (foreign) findings.push(`${file} holds code of others: ${foreign}`);
	}
	return findings;
}
