import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port on the loopback address that nothing listens on at the moment. */
export async function findFreePort(): Promise<number> {
	const server = createServer();
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	await once(server.close(), 'close');
	return port;
}
