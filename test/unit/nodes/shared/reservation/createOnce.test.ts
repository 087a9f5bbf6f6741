import { CanceledError, RequestFailure } from '../../../../../nodes/shared/client/requestFailure';
import type { CreateResult } from '../../../../../nodes/shared/reservation/createOnce';
import type { Session } from '../../../../../nodes/shared/reservation/session';
import { Bookkeeping } from '../../../support/bookkeeping';
import { BODY, createIn, FIELDS, RESERVATION } from '../../../support/oneCreate';
import { rejectionOf } from '../../../support/thrown';

const looks = ['GET', 'GET', 'GET', 'GET'];

let books: Bookkeeping;
let session: Session;
let notedUnclear: number;

beforeEach(() => {
	books = new Bookkeeping();
	session = books.session();
	notedUnclear = 0;
});

async function create(): Promise<CreateResult> {
	return await createIn(session, { noteUnclear: () => notedUnclear++ });
}

async function failureOf(creation: Promise<unknown>): Promise<RequestFailure> {
	const failure = await rejectionOf(creation);
	expect(failure).toBeInstanceOf(RequestFailure);
	return failure as RequestFailure;
}

function arrive(): void {
	books.of(RESERVATION).push({ id: 'late', ...BODY });
}

it('sends nothing when the reservation has the item', async () => {
	books.of(RESERVATION).push({ id: 'S-1', ...BODY });

	const result = await create();

	expect(result).toMatchObject({
		action: 'alreadyExisted',
		item: { id: 'S-1' },
		isRepeated: false,
	});
	expect(books.methods()).toEqual(['GET']);
});

it('sends the create once when it is answered, and knows the item from then on', async () => {
	const result = await create();

	expect(result).toMatchObject({ action: 'created', item: { id: 'S-101' }, isRepeated: false });
	expect(books.methods()).toEqual(['GET', 'POST']);
	expect(books.requests[1]?.body).toEqual(BODY);
	expect((await session.reservations.itemsOf(RESERVATION)).all()).toEqual([result.item]);
});

it('knows what was accepted where the service answers with nothing', async () => {
	books.isTerse = true;

	expect(await create()).toMatchObject({ action: 'created', item: { fields: FIELDS } });
});

it('gives up at once when the create is refused, and waits for nothing', async () => {
	books.fates = ['refused'];

	const failure = await failureOf(create());

	expect(failure.isUnclear).toBe(false);
	// By which the message names the reservation, and says that it may be run again.
	expect(failure.purpose).toEqual({ reservationId: RESERVATION, isProtected: true });
	expect(books.methods()).toEqual(['GET', 'POST']);
	expect(books.waits).toEqual([]);
	expect(notedUnclear).toBe(0);
});

it('has a create looked at once more that was found after it was sent twice', async () => {
	books.fates = ['lost', 'doneUnheard'];

	expect(await create()).toMatchObject({ action: 'created', isRepeated: true });
	expect(books.methods()).toEqual(['GET', 'POST', ...looks, 'POST', 'GET']);
});

it('finds what was created although the answer got lost', async () => {
	books.fates = ['doneUnheard'];

	const result = await create();

	expect(result).toMatchObject({ action: 'created', item: { id: 'S-101' }, isRepeated: false });
	expect(books.methods()).toEqual(['GET', 'POST', 'GET']);
	expect(books.waits).toEqual([1]);
	expect(books.of(RESERVATION)).toHaveLength(1);
});

describe('after a conflict', () => {
	beforeEach(() => {
		books.fates = ['conflict'];
	});

	it('finds what somebody else has created meanwhile', async () => {
		books.beforeList = (earlier) => {
			if (earlier === 1) arrive();
		};

		expect(await create()).toMatchObject({
			action: 'alreadyExisted',
			item: { id: 'late' },
			isRepeated: false,
		});
		expect(books.methods()).toEqual(['GET', 'POST', 'GET']);
	});

	it('is refused where nothing stands for the item', async () => {
		expect((await failureOf(create())).judgement.kind).toBe('conflict');
		expect(books.of(RESERVATION)).toEqual([]);
	});

	it('is refused where the reservation cannot be read', async () => {
		books.beforeList = (earlier) => {
			books.isClosed = earlier > 0;
		};

		expect((await failureOf(create())).judgement.kind).toBe('conflict');
	});
});

it('looks for nothing after any other refusal', async () => {
	books.fates = ['refused'];
	books.beforeList = (earlier) => {
		if (earlier > 0) arrive();
	};

	expect((await failureOf(create())).judgement.kind).toBe('rejected');
	expect(books.methods()).toEqual(['GET', 'POST']);
});

it('ends with the execution that is stopped while the create waits for its turn', async () => {
	const stop = new CanceledError();
	books.beforeCreate = async () => await Promise.reject(stop);

	expect(await rejectionOf(create())).toBe(stop);
	expect(books.methods()).toEqual(['GET']);
});

it('sends the create again when four looks do not show it, and says so', async () => {
	books.fates = ['lost', 'done'];

	expect(await create()).toMatchObject({ action: 'created', isRepeated: true });
	expect(books.methods()).toEqual(['GET', 'POST', ...looks, 'POST']);
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
		expect(notedUnclear).toBe(0);
	},
);

describe('after a timeout', () => {
	it('looks several times, longer and longer, and finds an item that came late', async () => {
		books.fates = ['timedOut'];
		books.beforeList = (earlier) => {
			if (earlier === 3) arrive();
		};

		expect(await create()).toMatchObject({ action: 'created', item: { id: 'late' } });
		expect(books.methods()).toEqual(['GET', 'POST', 'GET', 'GET', 'GET']);
		expect(books.waits).toEqual([1, 2, 3]);
	});

	it('looks once at least, though nothing is to be sent again', async () => {
		books.maxRetries = 0;
		books.fates = ['timedOut'];
		books.beforeList = (earlier) => {
			if (earlier === 1) arrive();
		};

		expect(await create()).toMatchObject({ action: 'created', item: { id: 'late' } });
	});

	it('says that the outcome is unclear when nothing has come in the end, and reads the reservation anew for the next', async () => {
		books.maxRetries = 1;
		books.fates = ['timedOut', 'timedOut'];

		const failure = await failureOf(create());

		expect(failure.isUnclear).toBe(true);
		expect(books.methods()).toEqual(['GET', 'POST', ...looks, 'POST', ...looks]);
		expect(notedUnclear).toBe(1);
		arrive();
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
	expect(notedUnclear).toBe(1);
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
