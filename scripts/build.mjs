// npm run build: compiles what n8n loads into dist, with icons, codex files and schemas beside it. --unchecked leaves types to what checks them
// elsewhere.
import { spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { writeSchemas } from './schemas.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, 'dist');
const project = path.join(root, 'tsconfig.json');

function checkTypes() {
	const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
	const words = [tsc, '-p', project, '--noEmit'];
	const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}

function compileInto(folder) {
	const { config } = ts.readConfigFile(project, ts.sys.readFile);
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
	for (const fileName of fileNames) {
		const target = path.join(folder, path.relative(root, fileName));
		mkdirSync(path.dirname(target), { recursive: true });
		const text = readFileSync(fileName, 'utf8');
		if (fileName.endsWith('.json')) writeFileSync(target, text);
		else {
			const { outputText } = ts.transpileModule(text, { fileName, compilerOptions: options });
			writeFileSync(target.replace(/\.ts$/, '.js'), outputText);
		}
	}
	cpSync(path.join(root, 'icons'), path.join(folder, 'icons'), { recursive: true });
}

/** At once, as something else may be reading dist. */
function replaceDist(fresh) {
	const old = `${fresh}-old`;
	if (existsSync(dist)) renameSync(dist, old);
	renameSync(fresh, dist);
	rmSync(old, { recursive: true, force: true });
}

if (!process.argv.includes('--unchecked')) checkTypes();
const fresh = path.join(root, '.cache', `build-${process.pid}`);
compileInto(fresh);
writeSchemas(fresh);
replaceDist(fresh);
