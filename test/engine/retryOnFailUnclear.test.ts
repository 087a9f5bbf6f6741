import type { IDataObject } from 'n8n-workflow';
import { charges, laterListsFail, once, path, useTriedCharges } from './support/triedCharges';

const { hotel, create, timesSent, timesBooked } = useTriedCharges();

describe('a charge whose outcome is unclear', () => {
	it.each([
		['made', 'resetAfter', 1],
		['not made', 'resetBefore', 0],
	] as const)(
		'and that was %s is reported, and sent in no further try',
		async (_, kind, booked) => {
			hotel.service.faults.add({ method: 'POST', path, kind, after: 4 });
			hotel.credential.edit({ accountConcurrency: 1 });
			const run = await create({ maxTries: 5 });

			expect(run.error?.message).toBe(
				"The service item may or may not have been created on reservation 'R-4': the connection broke off [item 4]",
			);
			expect(run.error?.description).toMatch(/^Look at the reservation before creating it again/);
			expect(timesSent()).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
			expect(timesBooked()).toEqual([1, 1, 1, 1, booked, 0, 0, 0, 0, 0]);
		},
	);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'is reported with %s even if it is the first one, and sent once',
		async (onError) => {
			hotel.service.faults.add({ method: 'POST', path, kind: 'errorAfter' });
			hotel.credential.edit({ accountConcurrency: 1 });
			const run = await create({ onError });

			const failed = [...run.json(0), ...run.json(1)].filter(({ error }) => error !== undefined);
			expect(failed.map(({ error }) => error)).toEqual([
				expect.stringContaining('may or may not have been created'),
			]);
			expect(timesSent()).toEqual(once);
		},
	);

	it('is named by the last try beside every other one', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'hangAfter' });
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after: 2 });
		hotel.credential.edit({ accountConcurrency: 2 });
		const run = await create({}, {}, { timeout: 500 });

		// Which of two charges reaches the service first is open.
		const broken = hotel.service.log.entries.filter(({ fault }) => fault !== undefined);
		const [first, second] = broken.map(({ body }) => Number((body as IDataObject).amount)).sort();
		expect(run.error?.message).toContain(`[item ${first}]`);
		expect(run.error?.description).toContain(
			`It is unclear for items ${first}, ${second} whether their charge was made. 1 of 10 items`,
		);
		expect(timesSent()).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
	});
});

describe('with Prevent Duplicates', () => {
	it('a charge whose outcome is unclear is looked up in the next try', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter' });
		hotel.service.faults.add({ method: 'GET', kind: 'errorBefore', status: 500, after: 1 });
		const run = await create({ items: charges.slice(0, 1) }, { preventDuplicates: 'sameFields' });

		expect(run.error).toBeUndefined();
		expect(run.json().map(({ _action }) => _action)).toEqual(['created']);
		expect(timesBooked()[0]).toBe(1);
	});

	it.each([
		['create', { preventDuplicates: 'sameFields' }],
		['create', { preventDuplicates: 'reference', reference: 'order-0' }],
		['upsert', { reference: 'order-0' }],
		['sync', { reference: 'order-0' }],
	])(
		'a charge that the list shows late is looked for in the next try before it is made again: %s %j',
		async (operation, parameters) => {
			hotel.service.dialect.listLagMs = 4000;
			hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter' });
			hotel.service.faults.add({ method: 'GET', kind: 'errorBefore', status: 500, after: 1 });
			const run = await create({ items: charges.slice(0, 1) }, { ...parameters, operation });

			expect(run.error).toBeUndefined();
			expect(run.json().map(({ _action, action }) => _action ?? action)).toEqual(['created']);
			expect(timesSent()[0]).toBe(1);
			expect(timesBooked()[0]).toBe(1);
		},
	);

	it.each([
		[
			'made before still counts as done',
			['errorBefore', 1],
			'Nothing was changed. Run the workflow again later. 1 of 2 items were done',
			[1, 1],
		],
		[
			'unclear before is still said to be',
			['resetAfter', 0],
			'The reservation could not be read to find out',
			[1, 0],
		],
	] as const)(
		'a charge %s when the reservation cannot be read any more',
		async (_, [kind, after], description, sent) => {
			hotel.service.faults.add({ method: 'POST', path, kind, after, status: 400 });
			hotel.service.faults.add(laterListsFail);
			const [charge] = charges;
			const items = [charge, { ...charge, amount: 1 }] as IDataObject[];
			hotel.credential.edit({ accountConcurrency: 1 });
			const run = await create({ items }, { preventDuplicates: 'sameFields' });

			expect(run.error?.description).toContain(description);
			expect(timesSent().slice(0, 2)).toEqual(sent);
			expect(timesBooked().slice(0, 2)).toEqual([1, 0]);
		},
	);
});
