// What can be said on the command line.
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { DemoError } from './terminal.mjs';

export const usage = `npm run demo                      runs the example and leaves the editor open until Ctrl-C
npm run demo -- --queue           the same with Redis, PostgreSQL, a main process and two workers
npm run demo -- --once            ends after the run
npm run dev                       its n8n loads what is changed in nodes/ and credentials/
npm run demo -- --port 5680       the editor's port (default 5678; with --once, any free one)
npm run demo -- --service-port N  the miniature service's port (default: any free one)`;

/** @throws {DemoError} with the usage, or naming what is not a port */
export function readOptions() {
	const values = parse();
	return {
		...values,
		port: readPort(values.port) ?? (values.once ? undefined : 5678),
		servicePort: readPort(values['service-port']),
	};
}

function parse() {
	const [flag, text] = [{ type: 'boolean' }, { type: 'string' }];
	const flags = { dev: flag, help: flag, once: flag, queue: flag };
	try {
		return parseArgs({ options: { ...flags, port: text, 'service-port': text } }).values;
	} catch (error) {
		throw new DemoError(`${error.message}\n\n${usage}`);
	}
}

function readPort(text) {
	if (text === undefined) return undefined;
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new DemoError(`'${text}' is not a port: choose a number from 1 to 65535.`);
}

/**
 * Asked before the long part begins.
 *
 * @throws {DemoError} naming a port that is taken, and how to choose another
 */
export async function requireFreePorts({ port, servicePort }) {
	if (port) await requireFreePort(port, '--port');
	if (servicePort) await requireFreePort(servicePort, '--service-port');
}

async function requireFreePort(port, option) {
	const server = createServer();
	await new Promise((resolve, reject) => {
		server.once('error', ({ code }) => {
			const reason = code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${code})`;
			const remedy = `Choose another one: npm run demo -- ${option} ${port + 1}`;
			reject(new DemoError(`Port ${port} ${reason}. ${remedy}`));
		});
		server.listen(port, '127.0.0.1', resolve);
	});
	await new Promise((resolve) => server.close(resolve));
}
