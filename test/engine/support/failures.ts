import type { INodeParameters } from 'n8n-workflow';
import type { FaultKind } from '../../service/faults';
import { CHARGE, useFreshService } from './freshService';
import { byId } from './serviceItemNode';
import type { ShownError } from './workflowRun';

/** What the service says whenever it is told to fail. */
export const WORDS = 'The service is unavailable';

/** Of the one service item there is. */
export const serviceId = byId('si-1');
/** The parameters with which each operation succeeds. */
const PARAMETERS: Record<string, INodeParameters> = {
	create: CHARGE,
	delete: { serviceId },
	get: { serviceId },
	getAll: { reservationId: 'R-1' },
	update: { serviceId, updateFields: { amount: 30 } },
};
/** The operations on service items. */
export const OPERATIONS = Object.keys(PARAMETERS);

/** Starts a service for every test of a file, whose node has a token already and does not try again. */
export function useFailures() {
	const fresh = useFreshService();
	let guests = 0;

	/** Runs one operation without retries and returns what n8n shows. */
	async function failureOf(
		operation: string,
		options: INodeParameters = {},
		credential = fresh.credential,
	): Promise<ShownError> {
		const parameters = { ...PARAMETERS[operation], options: { maxRetries: 0, ...options } };
		const run = await fresh.run(operation, parameters, { credential });
		if (run.error === undefined) throw new Error(`It succeeded: ${JSON.stringify(run.json())}`);
		return run.error;
	}

	/** The same with an account of its own, as an account that was refused has to wait before it asks again. */
	async function failureOfAnother(operation: string): Promise<ShownError> {
		return await failureOf(operation, {}, fresh.addAccount(`hotel-${++guests}`));
	}

	/** From now on every request about service items goes wrong; logins do not. */
	function breakWith(kind: FaultKind, details: { status?: number; location?: string } = {}) {
		fresh.service.faults.add({ kind, path: /^\/services/, times: 1000, ...details });
	}

	beforeEach(async () => {
		fresh.seed('si-1');
		await fresh.run('get', { serviceId });
		fresh.service.log.clear();
	});

	return { fresh, failureOf, failureOfAnother, breakWith };
}
