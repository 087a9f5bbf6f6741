import type { INodeParameters } from 'n8n-workflow';
import type { PlannedFault } from '../../service/faults';
import { CHARGE, useFreshService } from './freshService';
import { byId } from './serviceItemNode';

const serviceId = byId('si-1');

/** Every operation on service item si-1, or on its reservation. */
export const PARAMETERS: Record<string, INodeParameters> = {
	create: CHARGE,
	delete: { serviceId },
	get: { serviceId },
	getAll: { reservationId: 'R-1' },
	update: { serviceId, updateFields: { amount: 30 } },
};
const ONE_RETRY = { maxRetries: 1, timeout: 1000 };

/** A fresh service for every test of a file, with service item si-1, at which one is logged in. */
export function useRetries() {
	const fresh = useFreshService();

	beforeEach(async () => {
		fresh.seed('si-1');
		await fresh.run('get', { serviceId });
		fresh.service.log.clear();
	});

	/** Runs one operation, of which the first request about service items goes wrong. */
	async function runDespite(operation: string, fault: PlannedFault, options: INodeParameters = {}) {
		fresh.service.faults.add({ path: /^\/services/, ...fault });
		const parameters = { ...PARAMETERS[operation], options: { ...ONE_RETRY, ...options } };
		return await fresh.run(operation, parameters);
	}

	/** Runs one operation on as many items as there are faults; each item's first request goes wrong in its own way. */
	async function runItemsDespite(operation: string, faults: Array<[string, PlannedFault]>) {
		const items = faults.map(([name, fault], index) => {
			const id = `item-${index}-`;
			fresh.seed(id);
			fresh.service.faults.add({ ...fault, path: new RegExp(`/${id}$`) });
			return { id, name };
		});
		const parameters = { ...PARAMETERS[operation], serviceId: byId('={{ $json.id }}') };
		const run = await fresh.run(operation, { ...parameters, options: ONE_RETRY }, { items });
		const statuses = items.map(({ id, name }) => [
			name,
			fresh.service.log.entries.filter(({ path }) => path.endsWith(id)).map(({ status }) => status),
		]);
		return { run, statusesByName: Object.fromEntries(statuses) as Record<string, unknown[]> };
	}

	return { fresh, runDespite, runItemsDespite };
}
