import { CHARGE, listOf, useHotel } from '../support/hotel';
import { restartedPackage } from '../support/restart';
import type { WorkflowRun } from '../support/workflowRun';

/** A login ends the token of the one before. */
const hotel = useHotel({ latencyMs: 10, dialect: { newTokenEndsOthers: true } });
const [one, other, earlier] = [
	restartedPackage('one'),
	restartedPackage('other'),
	restartedPackage(),
];

/** One request after the other. */
beforeEach(() => hotel.credential.edit({ accountConcurrency: 1 }));

async function runIn(packageRoot: string): Promise<WorkflowRun> {
	return await hotel.run(
		'create',
		{ ...CHARGE, amount: '={{ $json.amount }}' },
		{ items: listOf(3, (amount) => ({ amount })), packageRoot },
	);
}

/** Has n8n store the next token only after the one that comes then, which ends it. */
function storeEndedTokenLast(): void {
	const { issued } = hotel.service.tokens;
	const numberOf = (token: unknown): number =>
		Number(/^access-(\d+)-/.exec(String(token))?.[1]) - issued;
	let isStored: () => void;
	const secondIsStored = new Promise<void>((resolve) => (isStored = resolve));
	hotel.store.beforeWrite = async ({ accessToken }) => {
		if (numberOf(accessToken) === 1) await secondIsStored;
		else isStored();
	};
}

const failures = (runs: WorkflowRun[]) => runs.flatMap(({ error }) => error?.httpCode ?? []);

it.each([
	['at first', []],
	['after a revocation', [one, other]],
	['after a restart and a revocation', [earlier]],
])('two processes that log in at the same instant %s make all charges', async (_, before) => {
	for (const process of before) await runIn(process);
	await hotel.letTokenAge();
	hotel.service.tokens.revokeAll();
	hotel.service.log.clear();
	const made = hotel.service.books.changes.created;
	storeEndedTokenLast();
	const runs = await Promise.all([runIn(one), runIn(other)]);

	expect(failures(runs)).toEqual([]);
	expect(hotel.service.books.changes.created - made).toBe(6);
	expect(hotel.exchanges).toBe(2);
});

it('a process whose token was ended after it had served, and stored last, logs in once more', async () => {
	storeEndedTokenLast();
	const first = runIn(one);
	await hotel.until(() => hotel.service.books.changes.created > 0);
	const runs = await Promise.all([first, runIn(other)]);

	expect(failures(runs)).toEqual([]);
	expect(hotel.service.books.changes.created).toBe(6);
	expect(hotel.exchanges).toBe(3);
});
