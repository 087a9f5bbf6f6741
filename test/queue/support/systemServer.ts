import type { ProgramSettings } from './systemProgram';
import { startProgram } from './systemProgram';

/** A server of the system's packages, on a port of its own; it can be away for a while. */
export interface SystemServer {
	readonly port: number;
	/** Ends it, connections included. */
	stop(): Promise<void>;
	/** Starts it again after a stop, with the data it had. */
	start(): Promise<void>;
}

/** Starts it for the first time. */
export async function startServer(port: number, settings: ProgramSettings): Promise<SystemServer> {
	let running = await startProgram(settings);
	return {
		port,
		stop: () => running.stop(),
		start: async () => {
			running = await startProgram(settings);
		},
	};
}
