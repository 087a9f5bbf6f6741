// npm run contract: what saved workflows and credentials of every released version would lose with what is built here, in words
// (exit code 1), and what is new since the last one, which it writes into the changelog.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileTools } from './compileTools.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const changelogFile = path.join(root, 'CHANGELOG.md');
const usage = `npm run contract                            compares, and lists additions in CHANGELOG.md
npm run contract -- --release               keeps the contract of the version in package.json, as it is being released, and
                                            what its saved workflows do
npm run contract -- --release --of FOLDER   the same for another built package`;

const { values } = parseArgs({
	options: {
		help: { type: 'boolean' },
		release: { type: 'boolean' },
		of: { type: 'string', default: root },
	},
});
const entries = [
	'contract',
	'releases',
	'unexplained',
	'additions',
	'changelog',
	'replay',
	'saved',
];
const tool = compileTools(entries.map((name) => `test/contract/${name}.ts`));
const { readContract } = tool('test/contract/contract.ts');
const { listReleases, readReleased, releasesFolder } = tool('test/contract/releases.ts');

if (values.help) console.log(usage);
else if (values.release) await keepRelease(path.resolve(values.of));
else compare(readContract(root));

/** What was saved is not written here: it is kept in the folder beside, and grows by hand. */
async function keepRelease(packageRoot) {
	const contract = readContract(packageRoot);
	const folder = path.join(root, releasesFolder, contract.version);
	mkdirSync(folder, { recursive: true });
	write(path.join(folder, 'contract.json'), contract);
	if (!existsSync(path.join(folder, 'workflows'))) return;
	const { replayAll } = tool('test/contract/replay.ts');
	const saved = tool('test/contract/saved.ts').readSaved(root, contract.version);
	write(path.join(folder, 'results.json'), await replayAll(saved, packageRoot));
}

function write(file, content) {
	writeFileSync(file, `${JSON.stringify(content, null, '\t')}\n`);
	console.log(`Written: ${path.relative(root, file)}`);
}

function compare(present) {
	const { listUnexplained } = tool('test/contract/unexplained.ts');
	const { listAdditions } = tool('test/contract/additions.ts');
	const { writeAdditions } = tool('test/contract/changelog.ts');
	const releases = listReleases(root).map((version) => readReleased(root, version));
	const findings = releases.flatMap((released) =>
		listUnexplained(released, present).map((words) => `Since ${released.version}: ${words}`),
	);
	for (const finding of findings) console.error(finding);
	const additions = listAdditions(releases.at(-1), present);
	writeFileSync(changelogFile, writeAdditions(readFileSync(changelogFile, 'utf8'), additions));
	for (const line of additions) console.log(`New: ${line}`);
	console.log(
		findings.length === 0
			? `What was saved with ${releases.map(({ version }) => version).join(', ')} keeps working.`
			: `${findings.length} findings. Undo the change, or explain it in test/contract/allowedChanges.ts.`,
	);
	process.exitCode = findings.length === 0 ? 0 : 1;
}
