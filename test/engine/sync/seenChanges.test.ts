import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { JsonObject } from '../../service/json';
import { chargeFromItem, path, useHotel } from '../support/hotel';

const hotel = useHotel();

const onError = 'continueRegularOutput';
const date = '2026-11-21';

/** Charges of R-1, with the amounts given. */
const charges = (...amounts: number[]) =>
	amounts.map((amount, n) => {
		const description = `Charge ${n + 1}`;
		return { reservationId: 'R-1', amount, date, description, reference: `r-${n + 1}` };
	});

/** Syncs, and gives out what is said of each item, and of what is deleted. */
async function sync(items: IDataObject[], parameters: INodeParameters = {}) {
	const run = await hotel.run('sync', { ...chargeFromItem, ...parameters }, { items, onError });
	return run.json().map(({ error, action }) => error ?? action);
}

const deleting = { deleteMissing: true, referencePrefix: 'r-' };

/** The service answers the next changes, and carries them out as `change` says. */
function changeOtherwise(change: (raw: JsonObject, sent: JsonObject) => JsonObject): void {
	hotel.service.books.update = (booking, sent) => {
		booking.raw = change(booking.raw, sent);
	};
}

/** Only what tells whose charge it is stays, as after a PUT. */
function blankTheRest({ id = '', reservationId = '' }: JsonObject, sent: JsonObject): JsonObject {
	return { id, reservationId, ...sent };
}

describe('an update that blanks what it is not sent', () => {
	it('fails by name, stops the other updates of its reservation, and no other', async () => {
		await sync([...charges(10, 11, 12), { ...charges(10)[0], reservationId: 'R-2' }]);
		changeOtherwise(blankTheRest);
		const partly = charges(20, 21, 22).map((charge) => ({ ...charge, date: '' }));
		const other = { ...charges(20)[0], reservationId: 'R-2' };
		const [first, second, third, fourth] = await sync([...partly, other]);

		expect(first).toMatch(/'si-1'.* otherwise.*Date ""/);
		for (const told of [second, third]) expect(told).toMatch(/^Nothing was sent/);
		expect([fourth, hotel.count('PATCH')]).toEqual(['updated', 2]);
		expect(hotel.ids('R-1')).toHaveLength(3);

		// The next run puts it right, and charges nothing again.
		expect(await sync(charges(20, 21, 22))).toEqual(['updated', 'updated', 'updated']);
		expect(await sync(charges(20, 21, 22))).toEqual(['unchanged', 'unchanged', 'unchanged']);
		expect(hotel.ids('R-1')).toHaveLength(3);
	});
});

it('an update that is answered and changes nothing fails, and says what the list shows', async () => {
	await sync(charges(10, 11));
	changeOtherwise((raw) => raw);
	const [first] = await sync(charges(20, 21));

	expect(first).toMatch(/'si-1'.* otherwise.*Amount 10/);
	expect(hotel.ids()).toHaveLength(2);
});

it('an item that is gone after its update is told, and made again by the next run', async () => {
	await sync(charges(10, 11));
	hotel.meanwhile({ method: 'PATCH' }, () => setImmediate(() => hotel.remove('si-1')));
	const [told] = await sync(charges(20, 11));

	expect(told).toMatch(/is not on reservation 'R-1' any more/);
	expect(await sync(charges(20, 21))).toEqual(['created', 'updated']);
});

describe('a deletion by sync', () => {
	beforeEach(async () => {
		await sync(charges(10, 11));
		hotel.service.log.clear();
	});

	const lose = () => hotel.service.faults.add({ method: 'DELETE', path, kind: 'resetAfter' });
	const isLeft = /'si-2' was not deleted: the list still shows it/;

	it.each<[string, () => unknown, RegExp]>([
		['answered and not carried out', () => (hotel.service.books.remove = () => undefined), isLeft],
		['answered with 404 and not carried out', () => hotel.refuse('DELETE', 404), isLeft],
		['carried out and not answered', lose, /^deleted$/],
	])('that is %s is what the list shows', async (_, arrange, words) => {
		arrange();
		const told = await sync(charges(10), { ...deleting, options: { maxRetries: 0 } });

		expect(told).toEqual(['unchanged', expect.stringMatching(words)]);
	});
});

describe('an ID that nothing proves', () => {
	beforeEach(() => {
		hotel.book({ id: 'old', description: 'Charge 1 [ref:r-1]' });
		hotel.book({ id: 'gone', description: 'Charge 2 [ref:r-2]' });
	});

	it.each([403, 404, 500])(
		'as GET of it is answered %i, has nothing changed or deleted by it',
		async (status) => {
			const fault = { method: 'GET', path: /services\/./, kind: 'errorBefore' } as const;
			hotel.service.faults.add({ ...fault, status, times: 99 });
			const options = { maxRetries: 0 };
			const [changed] = await sync(charges(30), { ...deleting, options });
			const [unchanged, deleted] = await sync(charges(25), { ...deleting, options });

			const words = new RegExp(`was left alone: .* does not show .*${status}`);
			expect([changed, unchanged, deleted]).toEqual([
				expect.stringMatching(words),
				'unchanged',
				expect.stringMatching(words),
			]);
			expect(hotel.changes).toEqual([]);
		},
	);
});
