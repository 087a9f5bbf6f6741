import type { INodeParameters } from 'n8n-workflow';
import { aMoment } from './support/accountReads';
import { actionsOf, charges, useBusyHotel } from './support/executionsAtOnce';
import type { RunningWorkflow } from './support/runWorkflow';
import { fromItem as charge } from './support/triedCharges';

const hotel = useBusyHotel();

const posts = (): number =>
	hotel.service.log.entries.filter(({ method, path }) => method === 'POST' && path === '/services')
		.length;

describe('a turn', () => {
	const parameters = { ...charge, preventDuplicates: 'sameFields', options: { maxRetries: 0 } };
	const start = (changes: INodeParameters = {}): RunningWorkflow =>
		hotel.run('create', { ...parameters, ...changes }, { items: charges(1) });

	it('ends when the execution is stopped, even though the service does not answer', async () => {
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'hangBefore' });
		const first = start();
		await hotel.until(() => posts() === 1);
		const second = start();
		await aMoment();
		expect(posts()).toBe(1);
		first.cancel();

		expect((await first).status).toBe('canceled');
		expect(actionsOf(await second)).toEqual(['created']);
	});

	it('ends when the execution fails', async () => {
		hotel.service.faults.add({
			method: 'POST',
			path: /services/,
			kind: 'errorBefore',
			status: 400,
		});
		const runs = await Promise.all([start(), start()]);

		expect(runs.map(({ status }) => status).sort()).toEqual(['error', 'success']);
		expect(hotel.service.books.all()).toHaveLength(1);
	});

	it('ends with the time that an answer may take', async () => {
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'hangBefore' });
		const runs = await Promise.all([
			start({ options: { maxRetries: 0, timeout: 300 } }),
			start({ options: { maxRetries: 0, timeout: 300 } }),
		]);

		expect(runs.filter(({ status }) => status === 'success')).toHaveLength(1);
		expect(hotel.service.books.all()).toHaveLength(1);
	});

	it('that is waited for is given up when the execution is stopped, and nothing is sent', async () => {
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'hangBefore' });
		const first = start();
		await hotel.until(() => posts() === 1);
		const [second, third] = [start(), start()];
		await aMoment();
		const before = hotel.requests.length;
		second.cancel();
		expect((await second).status).toBe('canceled');
		expect(hotel.requests).toHaveLength(before);
		first.cancel();
		await first;

		expect(actionsOf(await third)).toEqual(['created']);
	});

	it('is not waited for by charges that need no look, nor by other reservations and accounts', async () => {
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'hangBefore' });
		const first = start();
		await hotel.until(() => posts() === 1);
		await start({ preventDuplicates: 'off' });
		const elsewhere = [{ ...charges(1)[0], reservationId: 'R-9' }];
		await hotel.run('create', parameters, { items: elsewhere });
		hotel.service.accounts.add({ accountId: 'hotel-2', key: 'key-2' });
		hotel.credential.edit({ accountId: 'hotel-2', apiKey: 'key-2' });
		// The miniature service shows all accounts the same books.
		expect(actionsOf(await start())).toEqual(['alreadyExisted']);
		expect(posts()).toBe(3);
		first.cancel();
		await first;
	});
});
