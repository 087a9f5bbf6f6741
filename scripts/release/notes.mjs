// Prints what the changelog says of a version: `notes.mjs 0.2.0`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sectionOf } from './version.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const [version = ''] = process.argv.slice(2);
const notes = sectionOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version);
if (notes === undefined) {
	console.error(`CHANGELOG.md has no section for ${version || 'a version: give one'}`);
	process.exitCode = 1;
} else {
	console.log(notes);
}
