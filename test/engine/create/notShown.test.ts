import type { INodeParameters } from 'n8n-workflow';
import { chargeFromItem, listOf, useHotel, type SentCharge } from '../support/hotel';

const hotel = useHotel();

const { date } = { date: '2026-11-21' };
const onError = 'continueRegularOutput';
const byReference = { ...chargeFromItem, preventDuplicates: 'reference' };
const sameFields = { ...chargeFromItem, preventDuplicates: 'sameFields' };

/** So many different charges of a reservation. */
const charges = (count: number, reservationId = 'R-1') =>
	listOf(count, (amount) => {
		const description = `Spa treatment ${amount}`;
		return { reservationId, amount, date, description, reference: `r-${amount}` };
	});

/** Makes charges, and gives out what is said of each. */
async function make(parameters: INodeParameters, items = charges(1), operation = 'create') {
	const run = await hotel.run(operation, parameters, { items, onError });
	return run.json().map(({ error, action }) => error ?? action);
}

const matching = (words: RegExp) => expect.stringMatching(words) as string;
const onBill = matching(/^The service item was created and may be on the bill, but the list/);
const held = matching(/^The service item was not created again: it was created and may be on/);
const notSent = matching(/^Nothing was sent, as the list does not show/);

describe.each<[string, INodeParameters, string]>([
	['create', sameFields, 'alreadyExisted'],
	['create', byReference, 'alreadyExisted'],
	['upsert', chargeFromItem, 'unchanged'],
	['sync', chargeFromItem, 'unchanged'],
])('a list that does not show what was made, with %s %j', (operation, parameters, found) => {
	it('stops its reservation, and makes the same charge no second time until it shows it', async () => {
		hotel.service.dialect.listLagMs = Infinity;

		expect(await make(parameters, charges(3), operation)).toEqual([onBill, notSent, notSent]);
		expect(await make(parameters, charges(1), operation)).toEqual([held]);
		expect(hotel.ids()).toEqual(['si-1']);

		hotel.service.dialect.listLagMs = 0;
		const actions = [found, 'created', 'created'];
		expect(await make(parameters, charges(3), operation)).toEqual(actions);
		expect(hotel.ids()).toHaveLength(3);
		expect(hotel.count('DELETE')).toBe(0);
	});

	it('is given time where it lags behind', async () => {
		hotel.service.dialect.listLagMs = 1000;
		const created = ['created', 'created', 'created'];

		expect(await make(parameters, charges(3), operation)).toEqual(created);
		expect(hotel.ids()).toHaveLength(3);
	});
});

it('a wrong List Response makes two charges of a run at most, not three hundred', async () => {
	hotel.service.dialect.listLagMs = Infinity;
	const items = listOf(30, (n) => charges(1, `R-${n}`)[0] ?? {});
	const run = await hotel.run('create', sameFields, { items, onError });

	expect(run.json().filter(({ error }) => error === undefined)).toEqual([]);
	expect(hotel.ids()).toHaveLength(2);
});

describe('one text that the service cuts', () => {
	const cutText = ({ description }: SentCharge) => ({ description: description.slice(0, 14) });
	const cut = matching(
		/^The service item 'si-1' is there, but the service stored this text otherwise/,
	);

	it.each([
		['by same fields', sameFields],
		['by reference', byReference],
	])(
		'holds up that charge alone: other guests are charged, and the shortened text, and the next night, %s',
		async (_, parameters) => {
			let isCut = true;
			hotel.keepOtherwise((sent) => (isCut ? cutText(sent) : {}));
			expect(await make(parameters)).toEqual([cut]);
			isCut = false;

			expect(await make(parameters, charges(1, 'R-2'))).toEqual(['created']);
			const short = { ...charges(1)[0], description: 'Spa', reference: 'r-9' };
			expect(await make(parameters, [short as never])).toEqual(['created']);
			expect(hotel.count('DELETE')).toBe(0);
		},
	);

	it('is not made again by the next run, nor by Retry On Fail', async () => {
		hotel.keepOtherwise(cutText);
		hotel.service.dialect.createAnswer = 'empty204';
		const run = await hotel.run('create', sameFields, { items: charges(1), retryOnFail: true });

		expect(run.error?.message).toEqual(held);
		expect(await make(sameFields)).toEqual([held]);
		expect(hotel.ids()).toHaveLength(1);
	});
});

describe('a list that cannot be read after a create', () => {
	const options = { maxRetries: 0 };

	it('leaves open whether it was made; nothing more is sent there, and the next run looks', async () => {
		hotel.refuse('GET', 500, { after: 1 });
		const [first, second] = await make({ ...sameFields, options }, charges(2));

		expect(first).toMatch(/may or may not .*Run this again: it looks first/);
		expect(second).toEqual(notSent);
		expect(hotel.ids()).toHaveLength(1);
		expect(await make({ ...sameFields, options }, charges(2))).toEqual([
			'alreadyExisted',
			'created',
		]);
	});
});
