import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { JsonObject } from '../../service/json';
import { fromItem, listOf, path, useHotel } from '../support/hotel';
import { restartedPackage } from '../support/restart';

const hotel = useHotel();
const restarted = restartedPackage();

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
	const run = await hotel.run('sync', { ...fromItem, ...parameters }, { items, onError });
	return run.json().map(({ error, action }) => error ?? action);
}

const deleting = { deleteMissing: true, referencePrefix: 'r-' };
const amounts = () => hotel.service.books.all().map(({ amount }) => amount);

/** The service answers the next changes, and carries them out as `change` says. */
function changeOtherwise(change: (raw: JsonObject, sent: JsonObject) => JsonObject): void {
	const { books } = hotel.service;
	books.update = (booking, sent) => {
		booking.raw = change(booking.raw, sent);
	};
}

/** Only what tells whose charge it is stays, as after a PUT. */
function blankTheRest({ id = '', reservationId = '' }: JsonObject, sent: JsonObject): JsonObject {
	return { id, reservationId, ...sent };
}

describe('an update that blanks what it is not sent', () => {
	/** What a sync of the amounts alone leaves out. */
	const partly = (...given: number[]) =>
		charges(...given).map(({ reservationId, amount, reference }) => ({
			reservationId,
			amount,
			reference,
		}));

	it('fails by name, stops all other updates, and has nothing charged again', async () => {
		await sync(charges(10, 11, 12));
		changeOtherwise(blankTheRest);
		const [first, ...others] = await sync(partly(20, 21, 22));

		expect(first).toMatch(
			/^The update of service item 'si-1' was answered, but it has changed 'Date' as well/,
		);
		expect(first).toMatch(/'Update Body'/);
		for (const other of others) expect(other).toMatch(/^The service item was not updated/);
		expect(hotel.count('PATCH')).toBe(1);
		// Nor in another run, on whatever reservation.
		hotel.book({ id: 'other', description: 'Charge [ref:r-1]' }, 'R-2');
		await sync([{ ...partly(30)[0], reservationId: 'R-2' }]);
		await sync(charges(20, 11, 12));
		expect([hotel.count('PATCH'), hotel.ids('R-1')]).toEqual([1, ['si-1', 'si-2', 'si-3']]);
	});

	it('does no harm where the input gives everything', async () => {
		await sync(charges(10, 11));
		changeOtherwise(blankTheRest);

		expect(await sync(charges(20, 21))).toEqual(['updated', 'updated']);
		expect(await sync(charges(20, 21))).toEqual(['unchanged', 'unchanged']);
		expect(amounts()).toEqual([20, 21]);
	});

	it('nor where it blanks within an object, whose reference is sent along', async () => {
		hotel.speak({
			amountField: 'line.price',
			referenceField: 'line.ref',
			updateAnswer: 'empty204',
		});
		await sync(charges(10, 11));
		changeOtherwise((raw, sent) => ({ ...raw, ...sent }));

		expect(await sync(charges(20, 21))).toEqual(['updated', 'updated']);
		expect(await sync(charges(20, 21))).toEqual(['unchanged', 'unchanged']);
		expect(hotel.ids()).toHaveLength(2);
	});

	it('fails by name also where it takes the reference off, which nothing is charged again for', async () => {
		hotel.speak({ referenceField: 'ref' });
		const updateBody =
			'{ "amount": "{amount}", "date": "{date!}", "description": "{description!}" }';
		hotel.credential.edit({ updateBody });
		await sync(charges(10, 11));
		changeOtherwise(blankTheRest);
		const [told] = await sync(charges(20, 11));

		expect(told).toMatch(
			/'si-1' was answered, but it has changed 'Reference' as well\..*have \{reference\} there/,
		);
		expect(await sync(charges(20, 11))).toEqual([
			expect.stringMatching(/^The service item was not created/),
			'unchanged',
		]);
		expect(hotel.ids()).toHaveLength(2);
		hotel.edit('si-1', { ref: 'r-1' });
		expect(await sync(charges(20, 11))).toEqual(['unchanged', 'unchanged']);
	});

	it('goes on once a list shows the item as it is wanted', async () => {
		await sync(charges(10, 11));
		const update = hotel.service.books.update.bind(hotel.service.books);
		changeOtherwise(blankTheRest);
		await sync(partly(20, 21));
		hotel.service.books.update = update;
		hotel.edit('si-1', { date, description: 'Charge 1 [ref:r-1]' });

		expect(await sync(charges(20, 21))).toEqual(['unchanged', 'updated']);
	});
});

it('an item that is gone after its update holds up no other once it is not found', async () => {
	await sync(charges(10, 11));
	hotel.meanwhile({ method: 'PATCH' }, () => setImmediate(() => hotel.remove('si-1')));
	const [told] = await sync(charges(20, 11));

	expect(told).toMatch(/'si-1' was answered, but the list does not show that item any more/);
	expect(await sync(charges(20, 21))).toEqual(['created', 'updated']);
});

it('an update that no list could be read after holds up no other, as updates have been seen to be kept', async () => {
	await sync(charges(10));
	await sync(charges(11));
	hotel.refuse('GET', 403, { after: 1 });
	const [told] = await sync(charges(12));
	expect(told).toMatch(/^The change on reservation 'R-1' may or may not have been carried out/);

	hotel.edit('si-1', { amount: 13 });
	expect(await sync(charges(14))).toEqual(['updated']);
});

it('updates a charge also where that gives it another ID', async () => {
	await sync(charges(10, 11));
	hotel.service.books.update = ({ id, raw }, sent) => {
		hotel.remove(id);
		hotel.book({ ...raw, ...sent, id: `${id}-v2` });
	};

	expect(await sync(charges(20, 21))).toEqual(['updated', 'updated']);
	expect(hotel.ids()).toEqual(['si-1-v2', 'si-2-v2']);
	expect(amounts()).toEqual([20, 21]);
});

it('an update that is answered and changes nothing fails, and says what the list shows', async () => {
	await sync(charges(10));
	changeOtherwise((raw) => raw);
	const [told] = await sync(charges(20));

	expect(told).toMatch(
		/^The update of service item 'si-1' was answered, but the list shows other values.*'Amount' is '10'/,
	);
});

it('only one update of an account goes out before a list has shown one, whatever runs side by side', async () => {
	const reservations = listOf(4, (n) => `R-${n}`);
	const items = (amount: number) =>
		reservations.map((reservationId) => ({ ...charges(amount)[0], reservationId }));
	await sync(items(10));
	changeOtherwise((raw) => raw);
	await sync(items(20));

	expect(hotel.count('PATCH')).toBe(1);
});

describe('a deletion by sync', () => {
	beforeEach(async () => {
		await sync(charges(10, 11));
		hotel.service.log.clear();
	});

	it.each<[string, () => void, RegExp]>([
		[
			'is answered with success and not carried out is none',
			() => (hotel.service.books.remove = () => undefined),
			/'si-2'/,
		],
		[
			'is answered with 404 is none while the list shows the item',
			() => hotel.refuse('DELETE', 404),
			/'si-2'/,
		],
		[
			'loses its answer is one if the list no longer shows the item',
			() => hotel.service.faults.add({ method: 'DELETE', path, kind: 'resetAfter' }),
			/^deleted$/,
		],
	])('that %s', async (_, arrange, words) => {
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

	it.each([
		[403, 'a key that may read single service items is required'],
		[404, 'the service has no item under it'],
		[500, 'could not be read by its ID just now'],
	])('as GET of it is answered %i, has nothing changed or deleted by it', async (status, words) => {
		const fault = { method: 'GET', path: /services\/./, kind: 'errorBefore' } as const;
		hotel.service.faults.add({ ...fault, status, times: 9 });
		const [told] = await sync(charges(30), deleting);

		expect(String(told as string).toLowerCase()).toContain(words.toLowerCase());
		expect(hotel.changes).toEqual([]);
	});

	it('is asked for once for an account and its settings', async () => {
		await sync(charges(30, 31), deleting);
		await sync(charges(40), deleting);

		const gets = hotel.sent.filter((line) => line.startsWith('GET /services/'));
		expect(gets).toHaveLength(1);
		expect(amounts()).toEqual([40]);
	});
});

it('a placeholder with ! sends what the item has by now, not what the list had at first', async () => {
	hotel.speak(
		{},
		{ updateBody: '{ "amount": "{amount!}", "description": "{description!}", "date": "{date!}" }' },
	);
	await sync(charges(10, 11, 12));
	const items = charges(10, 11, 12).map(({ reservationId, reference }, n) => {
		return { reservationId, reference, description: `New ${n + 1}` };
	});
	hotel.meanwhile({ method: 'PATCH', after: 1 }, () => hotel.edit('si-3', { amount: 80 }));
	await sync(items);

	expect(amounts()).toEqual([10, 11, 80]);
});

it('reservations whose first update is refused do not wait for each other, whatever else they create', async () => {
	const items = ['R-1', 'R-2'].flatMap((reservationId) =>
		charges(1, 2, 3, 4).map((charge) => ({ ...charge, reservationId })),
	);
	const known = items.filter(({ amount }) => amount > 1);
	await sync(known.map((charge) => ({ ...charge, amount: 100 })));
	hotel.service.faults.add({ method: 'PATCH', kind: 'errorBefore', status: 403, times: 6 });
	const run = await hotel.run('sync', fromItem, { items, onError, packageRoot: restarted });
	const told = run.json().map(({ action }) => action);

	expect(told.filter((each) => each === 'created')).toHaveLength(2);
	expect(told.filter((each) => each !== 'created')).toHaveLength(6);
	expect(hotel.count('PATCH')).toBe(6);
});

it('an update that cannot be written fails alone, and what was created beside it is told', async () => {
	await sync(charges(10));
	hotel.credential.edit({
		customApiFormat: true,
		updateBody: '{ "amount": "{amount}", "guestName": "{accountCode!}" }',
	});
	const told = await sync(charges(11, 12));

	expect(told).toEqual([expect.stringContaining('accountCode'), 'created']);
	expect(amounts()).toEqual([10, 12]);
});
