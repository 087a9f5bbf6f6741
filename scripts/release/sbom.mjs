// Writes the bill of materials of the packed package, in the CycloneDX format: `sbom.mjs TARBALL > FILE`. npm lists what is installed
// with the package (nothing, as it has no runtime dependencies); the tarball's digest says of which file this is.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const [tarball] = process.argv.slice(2);
if (!tarball) {
	console.error('Give the tarball that npm pack made: sbom.mjs n8n-nodes-….tgz');
	process.exitCode = 2;
} else {
	console.log(JSON.stringify(describe(tarball), null, 2));
}

function describe(file) {
	const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	const omitted = ['--omit', 'dev', '--omit', 'peer', '--package-lock-only'];
	const options = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library', ...omitted];
	const bom = JSON.parse(
		execFileSync('npm', options, { cwd: root, encoding: 'utf8', stdio: 'pipe' }),
	);
	const content = createHash('sha512').update(readFileSync(file)).digest('hex');
	// npm takes the folder's name for the package's.
	Object.assign(bom.metadata.component, { name, hashes: [{ alg: 'SHA-512', content }] });
	return bom;
}
