// What npm does to install n8n, step by step.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeFolder } from './folders.mjs';

/**
 * Scripts run only where they must (the project's own .npmrc forbids them, and does not reach here): Node.js links its
 * binary in one, SQLite fetches or compiles its binding in one, and no other package of the 2,000 gets to run any.
 */
export const steps = [
	{
		name: 'node',
		title: 'Node.js',
		seconds: 15,
		folder: nodeFolder,
		arguments: ['install', '--ignore-scripts=false'],
		prepare(stage, definition) {
			const manifest = {
				name: 'node-of-n8n',
				private: true,
				dependencies: { node: definition.node },
				allowScripts: { node: true },
			};
			const folder = nodeFolder(stage, definition);
			rmSync(folder, { recursive: true, force: true });
			mkdirSync(folder);
			writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
		},
	},
	{
		name: 'n8n',
		title: 'n8n and its packages',
		seconds: 180,
		folder: (stage) => stage,
		arguments: ['install', '--legacy-peer-deps', '--ignore-scripts'],
		prepare(stage, { files }) {
			rmSync(path.join(stage, 'node_modules'), { recursive: true, force: true });
			for (const [name, text] of Object.entries(files)) writeFileSync(path.join(stage, name), text);
		},
	},
	{
		name: 'sqlite',
		title: 'SQLite for n8n',
		seconds: 45,
		folder: (stage) => stage,
		arguments: ['rebuild', 'sqlite3', '--ignore-scripts=false'],
		prepare() {},
	},
];
