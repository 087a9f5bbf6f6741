import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/**
 * @param names of the program, the one to be preferred first
 * @param more folders to look into besides those of the PATH
 * @returns its file; undefined where it is not there
 */
export function findExecutable(names: string[], more: string[] = []): string | undefined {
	const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...more];
	const files = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
	return files.find(isExecutable);
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
