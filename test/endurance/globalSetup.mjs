import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureN8nHost } from '../../scripts/n8nHost.mjs';
import { packPackage } from '../../scripts/packPackage.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export default async function setUp() {
	const host = await ensureN8nHost();
	const packageFolder = path.join(root, '.cache', 'endurance-package');
	packPackage(packageFolder);
	process.env.ENDURANCE_INSTALLATION = JSON.stringify({ host, packageFolder });
}
