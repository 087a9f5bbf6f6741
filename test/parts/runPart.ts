import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Two workers have something to do; more would load n8n-core, which takes three seconds, more often. */
const PARTS = 2;

/**
 * Runs every second file of the engine tests as if they were one: what all of them load is loaded once for all of them. By their
 * sizes, so that both parts take about as long.
 */
export function runPart(part: number): void {
	const folder = path.join(__dirname, '..', 'engine');
	const sizeOf = (file: string): number => statSync(path.join(folder, file)).size;
	const files = readdirSync(folder, { encoding: 'utf8', recursive: true })
		.filter((file) => file.endsWith('.test.ts'))
		.sort((one, other) => sizeOf(other) - sizeOf(one));
	describe.each(files.filter((_, index) => index % PARTS === part))('%s', (file) => {
		jest.requireActual(path.join(folder, file));
	});
}
