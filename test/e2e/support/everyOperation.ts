import type { ExecutionResult } from './execution';
import type { WorkflowFile } from './workflows';
import { chainNodes, chooseById, readJson, serviceItemNode } from './workflows';

const values = { reservationId: 'RES-1', amount: '35', date: '2026-12-07' };
const chosen = { serviceId: chooseById(`={{ $('Create').item.json.id }}`) };
const sync = { reference: 'spa' };

/** Each builds on what those before have made: name, parameters, and what its first output item holds. */
const steps: Array<[string, Record<string, unknown>, object]> = [
	[
		'Create',
		{ operation: 'create', ...values, chargeDescription: 'Late checkout' },
		{ amount: 35 },
	],
	['Get', { operation: 'get', ...chosen }, { amount: 35, description: 'Late checkout' }],
	['Update', { operation: 'update', ...chosen, updateFields: { amount: '28' } }, { amount: 28 }],
	[
		'Upsert',
		{ operation: 'upsert', ...values, chargeDescription: 'Spa', reference: 'spa' },
		{ action: 'created' },
	],
	[
		'Sync',
		{ operation: 'sync', ...values, chargeDescription: 'Spa and sauna', ...sync },
		{ action: 'updated', reference: 'spa' },
	],
	['Delete', { operation: 'delete', ...chosen }, { deleted: true }],
	[
		'Get Many',
		{ operation: 'getAll', reservationId: 'RES-1', returnAll: true },
		{ amount: 35, description: 'Spa and sauna', reference: 'spa' },
	],
	[
		'Check',
		{ resource: 'setup', operation: 'check', reservationId: 'RES-1' },
		{ setting: expect.any(String) as string },
	],
];

/** A workflow that runs every operation once on reservation RES-1, of which one charge is left in the end. */
export function everyOperation(credential: { id: string; name: string }): WorkflowFile {
	const nodes = steps.map(([name, parameters]) => serviceItemNode(name, credential, parameters));
	return chainNodes('Every operation', ...nodes);
}

/** Expects of its execution that each operation did what it says. */
export function expectEveryOperation(result: ExecutionResult): void {
	expect(result.data.resultData.error).toBeUndefined();
	for (const [name, , output] of steps) {
		expect(readJson(result, name)[0]).toMatchObject(output);
	}
}
