import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';

const hotel = useHotel();

const day = '2026-11-21';
const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	reference: '={{ $json.reference }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
	additionalFields: {
		accountCode: '={{ $json.accountCode }}',
		customFields: '={{ $json.customFields }}',
	},
};

function sync(
	items: IDataObject[],
	parameters: INodeParameters = {},
	settings: Parameters<typeof hotel.run>[2] = {},
) {
	return hotel.run('sync', { ...fromItem, ...parameters }, { items, ...settings });
}

/** A charge wanted on R-1, and as the service holds it. */
const wanted = (reference: string, amount: number, reservationId = 'R-1') => ({
	reservationId,
	reference,
	amount,
	date: day,
	description: `Charge ${reference}`,
});
const held = (reference: string, amount: number) => ({
	id: reference,
	amount,
	date: day,
	description: `Charge ${reference} [ref:${reference}]`,
});
const raw = (reference: string, amount: number) => ({
	reservationId: 'R-1',
	...held(reference, amount),
});
/** The body that creates it. */
const body = (reference: string, amount: number) => ({
	...wanted('', amount, 'R-1'),
	reference: undefined,
	description: held(reference, amount).description,
});

function changes(): unknown[] {
	return hotel.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path, body }) => [method, path, body]);
}

const lists = () => hotel.requests.filter(({ method }) => method === 'GET').length;

describe('a reservation that differs from the input', () => {
	const desired = [wanted('a', 10), wanted('b', 20), wanted('c', 30)];

	beforeEach(() => {
		hotel.service.books.add('R-1', held('a', 10));
		hotel.service.books.add('R-1', held('b', 99));
		hotel.service.books.add('R-1', held('x', 40));
	});

	it('is brought in line, and each action comes out with before and after', async () => {
		const run = await sync(desired);

		expect(changes()).toEqual(
			expect.arrayContaining([
				['PATCH', '/services/b', { amount: 20 }],
				['POST', '/services', body('c', 30)],
			]),
		);
		expect(changes()).toHaveLength(2);
		const about = (reference: string) => ({ reservationId: 'R-1', reference });
		expect(run.output()).toEqual([
			{
				json: { action: 'unchanged', ...about('a'), before: raw('a', 10), after: raw('a', 10) },
				pairedItem: { item: 0 },
			},
			{
				json: { action: 'updated', ...about('b'), before: raw('b', 99), after: raw('b', 20) },
				pairedItem: { item: 1 },
			},
			{
				json: {
					action: 'created',
					...about('c'),
					before: null,
					after: { ...raw('c', 30), id: 'si-1' },
				},
				pairedItem: { item: 2 },
			},
		]);
	});

	it('is sent no change by a second run', async () => {
		await sync(desired);
		hotel.service.log.clear();
		const run = await sync(desired);

		expect(changes()).toEqual([]);
		expect(run.json().map(({ action }) => action)).toEqual(Array(3).fill('unchanged'));
	});

	it('is only planned for by a dry run', async () => {
		const before = hotel.service.books.all();
		const run = await sync(desired, { dryRun: true, removeMissing: true });

		expect(changes()).toEqual([]);
		expect(hotel.service.books.all()).toEqual(before);
		const about = (reference: string) => ({ reservationId: 'R-1', reference });
		expect(run.json()).toEqual([
			{ action: 'unchanged', ...about('a'), before: raw('a', 10), after: raw('a', 10) },
			{ action: 'wouldUpdate', ...about('b'), before: raw('b', 99), after: raw('b', 20) },
			{ action: 'wouldCreate', ...about('c'), before: null, after: body('c', 30) },
			{ action: 'wouldRemove', ...about('x'), before: raw('x', 40), after: null },
		]);
	});

	it('gets what its dry run has planned', async () => {
		const both = { removeMissing: true };
		const plan = await sync(desired, { ...both, dryRun: true });
		const run = await sync(desired, both);

		const done = { wouldCreate: 'created', wouldUpdate: 'updated', wouldRemove: 'removed' };
		const ids = ({ after, ...rest }: IDataObject) => ({
			...rest,
			after: after && { ...(after as IDataObject), id: undefined },
		});
		expect(run.json().map(ids)).toEqual(
			plan.json().map((json) =>
				ids({
					...json,
					action: done[json.action as keyof typeof done] ?? json.action,
				}),
			),
		);
	});

	it('comes out simplified on demand', async () => {
		const run = await sync(desired.slice(1, 2), { options: { simplify: true } });

		const simplified = { accountCode: null, destinationAccount: null };
		expect(run.json()).toEqual([
			{
				action: 'updated',
				reservationId: 'R-1',
				reference: 'b',
				before: { ...raw('b', 99), ...simplified },
				after: { ...raw('b', 20), ...simplified },
			},
		]);
	});

	it('comes out simplified by a dry run, too', async () => {
		hotel.speak({ amountField: 'price.amount' }, { amountField: 'price.amount' });
		const run = await sync(desired.slice(2), { dryRun: true, options: { simplify: true } });

		expect(run.json()).toMatchObject([
			{
				action: 'wouldCreate',
				before: null,
				after: { id: null, reservationId: 'R-1', amount: 30, description: 'Charge c [ref:c]' },
			},
		]);
	});
});

it('keeps the reservations apart, and reads each once', async () => {
	const items = Array.from({ length: 12 }, (_, n) => wanted('same', n, `R-${n}`));
	const run = await sync([...items, ...items.map((item) => ({ ...item, reference: 'other' }))]);

	expect(run.json().map(({ action, reservationId }) => [action, reservationId])).toEqual(
		[...items, ...items].map(({ reservationId }) => ['created', reservationId]),
	);
	// And after the first charges that are under way at the same time.
	expect(lists()).toBeGreaterThan(24);
	expect(lists()).toBeLessThanOrEqual(29);
	hotel.service.log.clear();
	await sync(items);
	expect([lists(), changes()]).toEqual([12, []]);
});

describe('fields that the input leaves out', () => {
	beforeEach(
		() =>
			void hotel.service.books.add('R-1', {
				...held('a', 10),
				accountCode: '4400',
				raw: { vat: 19 },
			}),
	);

	it('are left alone', async () => {
		const run = await sync([{ reservationId: 'R-1', reference: 'a', description: 'New' }]);

		expect(changes()).toEqual([['PATCH', '/services/a', { description: 'New [ref:a]' }]]);
		expect(run.json()).toMatchObject([
			{ after: { amount: 10, date: day, accountCode: '4400', vat: 19 } },
		]);
	});

	it('do not make a difference', async () => {
		const run = await sync([{ reservationId: 'R-1', reference: 'a' }]);

		expect(run.json()).toMatchObject([{ action: 'unchanged' }]);
	});

	it('are needed for a new item, also in the plan', async () => {
		const item = { ...wanted('new', 1), amount: undefined, date: '' };
		const run = await sync([item], { dryRun: true });

		expect(run.error?.message).toContain("'Amount' and 'Date' must be filled in");
	});

	it('custom fields are compared one by one', async () => {
		const customFields = { vat: 7, note: 'VIP' };
		await sync([{ reservationId: 'R-1', reference: 'a', customFields }]);
		expect(changes()).toEqual([['PATCH', '/services/a', customFields]]);

		const run = await sync([{ reservationId: 'R-1', reference: 'a', customFields }]);
		expect(run.json()).toMatchObject([{ action: 'unchanged' }]);
	});
});

describe('differences are judged by what is meant', () => {
	it.each([
		['amounts as text', { amountFormat: 'string' }, { amount: '12.50' }, '12.5'],
		['amounts in minor units', { amountFormat: 'minorUnits' }, { amount: 1250 }, '12.50'],
		['days', {}, {}, 12.5],
		['dates with time', { dateFormat: 'dateTime' }, { date: '2026-11-20T23:30:00.000Z' }, 12.5],
		['other names', { dateField: 'when.day', amountField: 'price' }, {}, 12.5],
		['a field for references', { referenceField: 'ref.own' }, { ref: { own: 'a' } }, 12.5],
	] as const)('with %s', async (_, format, kept, amount) => {
		hotel.speak(format, format);
		const { description, ...item } = held('a', 12.5);
		hotel.service.books.add('R-1', {
			...item,
			description: 'referenceField' in format ? 'Charge a' : description,
			raw: kept,
		});
		const desired = { ...wanted('a', 0), amount, date: '2026-11-21T18:00:00+01:00' };
		const run = await sync([desired], {}, { timezone: 'Europe/Berlin' });

		expect(run.error).toBeUndefined();
		expect(changes()).toEqual([]);
		expect(run.json()).toMatchObject([{ action: 'unchanged' }]);
	});

	it.each(['America/New_York', 'Asia/Tokyo', 'UTC'])(
		'in %s, where a second run sends no change either',
		async (timezone) => {
			hotel.speak({ dateFormat: 'dateTime' }, { dateFormat: 'dateTime' });
			const items = [{ ...wanted('a', 1), date: '2026-03-29T23:30:00Z' }];
			await sync(items, {}, { timezone });
			const run = await sync(items, {}, { timezone });

			expect(run.json()).toMatchObject([{ action: 'unchanged' }]);
		},
	);
});

describe('one reference twice on a reservation', () => {
	const twice = [wanted('a', 10), wanted('b', 20), wanted('a', 30)];
	const message = `'Reference' is 'a' on reservation 'R-1' in input items 0 and 2`;

	it('in the input stops the run before anything is sent', async () => {
		const run = await sync(twice);

		expect(run.error?.message).toContain(message);
		expect(hotel.requests).toEqual([]);
	});

	it('in the input fails for both items, and the others are done', async () => {
		const run = await sync(twice, {}, { onError: 'continueRegularOutput' });

		expect(run.output()).toMatchObject([
			{ json: { error: expect.stringContaining(message) as string }, pairedItem: { item: 0 } },
			{ json: { action: 'created', reference: 'b' }, pairedItem: { item: 1 } },
			{ json: { error: expect.stringContaining(message) as string }, pairedItem: { item: 2 } },
		]);
	});

	it('may be on another reservation', async () => {
		const run = await sync([wanted('a', 10), wanted('a', 10, 'R-2')]);

		expect(run.json()).toMatchObject([{ action: 'created' }, { action: 'created' }]);
	});

	it('at the service is reported by the IDs', async () => {
		hotel.service.books.add('R-1', held('a', 10));
		hotel.service.books.add('R-1', { ...held('a', 10), id: 'copy' });
		const run = await sync(
			[wanted('a', 11), wanted('b', 1)],
			{ removeMissing: true },
			{
				onError: 'continueErrorOutput',
			},
		);

		expect(run.json(0)).toMatchObject([{ action: 'created', reference: 'b' }]);
		expect(run.json(1)).toMatchObject([
			{ error: expect.stringContaining("carry the reference 'a': 'a' and 'copy'") as string },
		]);
		expect(hotel.service.books.all('R-1')).toHaveLength(3);
	});
});

describe('input that is no good', () => {
	it.each([
		['Reference', { ...wanted('', 1) }, "'Reference' is empty"],
		['Reservation ID', { ...wanted('a', 1, ' ') }, "'Reservation ID' is empty"],
		['Amount', { ...wanted('a', 1), amount: '12,50' }, "'Amount' is '12,50'"],
		['Date', { ...wanted('a', 1), date: 'tomorrow' }, "'Date' is 'tomorrow'"],
		['Custom Fields', { ...wanted('a', 1), customFields: '{' }, "'Custom Fields' is not valid"],
	])('names %s and the item, before anything is sent', async (_, item, message) => {
		const run = await sync([wanted('good', 1), item]);

		expect(run.error?.message).toContain(message);
		expect(run.error?.message).toContain('[item 1]');
		expect(hotel.requests).toEqual([]);
	});
});
