import { CHARGE, chargeFromItem, charges, listOf, path, useHotel } from '../support/hotel';

const hotel = useHotel();

/** What the service was told to create, in order of arrival. */
const created = () => hotel.bodies.map(({ description }) => description);

/** Creates one charge per item `R-1 first`, on the reservation its text begins with. */
function createAll(texts: string[]) {
	const reservationId = "={{ $json.text.split(' ')[0] }}";
	const parameters = { ...CHARGE, reservationId, description: '={{ $json.text }}' };
	return hotel.run('create', parameters, { items: texts.map((text) => ({ text })) });
}

it('charges of one reservation are made in order, those of others beside them', async () => {
	// All three reservations are busy at first; nothing else of R-1 may start before its first charge is answered.
	const fault = { kind: 'delay', method: 'POST', path: /services/, delayMs: 150 } as const;
	hotel.service.faults.add({ ...fault, times: 3 });
	const texts = ['R-1 a', 'R-1 b', 'R-2 a', 'R-1 c', 'R-3 a'];
	const run = await createAll(texts);

	expect(created().slice(0, 3).sort()).toEqual(['R-1 a', 'R-2 a', 'R-3 a']);
	expect(created().slice(3)).toEqual(['R-1 b', 'R-1 c']);
	expect(run.json().map(({ description }) => description)).toEqual(texts);
});

describe('when the run stops at a failure', () => {
	it.each(['create', 'upsert', 'sync'])(
		'no further charge of that reservation is made with protection: %s',
		async (operation) => {
			const parameters = { ...chargeFromItem, preventDuplicates: 'reference' };
			hotel.refuse('POST', 422);
			const run = await hotel.run(operation, parameters, { items: charges(3) });

			expect(run.error?.message).toMatch(/did not accept.*\[item 0\]$/);
			expect(run.error?.description).toContain('0 of 3 items were done');
			expect(created()).toHaveLength(1);
		},
	);

	it('nothing that waits for another execution is made', async () => {
		hotel.service.faults.add({ method: 'POST', kind: 'delay', path, body: /R-2/, delayMs: 600 });
		hotel.service.faults.add({
			method: 'POST',
			kind: 'errorBefore',
			path,
			body: /R-1/,
			status: 422,
		});
		const other = createAll(['R-2 of another']);
		await hotel.until(() => hotel.count('POST') === 1);
		await createAll(['R-1 a', 'R-2 a']);
		await other;

		expect(created()).toEqual(['R-2 of another', 'R-1 a']);
	});

	it('at most what is under way is finished', async () => {
		hotel.service.latencyMs = 20;
		hotel.refuse('POST', 500, { after: 9 });
		hotel.credential.edit({ accountConcurrency: 5 });
		const run = await createAll(listOf(50, (n) => `R-${n} x`));

		expect(created().length).toBeLessThanOrEqual(20);
		const made = hotel.service.books.changes.created;
		expect(run.error?.description).toContain(`${made} of 50 items were done`);
	});
});
