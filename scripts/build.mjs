// npm run build: compiles what n8n loads into dist, with icons, codex files and schemas. --unchecked leaves types to what checks them elsewhere.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { writeSchemas } from './schemas.mjs';

const root = path.dirname(import.meta.dirname);
const dist = path.join(root, 'dist');
const project = path.join(root, 'tsconfig.json');

function checkTypes() {
	const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
	const words = [tsc, '-p', project, '--noEmit'];
	const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}

function compileInto(folder) {
	const { config } = ts.readConfigFile(project, ts.sys.readFile);
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
	for (const fileName of fileNames) {
		const target = path.join(folder, path.relative(root, fileName));
		fs.mkdirSync(path.dirname(target), { recursive: true });
		const text = fs.readFileSync(fileName, 'utf8');
		if (fileName.endsWith('.json')) fs.writeFileSync(target, text);
		else {
			const { outputText } = ts.transpileModule(text, { fileName, compilerOptions: options });
			fs.writeFileSync(target.replace(/\.ts$/, '.js'), outputText);
		}
	}
	fs.cpSync(path.join(root, 'icons'), path.join(folder, 'icons'), { recursive: true });
}

/** At once, as something else may be reading dist. */
function replaceDist(fresh) {
	const old = `${fresh}-old`;
	if (fs.existsSync(dist)) fs.renameSync(dist, old);
	fs.renameSync(fresh, dist);
	fs.rmSync(old, { recursive: true, force: true });
}

if (!process.argv.includes('--unchecked')) checkTypes();
const fresh = path.join(root, '.cache', `build-${process.pid}`);
compileInto(fresh);
writeSchemas(fresh);
replaceDist(fresh);
