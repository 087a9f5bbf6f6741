import type { AxiosInstance } from 'axios';
import { connectAs } from './client';
import type { MiniatureService } from './miniatureService';
import { startMiniatureService } from './miniatureService';

interface Opened {
	service: MiniatureService;
	client: AxiosInstance;
}

/**
 * Opens a service of its own for every test of a file.
 *
 * @param connect to it, logged in unless told otherwise
 */
export function useService(
	connect: (service: MiniatureService) => AxiosInstance | Promise<AxiosInstance> = connectAs,
): Opened {
	let current: Opened | undefined;

	beforeEach(async () => {
		const service = await startMiniatureService();
		current = { service, client: await connect(service) };
	});

	afterEach(() => current?.service.stop());

	const opened = (): Opened => {
		if (current === undefined) throw new Error('The service opens before each test');
		return current;
	};
	return { service: standIn(() => opened().service), client: standIn(() => opened().client) };
}

/** What a file may name once, though every test has another. */
function standIn<T extends object>(current: () => T): T {
	return new Proxy({} as T, {
		get: (_, property) => Reflect.get(current(), property) as unknown,
		set: (_, property, value) => Reflect.set(current(), property, value),
	});
}
