import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.join(__dirname, '..', '..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
	version: string;
};

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'release-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs one check in a process of its own, as its module is none that jest can load. */
async function check(module: string, name: string, ...words: unknown[]): Promise<string[]> {
	const file = path.join(root, 'scripts', 'release', module);
	const code = `import { ${name} } from ${JSON.stringify(file)};
		console.log(JSON.stringify(await ${name}(...${JSON.stringify(words)})));`;
	const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
		cwd: folder,
	});
	return JSON.parse(stdout) as string[];
}

function edit(file: string, change: (text: string) => string): void {
	const target = path.join(folder, file);
	writeFileSync(target, change(readFileSync(target, 'utf8')));
}

describe('the version of a release', () => {
	const files = ['package.json', 'package-lock.json', 'CHANGELOG.md', 'test/contract/released'];

	beforeEach(() => {
		for (const file of files) {
			cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
		}
		edit('CHANGELOG.md', (text) => text.replace(/## \[Unreleased\][^]*?(?=## \[)/, ''));
	});

	it('is right where tag, lock, changelog and contract agree', async () => {
		expect(await check('version.mjs', 'checkVersion', folder, version)).toEqual([]);
	});

	it('is wrong under another tag', async () => {
		expect(await check('version.mjs', 'checkVersion', folder, '9.0.0')).toEqual([
			`The tag is 9.0.0, but package.json says ${version}`,
		]);
	});

	it('is wrong where nothing but package.json names it', async () => {
		edit('package.json', (text) => text.replace(`"version": "${version}"`, '"version": "9.0.0"'));
		expect(await check('version.mjs', 'checkVersion', folder, '9.0.0')).toEqual([
			`package-lock.json says ${version}, package.json 9.0.0`,
			expect.stringContaining('## [9.0.0]'),
			expect.stringContaining('no link for [9.0.0]'),
			expect.stringContaining('npm run contract -- --release'),
		]);
	});

	it('may have an empty Unreleased before it, with the block for npm run contract', async () => {
		const empty =
			'## [Unreleased]\n\n### New in forms\n\n<!-- contract -->\n\n<!-- /contract -->\n\n';
		edit('CHANGELOG.md', (text) => text.replace(/^## /m, `${empty}## `));
		expect(await check('version.mjs', 'checkVersion', folder, version)).toEqual([]);
	});

	it('is wrong while changes wait under Unreleased', async () => {
		edit('CHANGELOG.md', (text) => `## [Unreleased]\n\n- A change\n\n${text}`);
		expect(await check('version.mjs', 'checkVersion', folder, version)).toEqual([
			expect.stringContaining('under Unreleased'),
		]);
	});
});

describe('the workflows', () => {
	beforeEach(() =>
		cpSync(path.join(root, '.github'), path.join(folder, '.github'), { recursive: true }),
	);

	it('are right as they are', async () => {
		expect(await check('workflows.mjs', 'checkWorkflows', folder)).toEqual([]);
	});

	it.each([
		['an action by its tag', 'ci.yml', /@[0-9a-f]{40} # v6[.\d]+/, '@v6', 'is not pinned'],
		['more rights', 'ci.yml', 'contents: read', 'contents: write', 'more than read'],
		[
			'rights for a job',
			'ci.yml',
			'timeout-minutes',
			'permissions: { id-token: write }\n    timeout-minutes',
			'id-token: write is not granted',
		],
		['no provenance', 'publish.yml', '--provenance ', '', 'without --provenance'],
		['a stored token', 'publish.yml', 'github.token', 'secrets.NPM_TOKEN', 'a stored secret'],
		['what is no workflow', 'ci.yml', 'runs-on', 'runs-of', 'runs-of'],
	])('are wrong with %s', async (_, file, from, to, words) => {
		edit(path.join('.github', 'workflows', file), (text) => text.replace(from, to));
		expect((await check('workflows.mjs', 'checkWorkflows', folder)).join('\n')).toContain(words);
	});
});

describe('the tarball', () => {
	const code = 'dist/nodes/A/A.node.js';
	const manifest = { license: 'MIT', n8n: { credentials: [], nodes: [code] } };
	const packed: Record<string, string> = {
		'package.json': JSON.stringify(manifest),
		'README.md': 'Installed in /home/node/.n8n',
		'LICENSE.md': 'MIT License',
		[code]: 'require("n8n-workflow"); require("node:crypto"); require("../../b.js")',
		'dist/nodes/A/A.node.json': '{}',
	};

	async function checkWith(changes: Record<string, string>, bytes = 1000): Promise<string[]> {
		const files = { ...packed, ...changes };
		for (const [file, text] of Object.entries(files)) {
			mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
			writeFileSync(path.join(folder, file), text);
		}
		return await check('tarball.mjs', 'checkTarball', { folder, files: Object.keys(files), bytes });
	}

	it('is right with what n8n loads and what describes it', async () => {
		expect(await checkWith({})).toEqual([]);
	});

	it('is too big beyond 80 KB', async () => {
		expect(await checkWith({}, 81 * 1024)).toEqual([
			'The tarball has 81.0 KB, its budget is 80 KB',
		]);
	});

	it.each([
		[
			'a file that does not belong there',
			{ 'dist/a.test.ts': '' },
			'should not hold dist/a.test.ts',
		],
		['a path of the machine', { [code]: '"/home/jane/nodes/x"' }, "names '/home/jane"],
		['a map to the sources', { [code]: '//# sourceMappingURL=a.map' }, 'sourceMappingURL'],
		['a module nobody provides', { [code]: 'require("lodash")' }, 'requires lodash'],
		['code of others', { [code]: '/*! Copyright (c) Jane */' }, 'holds code of others'],
		['another licence', { 'LICENSE.md': 'GNU' }, 'LICENSE.md is not the MIT one'],
	])('is wrong with %s', async (_, changes, words) => {
		expect((await checkWith(changes)).join('\n')).toContain(words);
	});
});
