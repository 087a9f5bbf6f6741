// Compiles nodes/ and credentials/ into dist/ (the codex files come along through tsconfig's include) and copies icons.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const watch = process.argv.includes('--watch') ? ['--watch'] : [];

rmSync(path.join(root, 'dist'), { recursive: true, force: true });
cpSync(path.join(root, 'icons'), path.join(root, 'dist', 'icons'), { recursive: true });
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json', ...watch], {
	cwd: root,
	stdio: 'inherit',
});
process.exit(status ?? 1);
