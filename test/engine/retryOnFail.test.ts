import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from './support/serviceItemNode';
import { charges, once, path, useTriedCharges } from './support/triedCharges';

const { hotel, create, timesSent, timesBooked, refuse } = useTriedCharges();

describe('when items fail in the middle', () => {
	it('every finished charge is sent once, and all results come out in order', async () => {
		refuse(1, 3);
		const run = await create();

		expect(run.error).toBeUndefined();
		expect(timesBooked()).toEqual(once);
		expect(timesSent().reduce((sum, times) => sum + times)).toBe(11);
		expect(run.output()).toEqual(
			charges.map((charge, item) => ({
				json: { id: expect.stringMatching(/^si-\d+$/) as string, date: '2026-11-21', ...charge },
				pairedItem: { item },
			})),
		);
	});

	it('in every try, the last one says how many charges were done', async () => {
		refuse(3, 9);
		hotel.credential.edit({ accountConcurrency: 1 });
		const run = await create();

		expect(run.error?.message).toContain('[item 9]');
		expect(run.error?.description).toContain('9 of 10 items were done before the run stopped');
		expect(timesBooked()).toEqual([...once.slice(1), 0]);
		expect(timesSent()).toEqual([...once.slice(1), 3]);
	});

	it.each([
		['regular', 'continueRegularOutput', 0],
		['error', 'continueErrorOutput', 1],
	] as const)(
		'and go on to the %s output, the node is not tried again',
		async (_, onError, output) => {
			refuse(1, 0);
			refuse(1, 3);
			hotel.credential.edit({ accountConcurrency: 1 });
			const run = await create({ onError });

			expect(run.status).toBe('success');
			expect(timesSent()).toEqual(once);
			expect(timesBooked()).toEqual(charges.map((_charge, n) => (n === 0 || n === 3 ? 0 : 1)));
			const failed = run.json(output).filter(({ error }) => error !== undefined);
			expect(failed.map(({ error }) => error)).toEqual([
				expect.stringMatching(/refuses it for now.*\[item 0\]/),
				expect.stringMatching(/refuses it for now.*\[item 3\]/),
			]);
		},
	);
});

it('an input item that refers to itself is charged once', async () => {
	const [round = {}, other = {}]: IDataObject[] = charges.map((charge) => ({ ...charge }));
	round.guest = { charges: [round, other] };
	refuse(1, 1);
	hotel.credential.edit({ accountConcurrency: 1 });
	const run = await create({ items: [round, other] });

	expect(run.error).toBeUndefined();
	expect(run.json().map(({ amount }) => amount)).toEqual([0, 1]);
	expect(timesSent().slice(0, 2)).toEqual([1, 2]);
	expect(timesBooked().slice(0, 2)).toEqual([1, 1]);
});

describe('deleting and updating', () => {
	const [deletion, update] = [
		{ serviceId: byId('={{ $json.id }}'), options: { maxRetries: 0 } },
		{
			serviceId: byId('={{ $json.id }}'),
			updateFields: { amount: 30 },
			options: { maxRetries: 0 },
		},
	] as INodeParameters[];
	const settings = { items: [{ id: 'a' }, { id: 'b' }], retryOnFail: true };

	beforeEach(() => {
		for (const id of ['a', 'b']) {
			hotel.service.books.add('R-1', { id, amount: 1, date: '2026-11-21', description: id });
		}
	});

	it('a delete whose earlier try got through has succeeded', async () => {
		hotel.service.faults.add({ method: 'DELETE', kind: 'resetAfter' });
		const run = await hotel.run('delete', deletion, settings);

		expect(run.error).toBeUndefined();
		expect(run.json()).toEqual([{ deleted: true }, { deleted: true }]);
		expect(hotel.service.books.all()).toEqual([]);
	});

	it('a delete of what was never there fails in every try', async () => {
		const items = [{ id: 'a' }, { id: 'unknown' }];
		const run = await hotel.run('delete', deletion, { ...settings, items });

		expect(run.error?.message).toContain("Service item 'unknown' was not found");
		expect(hotel.service.books.all().map(({ id }) => id)).toEqual(['b']);
		expect(hotel.requests.filter(({ path }) => path === '/services/a')).toHaveLength(1);
	});

	it('an update whose outcome was unclear is sent again', async () => {
		hotel.service.faults.add({ method: 'PATCH', kind: 'resetAfter' });
		const run = await hotel.run('update', update, settings);

		expect(run.json()).toMatchObject([
			{ id: 'a', amount: 30 },
			{ id: 'b', amount: 30 },
		]);
	});
});

describe('what n8n stores of the execution', () => {
	it('keeps nothing of the tries when the run has succeeded', async () => {
		refuse(1, 3);
		const run = await create();

		expect(run.database.executionData?.contextData).toEqual({ 'node:Node': {} });
	});

	it('holds no secrets when the run has failed', async () => {
		const key = 'a-very-secret-key';
		hotel.credential.edit({ accountId: 'hotel-9', apiKey: key });
		hotel.service.accounts.add({ accountId: 'hotel-9', key });
		hotel.service.faults.add({ method: 'POST', path, kind: 'errorAfter', after: 2 });
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter' });
		const run = await create();

		expect(run.status).toBe('error');
		expect(run.stored).toContain('R-0');
		expect(run.stored).not.toContain('a-very-secret-key');
		expect(run.stored).not.toMatch(/Bearer|access-\d/);
	});

	it('grows with the results of the run and no more', async () => {
		refuse(1, 9);
		hotel.credential.edit({ accountConcurrency: 1 });
		const run = await create({ retryOnFail: false });

		const context = JSON.stringify(run.database.executionData?.contextData);
		const results = JSON.stringify(hotel.service.books.all().map(({ raw }) => raw));
		expect(context.length).toBeLessThan(results.length + 9 * 100 + 200);
	});
});
