import { CHARGE, useHotel } from '../support/hotel';

const hotel = useHotel();

it('Continue pairs every item with the input it comes from, a failed one with nothing but its message', async () => {
	hotel.seed('si-1', 'si-2');
	const items = [{ id: 'R-1' }, { id: '' }, { id: 'R-2' }, { id: 'R-1' }];
	const settings = { items, onError: 'continueRegularOutput' } as const;
	const run = await hotel.run('getAll', { reservationId: '={{ $json.id }}' }, settings);

	expect(run.status).toBe('success');
	const error = expect.stringContaining("'Reservation ID' is empty") as string;
	expect(run.output()[2]?.json).toEqual({ error });
	expect(run.output().map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
		['si-1', { item: 0 }],
		['si-2', { item: 0 }],
		[error, { item: 1 }],
		['si-1', { item: 3 }],
		['si-2', { item: 3 }],
	]);
});

it('Continue gives the whole remedy with the message, as it shows no more than that', async () => {
	hotel.refuse('POST', 422);
	const items = [{ amount: '12,50' }, { amount: 5 }];
	const parameters = { ...CHARGE, amount: '={{ $json.amount }}' };
	const run = await hotel.run('create', parameters, { items, onError: 'continueRegularOutput' });

	const [amount, refusal] = run.json().map(({ error }) => error);
	expect(amount).toMatch(/12\.50.*In an expression for a whole column: .*\[item 0\]$/);
	expect(refusal).toMatch(/Check API Format .* says what to enter \[item 1\]$/);
});
