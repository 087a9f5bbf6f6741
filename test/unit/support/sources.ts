import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(__dirname, '..', '..', '..');

/** A file, by its path from the root of the repository. */
export function read(file: string): string {
	return readFileSync(path.join(root, file), 'utf8');
}

/** What the package is built of, by such paths. */
export const sources = ['nodes', 'credentials']
	.flatMap((folder) => {
		const files = readdirSync(path.join(root, folder), { recursive: true }) as string[];
		return files.map((file) => path.join(folder, file));
	})
	.filter((file) => file.endsWith('.ts'));
