import { readdirSync } from 'node:fs';
import path from 'node:path';

/** So many that several workers have something to do. */
const PARTS = 4;

/**
 * Runs every fourth file of the engine tests as if they were one: n8n-core, which takes a third of a second to load, is
 * loaded once for all of them.
 */
export function runPart(part: number): void {
	const folder = path.join(__dirname, '..');
	const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
	describe.each(files.filter((_, index) => index % PARTS === part))('%s', (file) => {
		jest.requireActual(path.join(folder, file));
	});
}
