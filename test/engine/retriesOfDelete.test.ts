import { byId } from './support/serviceItemNode';
import { PASSING_AFTER } from './support/passingFaults';
import { useRetries } from './support/retries';

const { fresh, runDespite, runItemsDespite } = useRetries();

describe('a delete', () => {
	it('that finds nothing at the second try has succeeded', async () => {
		const { run, statusesByName } = await runItemsDespite('delete', PASSING_AFTER);

		expect(run.json()).toEqual(PASSING_AFTER.map(() => ({ deleted: true })));
		const last = Object.entries(statusesByName).map(([name, statuses]) => [name, statuses.at(-1)]);
		expect(last).toEqual(PASSING_AFTER.map(([name]) => [name, 404]));
		expect(fresh.service.books.changes.deleted).toBe(PASSING_AFTER.length);
	});

	it('of something unknown has not', async () => {
		const { error } = await fresh.run('delete', { serviceId: byId('unknown') });

		expect(error?.httpCode).toBe('404');
		expect(fresh.requests).toHaveLength(1);
	});

	it('that ends unclear says that it may be run again', async () => {
		const { error } = await runDespite('delete', { kind: 'resetAfter', times: 2 });

		expect(error?.message).toMatch(/'si-1' may or may not have been carried out/);
		expect(error?.description).toMatch(/safe to run this again/);
	});

	it('that became unclear before it was refused is unclear', async () => {
		fresh.service.faults.add({ kind: 'resetBefore', path: /services/ });
		const { error } = await runDespite('delete', { kind: 'errorBefore', status: 409 });

		expect(error?.message).toMatch(/may or may not have been carried out/);
	});
});
