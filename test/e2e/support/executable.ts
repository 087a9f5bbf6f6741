import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** The file of the first of these programs that is there, in the PATH or in one of some more folders. */
export function findExecutable(names: string[], more: string[] = []): string | undefined {
	const PATH = [process.env.PATH, ...more].join(path.delimiter);
	const { stdout } = spawnSync('which', names, { encoding: 'utf8', env: { PATH } });
	return stdout.split('\n')[0] || undefined;
}
