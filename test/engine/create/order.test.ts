import { CHARGE, fromItem, listOf, useHotel } from '../support/hotel';

const hotel = useHotel();

/** What the service was told to create, in order of arrival. */
function created(): unknown[] {
	return hotel.service.log.entries
		.filter(({ method, path }) => method === 'POST' && path === '/services')
		.map(({ body }) => (body as { description: string }).description);
}

/** Creates one charge per item `R-1 first`, on the reservation its text begins with. */
function createAll(texts: string[]) {
	const parameters = {
		...CHARGE,
		reservationId: "={{ $json.text.split(' ')[0] }}",
		description: '={{ $json.text }}',
	};
	return hotel.run('create', parameters, { items: texts.map((text) => ({ text })) });
}

describe('in order', () => {
	it('charges of one reservation are made, those of others beside them', async () => {
		// All three reservations are busy at first; nothing else of R-1 may start before its first charge is answered.
		const fault = { kind: 'delay', method: 'POST', path: /services/, delayMs: 150 } as const;
		hotel.service.faults.add({ ...fault, times: 3 });
		const texts = ['R-1 a', 'R-1 b', 'R-2 a', 'R-1 c', 'R-3 a'];
		const run = await createAll(texts);

		expect(created().slice(0, 3).sort()).toEqual(['R-1 a', 'R-2 a', 'R-3 a']);
		expect(created().slice(3)).toEqual(['R-1 b', 'R-1 c']);
		expect(run.json().map(({ description }) => description)).toEqual(texts);
	});
});

describe('when the run stops at a failure', () => {
	it.each(['create', 'upsert', 'sync'])(
		'no further charge of that reservation is made, nor updated, with protection: %s',
		async (operation) => {
			const parameters = { ...fromItem, preventDuplicates: 'reference' };
			const charges = (...amounts: number[]) =>
				amounts.map((amount, n) => ({ ...CHARGE, amount, reference: `r-${n}` }));
			const items = charges(1, 2, 3);
			hotel.refuse('POST', 422);
			const run = await hotel.run(operation, parameters, { items });

			expect(run.error?.message).toMatch(/did not accept.*\[item 0\]$/);
			expect(run.error?.description).toContain('0 of 3 items were done');
			expect(created()).toHaveLength(1);

			await hotel.run(operation, parameters, { items });
			hotel.refuse('PATCH', 422);
			await hotel.run(operation, parameters, { items: charges(4, 5, 6) });
			expect(hotel.service.books.all().map(({ amount }) => amount)).toEqual([1, 2, 3]);
		},
	);

	it('at most what is under way is finished', async () => {
		hotel.service.latencyMs = 20;
		hotel.refuse('POST', 500, { after: 9 });
		hotel.credential.edit({ accountConcurrency: 5 });
		const run = await createAll(listOf(50, (n) => `R-${n} x`));

		expect(created().length).toBeLessThanOrEqual(20);
		expect(run.error?.description).toContain(
			`${hotel.service.books.changes.created} of 50 items were done`,
		);
	});
});
