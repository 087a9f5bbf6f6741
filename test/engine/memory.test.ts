import { useHotel } from './support/hotel';
import { fromItem, laterListsFail, path } from './support/triedCharges';

const hotel = useHotel();

const charge = (n: number) => ({ reservationId: `R-${n}`, amount: n, description: `Charge ${n}` });
const items = [charge(1), charge(2), charge(3)];
const options = { maxRetries: 0 };
const posts = () => hotel.requests.filter(({ method }) => method === 'POST').length;

/** n8n runs a node again under Retry On Fail when the first item of its output has an `error`. */
const withError = () => {
	const create = hotel.service.books.create.bind(hotel.service.books);
	hotel.service.books.create = (reservationId, body) =>
		create(reservationId, { ...body, error: 'of the service item, and none of ours' });
	return () => (hotel.service.books.create = create);
};

it('what stays unclear goes before what was refused in the error of a run', async () => {
	hotel.credential.edit({ accountConcurrency: 3 });
	hotel.service.faults.add({ method: 'POST', path, kind: 'errorBefore', status: 422 });
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', times: 2 });
	const run = await hotel.run('create', { ...fromItem, options }, { items });

	expect(run.error?.message).toContain('may or may not have been created');
	expect(run.error?.description).toMatch(/0 of 3 items were done .*and 3 did not succeed/);
});

it('what another operation has done is not taken for done', async () => {
	hotel.service.faults.add({ method: 'POST', path, kind: 'errorBefore', status: 422, after: 2 });
	hotel.credential.edit({ accountConcurrency: 1 });
	const failed = await hotel.run('create', { ...fromItem, options }, { items });
	const reference = '={{ $json.description }}';
	const run = await hotel.run('upsert', { ...fromItem, reference, options }, { retryOf: failed });

	expect(run.json().map(({ _action }) => _action)).toEqual(['created', 'created', 'created']);
	expect(hotel.service.books.all()).toHaveLength(5);
});

it('what a dry run has planned is not taken for done', async () => {
	const parameters = { ...fromItem, reference: '={{ $json.description }}', options };
	hotel.service.faults.add({ method: 'GET', path, kind: 'errorBefore', status: 500, after: 2 });
	hotel.credential.edit({ accountConcurrency: 1 });
	const planned = await hotel.run('sync', { ...parameters, dryRun: true }, { items });
	expect(planned.status).toBe('error');
	const run = await hotel.run('sync', parameters, { retryOf: planned });

	expect(run.json().map(({ action }) => action)).toEqual(['created', 'created', 'created']);
});

it('the memory stays while n8n is going to run the node again', async () => {
	const restore = withError();
	const run = await hotel.run(
		'create',
		{ ...fromItem, options },
		{ items, retryOnFail: true, maxTries: 3 },
	);
	restore();

	expect(run.json()).toHaveLength(3);
	expect(posts()).toBe(3);
});

it.each(['sameFields', 'reference'])(
	'an unclear charge says why after a retried execution, with Prevent Duplicates %s',
	async (preventDuplicates) => {
		const parameters = {
			...fromItem,
			preventDuplicates,
			reference: '={{ $json.description }}',
			options,
		};
		const one = { items: items.slice(0, 1) };
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter' });
		hotel.service.faults.add(laterListsFail);
		const failed = await hotel.run('create', parameters, one);
		const again = await hotel.run('create', parameters, { retryOf: failed });

		expect(failed.error?.message).toMatch(/may or may not have been created .*broke off/);
		expect(again.error?.message).toBe(failed.error?.message);
		expect(again.error?.description).toBe(failed.error?.description);
		hotel.service.faults.clear();
		const settled = await hotel.run('create', parameters, { retryOf: again });
		expect(settled.json()).toMatchObject([{ id: 'si-1', _action: 'created' }]);
		expect(posts()).toBe(1);
	},
);

it.each(['upsert', 'update'])(
	'an unclear %s that was refused a token says so after a retried execution',
	async (operation) => {
		hotel.service.books.add('R-1', {
			id: 'a',
			amount: 9,
			date: '2026-11-21',
			description: 'Spa [ref:a]',
		});
		const serviceId = { __rl: true, mode: 'reference', value: 'a' };
		const parameters =
			operation === 'upsert'
				? { ...fromItem, reference: 'a' }
				: { reservationId: 'R-1', serviceId, updateFields: { amount: 5 } };
		await hotel.run('getAll', { reservationId: 'R-1' });
		hotel.service.faults.add({ method: 'PATCH', kind: 'resetBefore' });
		hotel.service.faults.add({ method: 'PATCH', kind: 'tokenRevoked' });
		hotel.service.faults.add({
			method: 'POST',
			path: /token/,
			kind: 'errorBefore',
			status: 403,
			times: 99,
		});
		const one = { items: items.slice(0, 1) };
		const failed = await hotel.run(operation, parameters, one);
		expect(failed.error?.message).toMatch(/login|token/i);
		const again = await hotel.run(operation, parameters, { retryOf: failed });

		expect(again.error?.message).not.toContain('undefined');
		expect(again.error?.message).toMatch(/login|token/i);
	},
);
