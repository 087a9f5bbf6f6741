import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureN8nHost } from '../../scripts/n8nHost.mjs';
import { packPackage } from '../../scripts/packPackage.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export default async function setUp() {
	const version = process.env.QUEUE_N8N;
	const host = await ensureN8nHost({ version });
	const packageFolder = path.join(root, '.cache', 'queue-package');
	packPackage(packageFolder);
	const installation = { host, packageFolder, version };
	process.env.QUEUE_INSTALLATION = JSON.stringify(installation);
}
