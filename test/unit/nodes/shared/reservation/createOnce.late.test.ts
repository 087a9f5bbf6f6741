import type { CreateResult } from '../../../../../nodes/shared/reservation/createOnce';
import type { Session } from '../../../../../nodes/shared/reservation/session';
import { Bookkeeping } from '../../../support/bookkeeping';
import {
	arriveLate,
	BODY,
	createIn,
	failureOf,
	FIELDS,
	LOOKS,
	RESERVATION,
} from '../../../support/oneCreate';

let books: Bookkeeping;
let session: Session;
let noteUnclear: jest.Mock;

beforeEach(() => {
	books = new Bookkeeping();
	session = books.session();
	noteUnclear = jest.fn();
});

async function create(): Promise<CreateResult> {
	return await createIn(session, { noteUnclear });
}

it('finds what was created although the answer got lost', async () => {
	books.fates = ['doneUnheard'];

	const result = await create();

	expect(result).toMatchObject({ action: 'created', item: { id: 'S-101' }, isRepeated: false });
	expect(books.methods()).toEqual(['GET', 'POST', 'GET']);
	expect(books.waits).toEqual([1]);
	expect(books.of(RESERVATION)).toHaveLength(1);
});

it('has a create looked at once more that was found after it was sent twice', async () => {
	books.fates = ['lost', 'doneUnheard'];

	expect(await create()).toMatchObject({ action: 'created', isRepeated: true });
	expect(books.methods()).toEqual(['GET', 'POST', ...LOOKS, 'POST', 'GET']);
});

it('sends the create again when four looks do not show it, and says so', async () => {
	books.fates = ['lost', 'done'];

	expect(await create()).toMatchObject({ action: 'created', isRepeated: true });
	expect(books.methods()).toEqual(['GET', 'POST', ...LOOKS, 'POST']);
	expect(books.waits).toEqual([1, 2, 3, 4]);
	expect(books.of(RESERVATION)).toHaveLength(1);
});

it('looks only twice where the list has shown at once what was made', async () => {
	books.provenLength = 0;
	session = books.session();
	books.of('R-2').push({ id: 'S-1', ...FIELDS });
	const items = await session.reservations.itemsOf('R-2');
	const created = items.add({ id: 'S-1', ...FIELDS }, { sent: FIELDS });
	await session.reservations.proof.afterCreate('R-2', items, created, Date.now());
	books.fates = ['lost', 'done'];
	const before = books.methods().length;

	expect(await create()).toMatchObject({ action: 'created', isRepeated: true });
	expect(books.methods().slice(before, before + 5)).toEqual(['GET', 'POST', 'GET', 'GET', 'POST']);
});

it.each([0, 1, 3])(
	'ends after %d repetitions, certain that nothing was created where nothing can arrive any more',
	async (maxRetries) => {
		books.maxRetries = maxRetries;
		books.fates = Array<'lost'>(9).fill('lost');

		const failure = await failureOf(create());

		expect(failure.isUnclear).toBe(false);
		expect(books.methods().filter((method) => method === 'POST')).toHaveLength(maxRetries + 1);
		expect(noteUnclear).not.toHaveBeenCalled();
	},
);

describe('after a timeout', () => {
	it('looks several times, longer and longer, and finds an item that came late', async () => {
		books.fates = ['timedOut'];
		books.beforeList = (earlier) => {
			if (earlier === 3) arriveLate(books);
		};

		expect(await create()).toMatchObject({ action: 'created', item: { id: 'late' } });
		expect(books.methods()).toEqual(['GET', 'POST', 'GET', 'GET', 'GET']);
		expect(books.waits).toEqual([1, 2, 3]);
	});

	it('looks once at least, though nothing is to be sent again', async () => {
		books.maxRetries = 0;
		books.fates = ['timedOut'];
		books.beforeList = (earlier) => {
			if (earlier === 1) arriveLate(books);
		};

		expect(await create()).toMatchObject({ action: 'created', item: { id: 'late' } });
	});

	it('says that the outcome is unclear when nothing has come in the end, and reads the reservation anew for the next', async () => {
		books.maxRetries = 1;
		books.fates = ['timedOut', 'timedOut'];

		const failure = await failureOf(create());

		expect(failure.isUnclear).toBe(true);
		expect(books.methods()).toEqual(['GET', 'POST', ...LOOKS, 'POST', ...LOOKS]);
		expect(noteUnclear).toHaveBeenCalledTimes(1);
		arriveLate(books);
		expect(await create()).toMatchObject({ action: 'alreadyExisted', item: { id: 'late' } });
	});
});

it('does not send the create again when the reservation cannot be read', async () => {
	books.fates = ['lost'];
	books.beforeList = (earlier) => {
		books.isClosed = earlier > 0;
	};

	const failure = await failureOf(create());

	expect(failure.isUnclear).toBe(true);
	expect(failure.request.method).toBe('POST');
	expect(books.methods()).toEqual(['GET', 'POST', 'GET']);
	expect(noteUnclear).toHaveBeenCalledTimes(1);
});

it('does not send the create again when something new resembles the item', async () => {
	books.fates = ['lost'];
	books.beforeList = (earlier) => {
		if (earlier === 1)
			books.of(RESERVATION).push({ id: 'S-9', ...BODY, description: 'late checkout' });
	};

	const failure = await failureOf(create());

	expect(failure).toMatchObject({ isUnclear: true, possibleMatch: 'S-9' });
	expect(books.methods()).toEqual(['GET', 'POST', 'GET']);
});

it('does not take for it what was there before and resembles it', async () => {
	books.of(RESERVATION).push({ id: 'S-9', ...BODY, description: 'late checkout' });
	books.fates = ['lost', 'done'];

	expect(await create()).toMatchObject({ action: 'created', isRepeated: true });
});
