import { readFileSync } from 'node:fs';
import { useChargeStage } from '../support/chargeStage';
import { chargeNode, chargesNode, makeCharges, reckon } from '../support/charges';
import { readInstance } from '../support/instance';
import type { ExecutionResult } from '../support/execution';
import { repeatUntil } from '../support/repeatUntil';
import { chainNodes, readOutput, triggerName } from '../support/workflows';

const charges = makeCharges('RES', 1000, 200);
/** Looks after the first creates, until a list of every length that comes up has shown what was made. */
const MOST_PROOFS = 12;
const everything = { stored: 1000, lost: 0, duplicated: 0 };

describe('a thousand charges on 200 reservations', () => {
	const stage = useChargeStage();

	it('take one login, one list per reservation, a few to prove that lists are whole, and one request each by same fields', async () => {
		const result = await run({ preventDuplicates: 'sameFields' });

		expect(readOutput(result, 'Charge').map(({ json }) => json.amount)).toEqual(
			charges.map(({ amount }) => amount),
		);
		expect(reckon(charges, stage.service.books)).toEqual(everything);
		const { logins, lists, creates } = requests();
		expect({ logins, creates }).toEqual({ logins: 1, creates: 1000 });
		expect(lists).toBeGreaterThanOrEqual(200);
		expect(lists).toBeLessThanOrEqual(200 + MOST_PROOFS);
		report('by same fields', result);
	});

	it('take one list more per reservation by reference, and only lists the second time', async () => {
		const hundred = makeCharges('REF', 100, 20);
		await run({ preventDuplicates: 'reference' }, hundred);
		const { logins, lists, creates } = requests();
		expect({ logins, creates }).toEqual({ logins: 0, creates: 100 });
		expect(lists).toBeGreaterThanOrEqual(40);
		expect(lists).toBeLessThanOrEqual(40 + MOST_PROOFS);
		stage.service.log.clear();

		await run({ preventDuplicates: 'reference' }, hundred);

		expect(requests()).toEqual({ logins: 0, lists: 20, creates: 0, all: 20 });
	});

	it('take one request each without protection, and show in n8n’s log how far they are', async () => {
		const before = readLog().length;

		const result = await run({});

		expect(requests()).toEqual({ logins: 0, lists: 0, creates: 1000, all: 1000 });
		expect(reckon(charges, stage.service.books)).toEqual(everything);
		expect(
			readLog()
				.slice(before)
				.match(/Charge: \d+ of 1000 items done/g),
		).toEqual(
			Array.from({ length: 10 }, (_, step) => `Charge: ${(step + 1) * 100} of 1000 items done`),
		);
		report('without protection', result);
	});

	it('end at once when the execution is stopped: nothing more is sent', async () => {
		stage.service.latencyMs = 50;
		const execution = await stage.api.startWorkflow(await createWorkflow({}), triggerName);
		await repeatUntil(
			'the run is under way',
			() => stage.service.books.changes.created >= 100 || undefined,
		);

		await stage.api.stopExecution(execution);

		await repeatUntil(
			'nothing is under way',
			() => stage.service.inFlight.current === 0 || undefined,
		);
		const { all } = requests();
		stage.service.latencyMs = 0;
		// Whatever the stopped run had still in store would be sent while another one works.
		const other = await run({}, makeCharges('OTHER', 20));
		expect(other.status).toBe('success');
		expect(requests().all).toBe(all + 20);
		expect(all).toBeLessThan(200);
		expect((await stage.api.waitForExecution(execution)).status).toBe('canceled');
		expect(reckon(charges, stage.service.books).duplicated).toBe(0);
	});

	async function run(parameters: object, items = charges): Promise<ExecutionResult> {
		const result = await stage.api.runWorkflow(
			await createWorkflow(parameters, items),
			triggerName,
		);
		expect(result.data.resultData.error).toBeUndefined();
		return result;
	}

	async function createWorkflow(parameters: object, items = charges): Promise<string> {
		const node = chargeNode(stage.credential, { ...parameters });
		return await stage.api.createWorkflow(chainNodes('A thousand', chargesNode(items), node));
	}

	function requests() {
		return {
			logins: stage.service.log.tokenExchanges(),
			lists: stage.service.log.count('GET', /^\/services$/),
			creates: stage.service.log.count('POST', /^\/services$/),
			all: stage.service.log.count(),
		};
	}

	/** Tells the pace; nothing is asserted about it. */
	function report(what: string, result: ExecutionResult): void {
		const time = result.data.resultData.runData.Charge?.[0]?.executionTime ?? NaN;
		const perSecond = (count: number) => Math.round(count / (time / 1000));
		process.stdout.write(
			`1,000 charges ${what}: ${time} ms, ${perSecond(1000)} charges/s, ${perSecond(stage.service.log.count())} requests/s\n`,
		);
	}
});

function readLog(): string {
	return readFileSync(readInstance().logFile, 'utf8');
}
