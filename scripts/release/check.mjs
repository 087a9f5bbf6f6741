// npm run release:check: everything about a release that can be checked before it is one.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packPackage } from '../packPackage.mjs';
import { checkWithKnip, checkWithPublint } from './packageLint.mjs';
import { checkReproducible } from './reproducible.mjs';
import { checkTarball } from './tarball.mjs';
import { checkVersion } from './version.mjs';
import { checkWorkflows } from './workflows.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const usage = `npm run release:check                   the package and its workflows as they are here
npm run release:check -- --tag 0.2.0    also that this tag is the version and has its section in the changelog`;

const { values } = parseArgs({
	options: { help: { type: 'boolean' }, tag: { type: 'string' } },
});
if (values.help) console.log(usage);
else await main(values.tag);

async function main(tag) {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'release-check-'));
	try {
		const packed = { folder, ...packPackage(folder) };
		const kilobytes = (packed.bytes / 1024).toFixed(1);
		const { findings, digest } = checkReproducible(root);
		const results = [
			[
				`Tarball: ${packed.files.length} files, ${kilobytes} KB, licence, no machine`,
				checkTarball(packed),
			],
			['publint', await checkWithPublint(folder)],
			['knip', checkWithKnip(root)],
			[`Reproducible: sha512 ${digest.slice(0, 16)}…`, findings],
			[`Version${tag ? `: tag ${tag}` : ''}, changelog, contract`, checkVersion(root, tag)],
			['Workflows: actionlint, pins, permissions, provenance', await checkWorkflows(root)],
		];
		for (const [title, found] of results) {
			console.log(`${found.length === 0 ? 'right' : 'WRONG'}  ${title}`);
			for (const finding of found) console.log(`         ${finding}`);
		}
		process.exitCode = results.every(([, found]) => found.length === 0) ? 0 : 1;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
