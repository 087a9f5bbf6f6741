// What n8n's editor shows of a step's output before it has ever run, written from the names that the code itself gives out.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const text = { type: 'string' };

/** @param {string} folder holds the compiled package */
export function writeSchemas(folder) {
	const compiled = path.join(folder, 'nodes', 'shared', 'format', 'charges.js');
	const { simplify } = createRequire(import.meta.url)(compiled);
	const names = Object.keys(simplify({ fields: {} }));
	const properties = { ...texts(names), amount: { type: 'number' } };
	const charge = { type: 'object', properties };
	const action = { action: text };
	const operations = {
		...Object.fromEntries(['create', 'get', 'getAll', 'update'].map((name) => [name, properties])),
		upsert: { ...action, ...properties },
		sync: { ...action, ...texts(['reservationId', 'reference']), before: charge, after: charge },
		delete: { deleted: { type: 'boolean' } },
	};
	const version = ['__schema__', 'v1.0.0'];
	for (const [name, shown] of Object.entries(operations)) {
		write([folder, 'nodes', 'ServiceItem', ...version, 'serviceItem', name], shown);
	}
	const report = texts(['setting', 'verdict', 'advice', 'enter', 'now', 'found']);
	write([folder, 'nodes', 'ServiceItem', ...version, 'setup', 'check'], report);
	const event = { ...texts(['event', 'reservationId']), serviceItem: charge, previous: charge };
	write([folder, 'nodes', 'ServiceItemTrigger', ...version], event);
}

function texts(names) {
	return Object.fromEntries(names.map((name) => [name, text]));
}

function write(place, properties) {
	const file = `${path.join(...place)}.json`;
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify({ type: 'object', properties, version: 1 }, null, '\t'));
}
