import type { IDataObject } from 'n8n-workflow';

import type { ServiceItemFields } from '../../../../../nodes/shared/wire/serviceItem';
import { BAR, HeldReservation, RESERVATION, SPA } from '../../../support/heldReservation';

let books: HeldReservation['books'];
let reservations: HeldReservation['reservations'];
let holding: HeldReservation['holding'];

beforeEach(() => {
	({ books, reservations, holding } = new HeldReservation());
});

describe('matching', () => {
	it('takes an exact match before one that only has more', async () => {
		const items = [
			{ id: 'S-1', ...SPA, accountCode: 'X' },
			{ id: 'S-2', ...SPA },
		];
		const { held, tickets } = await holding(items, SPA, SPA, SPA);

		expect(tickets.map((ticket) => held.match(ticket)?.id)).toEqual(['S-2', 'S-1', undefined]);
	});

	it('takes the item that is known to stand for it before others like it', async () => {
		const items = [
			{ id: 1, ...SPA },
			{ id: 2, ...SPA },
		];
		const { held, tickets } = await holding(items, SPA, SPA);

		expect(tickets.map((ticket) => held.match(ticket, 2)?.id)).toEqual(['2', '1']);
	});

	it('does not take an item by its ID alone', async () => {
		const { held, tickets } = await holding([{ id: 1, ...BAR }], SPA);

		expect(held.match(tickets[0] ?? -1, 1)).toBeUndefined();
	});

	it('leaves an item to the input item that matches it exactly', async () => {
		const withCode = { ...SPA, accountCode: 'X' };
		const { held, tickets } = await holding([{ id: 'S-1', ...withCode }], SPA, withCode);

		expect(tickets.map((ticket) => held.match(ticket)?.id)).toEqual([undefined, 'S-1']);
	});

	it('is not hindered by input items that have had their turn', async () => {
		const withCode = { ...SPA, accountCode: 'X' };
		const { held, tickets } = await holding([{ id: 'S-1', ...withCode }], withCode, SPA);
		expect(held.match(tickets[0] ?? -1)?.id).toBe('S-1');

		books.of(RESERVATION).push({ id: 'S-2', ...withCode });
		await held.refresh();

		expect(held.match(tickets[1] ?? -1)?.id).toBe('S-2');
	});

	it('leaves an item to the one whose outcome is unclear', async () => {
		const withCode = { ...SPA, accountCode: 'X' };
		const { held, tickets } = await holding([], withCode, SPA);
		held.match(tickets[0] ?? -1);
		reservations.expectAgain(RESERVATION, tickets[0] ?? -1);
		books.of(RESERVATION).push({ id: 'S-1', ...withCode });
		await held.refresh();

		expect(held.match(tickets[1] ?? -1)).toBeUndefined();
	});

	it('does not take an item that carries a reference for one without', async () => {
		const { held, tickets } = await holding([{ ...SPA, description: 'Spa [ref:7]' }], SPA);

		expect(held.match(tickets[0] ?? -1)).toBeUndefined();
	});

	it('does not take what this run has created for another input item', async () => {
		const { held, tickets } = await holding([], SPA);
		held.add({ id: 'S-1', ...SPA }, {});

		expect(held.match(tickets[0] ?? -1)).toBeUndefined();
		books.of(RESERVATION).push({ id: 'S-1', ...SPA });
		await held.refresh();
		expect(held.match(tickets[0] ?? -1)).toBeUndefined();
	});
});

describe('a surplus', () => {
	it('is one more with the same fields', async () => {
		const { held, tickets } = await holding([{ id: 'S-1', ...SPA }], SPA);
		held.match(tickets[0] ?? -1);
		expect(held.matchSurplus(tickets[0] ?? -1)).toBeUndefined();

		books.of(RESERVATION).push({ id: 'S-2', ...SPA, accountCode: 'X' });
		await held.refresh();

		expect(held.matchSurplus(tickets[0] ?? -1)?.id).toBe('S-2');
		expect(held.matchSurplus(tickets[0] ?? -1)).toBeUndefined();
	});

	it.each([SPA, { ...SPA, accountCode: 'X' }])(
		'is not one that an input item still to come wants: %p',
		async (fields) => {
			const items = [
				{ id: 'S-1', ...SPA },
				{ id: 'S-2', ...fields },
			];
			const { held, tickets } = await holding(items, SPA, SPA);
			held.match(tickets[0] ?? -1);

			expect(held.matchSurplus(tickets[0] ?? -1)).toBeUndefined();
		},
	);
});

describe('a possible match', () => {
	/** What turns up on a reservation while an input item wants Spa. */
	async function newcomer(item: IDataObject, ...others: ServiceItemFields[]) {
		const { held } = await holding([{ id: 'S-1', ...BAR }], ...others);
		books.of(RESERVATION).push(item);
		await held.refresh();
		return held.possibleMatchOf(SPA);
	}

	it.each([
		['cut off', { ...SPA, description: 'Sp' }],
		['in capitals', { ...SPA, description: 'SPA' }],
		['with a rounded amount', { ...SPA, amount: 24.999 }],
		['with another text', { ...SPA, description: 'Wellness' }],
	])('is a new item that may be the wanted one, %s', async (_how, item) => {
		expect(await newcomer({ id: 'S-2', ...item })).toMatchObject({ id: 'S-2' });
	});

	it.each<[string, IDataObject]>([
		['is another charge', { id: 'S-2', ...BAR }],
		['carries a reference', { id: 'S-2', ...SPA, description: 'Spa [ref:7]' }],
		['has no ID to name', { ...SPA, description: 'Sp' }],
	])('is none that %s', async (_why, item) => {
		expect(await newcomer(item)).toBeUndefined();
	});

	it('is none that another input item wants', async () => {
		expect(
			await newcomer({ id: 'S-2', ...SPA, description: 'SPA' }, { ...SPA, description: 'SPA' }),
		).toBeUndefined();
	});

	it('is one whatever else other input items want', async () => {
		const cutOff = { id: 'S-2', ...SPA, description: 'Sp' };
		expect(await newcomer(cutOff, BAR, SPA)).toMatchObject({ id: 'S-2' });
	});

	it('is none that was there before', async () => {
		const { held } = await holding([{ id: 'S-1', ...SPA, description: 'SPA' }]);
		await held.refresh();

		expect(held.possibleMatchOf(SPA)).toBeUndefined();
	});
});
