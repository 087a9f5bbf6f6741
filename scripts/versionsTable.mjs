// The README's table of the versions of n8n that were tested. Every kind of run fills a column of its own, from its own results.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const markers = /(<!-- versions -->\n)[\s\S]*?(<!-- \/versions -->)/;
const columns = ['Engine tests', 'In a real n8n'];

/**
 * Puts what was run into its column, one row per version, and leaves all else as it is.
 *
 * @param {'Engine tests' | 'In a real n8n'} column
 * @param {Array<{ version: string, passed: number, skipped: number, failed: number }>} results version: such as 1.123
 * @throws {Error} when the README has no place for the table
 */
export function writeVersions(column, results) {
	const file = path.join(root, 'README.md');
	const text = readFileSync(file, 'utf8');
	if (!markers.test(text))
		throw new Error('README.md has no <!-- versions --> … <!-- /versions -->');
	const [present] = markers.exec(text);
	const rows = new Map(
		[...present.matchAll(/^\| (\d+\.\d+) +\|(.*)\|$/gm)].map(([, version, cells]) => [
			version,
			cells.split('|').map((cell) => cell.trim()),
		]),
	);
	for (const result of results) {
		const cells = rows.get(result.version) ?? columns.map(() => '');
		cells[columns.indexOf(column)] = describe(result);
		rows.set(result.version, cells);
	}
	const sorted = [...rows].sort(byVersion).map(([version, cells]) => line([version, ...cells]));
	const head = [line(['n8n', ...columns]), line(['---', ...columns.map(() => '---')])];
	const table = [...head, ...sorted].join('\n');
	writeFileSync(file, text.replace(markers, `$1\n${table}\n\n$2`));
	const prettier = path.join(root, 'node_modules', 'prettier', 'bin', 'prettier.cjs');
	spawnSync(process.execPath, [prettier, '--write', file]);
}

function line(cells) {
	return `| ${cells.join(' | ')} |`;
}

function describe({ passed, skipped, failed }) {
	const counts = [
		`${passed} passed`,
		...(skipped ? [`${skipped} need a newer n8n`] : []),
		...(failed ? [`${failed} did not pass`] : []),
	];
	return `${counts.join(', ')} (${new Date().toISOString().slice(0, 10)})`;
}

function byVersion([one], [other]) {
	return one.localeCompare(other, 'en', { numeric: true });
}
