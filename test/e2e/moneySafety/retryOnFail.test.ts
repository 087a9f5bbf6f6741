import type { PlannedFault } from '../../service/faultPlan';
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

	it.each(unclearFaults)('stops and says so when %s', async (_, fault, stored) => {
		stage.service.faults.add({ ...fault, method: 'POST', path, after: 4 });

		const result = await run({});

		expect(result.status).toBe('error');
		expect(errorOf(result).message).toMatch(unclearCharge('RES-1'));
		expect(errorOf(result).message).toContain('[item 4]');
		expect(storedOf(charges[4])).toBe(stored);
		expect(postsPerCharge()).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
		expect(reckon(charges, stage.service.books).duplicated).toBe(0);
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
			expect(done.map(({ json }) => json.amount)).toEqual([8, 9, 10]);
			const reported = failed.map(({ json }) => json.error);
			expect(reported).toHaveLength(7);
			unclearFaults.forEach((_, index) => {
				expect(reported[index]).toMatch(unclearCharge('RES-1'));
				expect(reported[index]).toContain(`[item ${index}]`);
			});
			expect(reported[6]).toContain('did not accept the values');
			expect(postsPerCharge()).toEqual(charges.map(() => 1));
			expect(charges.map(storedOf)).toEqual([...unclearFaults.map(([, , n]) => n), 0, 1, 1, 1]);
		},
	);

	describe('when charges go out in parallel', () => {
		const many = makeCharges('BUSY', 60, 20);

		it('repeats nothing that was sent, names what is unclear, and says how many were done', async () => {
			// One of the first is still waiting for its answer when a later one breaks off.
			stage.service.faults.add({ kind: 'hangAfter', method: 'POST', path });
			stage.service.faults.add({ kind: 'resetAfter', method: 'POST', path, after: 7 });

			const result = await run({}, many);

			expect(result.status).toBe('error');
			const done = answered().length;
			const { message, description } = errorOf(result);
			const unclear = unclearItems();
			expect(message).toMatch(unclearCharge('BUSY-'));
			expect(message).toContain(`[item ${unclear[0]}]`);
			expect(unclear).toHaveLength(2);
			expect(description).toContain(`unclear for items ${unclear.join(', ')} whether`);
			expect(description).toContain(`${done} of 60 items were done`);
			expect(Math.max(...postsPerCharge(many))).toBe(1);
			expect(reckon(many, stage.service.books).duplicated).toBe(0);
		});

		it('gives out everything that is done, and reports everything that is unclear', async () => {
			const kinds = ['errorAfter', 'resetBefore', 'resetAfter', 'truncatedJson'] as const;
			stage.service.faults.random({ seed: 33, rate: 0.35, kinds, methods: ['POST'], path });

			const result = await run({ onError: 'continueErrorOutput' }, many, {});

			const [done, failed] = [readOutput(result, 'Charge'), readOutput(result, 'Charge', 1)];
			expect(done.map(({ json }) => json.amount)).toEqual(answered());
			expect(done.length + failed.length).toBe(60);
			for (const { json } of failed) expect(json.error).toMatch(unclearCharge('BUSY-'));
			expect(postsPerCharge(many)).toEqual(many.map(() => 1));
			expect(reckon(many, stage.service.books).duplicated).toBe(0);
		});

		/** Positions of the charges whose answer did not. */
		function unclearItems(): number[] {
			const broken = posts().filter(({ fault }) => fault !== undefined);
			const amounts = broken.map(({ body }) => (body as Charge).amount);
			return many.flatMap(({ amount }, item) => (amounts.includes(amount) ? [item] : []));
		}

		/** Amounts of the charges whose answer reached the node, in input order. */
		function answered(): number[] {
			const whole = posts().filter(({ fault }) => fault === undefined);
			return whole.map(({ body }) => (body as Charge).amount).sort((one, other) => one - other);
		}
	});

	async function run(
		settings: object,
		items = charges,
		options: object = { timeout: 1000 },
	): Promise<ExecutionResult> {
		const node = chargeNode(stage.credential, { options }, { ...retryOnFail, ...settings });
		const workflow = await stage.api.createWorkflow(
			chainNodes('Charges', chargesNode(items), node),
		);
		return await stage.api.runWorkflow(workflow, triggerName);
	}

	function posts(): LoggedRequest[] {
		return stage.service.log.entries.filter(
			(entry) => entry.method === 'POST' && path.test(entry.path),
		);
	}

	function postsPerCharge(items = charges): number[] {
		const amounts = posts().map(({ body }) => (body as Charge).amount);
		return items.map((charge) => amounts.filter((amount) => amount === charge.amount).length);
	}

	function storedOf(charge: Charge | undefined): number {
		return stage.service.books.all().filter(({ amount }) => amount === charge?.amount).length;
	}
});

function unclearCharge(reservationId: string): RegExp {
	return new RegExp(`may or may not have been created on reservation '${reservationId}`);
}

function errorOf(result: ExecutionResult) {
	return result.data.resultData.error ?? { message: '', description: '' };
}
