import type { PlannedFault } from '../../service/faults';
import type { LoggedRequest } from '../../service/requestLog';
import type { Charge } from '../support/charges';
import { useChargeStage } from '../support/chargeStage';
import { chargeNode, chargesNode, makeCharges, reckon } from '../support/charges';
import type { ExecutionResult } from '../support/execution';
import { chainNodes, readOutput, triggerName } from '../support/workflows';

const path = /^\/services$/;
// Of one reservation, so that they go one after another.
const charges = makeCharges('RES', 10, 1);
const refused: PlannedFault = { kind: 'errorBefore', status: 422, method: 'POST', path };
const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** What goes wrong with one POST without telling whether the charge was stored. */
const unclearFaults: Array<[string, PlannedFault, number]> = [
	['the service fails after it has stored the charge', { kind: 'errorAfter', status: 500 }, 1],
	['the connection breaks before the charge is stored', { kind: 'resetBefore' }, 0],
];

describe('n8n’s Retry On Fail, which runs the whole node again, without any protection', () => {
	const stage = useChargeStage();

	it('sends a charge that was refused once more, and no other', async () => {
		stage.service.faults.add({ kind: 'errorBefore', status: 422, method: 'POST', path, after: 4 });

		const result = await run({});

		expect(result.status).toBe('success');
		expect(readOutput(result, 'Charge').map(({ json }) => json.amount)).toEqual(
			charges.map(({ amount }) => amount),
		);
		expect(reckon(charges, stage.service.books)).toEqual({ stored: 10, lost: 0, duplicated: 0 });
		expect(postsPerCharge()).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1, 1]);
	});

	// n8n would run the node again if the first output item looked like a failed one: so the first one fails, too.
	it.each(['continueRegularOutput', 'continueErrorOutput'])(
		'sends every charge once and reports what is unclear under %s',
		async (onError) => {
			for (const [, fault] of unclearFaults)
				stage.service.faults.add({ ...fault, method: 'POST', path });
			stage.service.faults.add(refused);

			const result = await run({ onError });

			expect(result.status).toBe('success');
			const isSplit = onError === 'continueErrorOutput';
			const done = readOutput(result, 'Charge').filter(({ json }) => json.id !== undefined);
			const failed = readOutput(result, 'Charge', isSplit ? 1 : 0).filter(
				({ json }) => json.error !== undefined,
			);
			const sent = charges.slice(unclearFaults.length + 1);
			expect(done.map(({ json }) => json.amount)).toEqual(sent.map(({ amount }) => amount));
			const reported = failed.map(({ json }) => json.error);
			expect(reported).toHaveLength(unclearFaults.length + 1);
			unclearFaults.forEach((_, index) => {
				expect(reported[index]).toMatch(unclearCharge('RES-1'));
				expect(reported[index]).toContain(`[item ${index}]`);
			});
			expect(reported.at(-1)).toContain('did not accept the values');
			expect(postsPerCharge()).toEqual(charges.map(() => 1));
			expect(charges.map(storedOf)).toEqual([
				...unclearFaults.map(([, , n]) => n),
				0,
				...sent.map(() => 1),
			]);
		},
	);

	async function run(settings: object): Promise<ExecutionResult> {
		const node = chargeNode(stage.credential, {}, { ...retryOnFail, ...settings });
		const workflow = await stage.api.createWorkflow(
			chainNodes('Charges', chargesNode(charges), node),
		);
		return await stage.api.runWorkflow(workflow, triggerName);
	}

	function posts(): LoggedRequest[] {
		return stage.service.log.entries.filter(
			(entry) => entry.method === 'POST' && path.test(entry.path),
		);
	}

	function postsPerCharge(): number[] {
		const amounts = posts().map(({ body }) => (body as Charge).amount);
		return charges.map((charge) => amounts.filter((amount) => amount === charge.amount).length);
	}

	function storedOf(charge: Charge | undefined): number {
		return stage.service.books.all().filter(({ amount }) => amount === charge?.amount).length;
	}
});

function unclearCharge(reservationId: string): RegExp {
	return new RegExp(`may or may not have been created on reservation '${reservationId}`);
}
