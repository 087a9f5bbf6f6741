import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { fieldsOf, matchOf } from '../../../../../nodes/shared/reservation/comparison';
import type { HeldItem } from '../../../../../nodes/shared/reservation/heldItem';
import type { ServiceItemFields } from '../../../../../nodes/shared/wire/serviceItem';
import { Bookkeeping } from '../../../support/bookkeeping';
import { holdsAsync } from '../../../support/properties';

const RESERVATION = 'R-1';

/** Charges so alike that they are easily taken for one another, as input items want them. */
const wanted = fc.record(
	{
		amount: fc.constantFrom(25, 30),
		date: fc.constant('2026-11-21'),
		description: fc.constant('Late checkout'),
		accountCode: fc.constantFrom('X', 'Y'),
		destinationAccount: fc.constantFrom('Z', 'W'),
	},
	{ requiredKeys: ['amount', 'date', 'description'] },
);
/** The same on the reservation, where the service may have filled in an account code. */
const listed = wanted.map((fields): IDataObject => ({ ...fields }));
const inputs = fc.array(wanted, { maxLength: 8 });
const list = fc.array(listed, { maxLength: 8 });

/** What the input items, asked one after the other, find on a reservation with these items. */
async function match(
	inputItems: ServiceItemFields[],
	items: IDataObject[],
): Promise<Array<HeldItem | undefined>> {
	const books = new Bookkeeping();
	books.of(RESERVATION).push(...items.map((item, index) => ({ id: `S-${index}`, ...item })));
	const { reservations } = books.session();
	const tickets = inputItems.map((fields) => reservations.expect(RESERVATION, fields));
	const held = await reservations.itemsOf(RESERVATION);
	return tickets.map((ticket) => held.match(ticket));
}

it('matches every item once at most, and only with an input item whose fields it has', async () => {
	await holdsAsync(
		fc.asyncProperty(inputs, list, async (inputItems, items) => {
			const found = await match(inputItems, items);
			const ids = found.flatMap((item) => (item ? [item.id] : []));

			expect(new Set(ids).size).toBe(ids.length);
			for (const [index, item] of found.entries()) {
				if (item) expect(matchOf(inputItems[index] ?? {}, item.fields)).toBeDefined();
			}
		}),
	);
});

it('finds as many, in whatever order the input items come and the service lists its items', async () => {
	const orders = fc
		.tuple(inputs, list)
		.chain(([inputItems, items]) =>
			fc.tuple(
				fc.constant({ inputItems, items }),
				fc.shuffledSubarray(inputItems, { minLength: inputItems.length }),
				fc.shuffledSubarray(items, { minLength: items.length }),
			),
		);
	await holdsAsync(
		fc.asyncProperty(orders, async ([{ inputItems, items }, otherInputs, otherItems]) => {
			const found = await match(inputItems, items);
			const foundOtherwise = await match(otherInputs, otherItems);

			expect(count(foundOtherwise)).toBe(count(found));
			expect(count(found)).toBe(mostThatFit(inputItems, items));
		}),
	);
});

function count(found: unknown[]): number {
	return found.filter((item) => item !== undefined).length;
}

/** How many pairs there can be at most, found by making room for each newcomer, whoever has to move. */
function mostThatFit(inputItems: ServiceItemFields[], items: IDataObject[]): number {
	const { wire } = new Bookkeeping();
	const fits = inputItems.map((fields) =>
		items.map((item) => matchOf(fields, fieldsOf(item, wire)) !== undefined),
	);
	const partners = new Map<number, number>();
	const place = (input: number, seen: Set<number>): boolean =>
		(fits[input] ?? []).some((isFit, item) => {
			if (!isFit || seen.has(item)) return false;
			seen.add(item);
			const partner = partners.get(item);
			if (partner !== undefined && !place(partner, seen)) return false;
			partners.set(item, input);
			return true;
		});
	return inputItems.filter((_fields, input) => place(input, new Set())).length;
}
