import type { CreateResult } from '../../../../../nodes/shared/reservation/createOnce';
import { Bookkeeping } from '../../../support/bookkeeping';
import { arriveLate, createIn, failureOf, RESERVATION } from '../../../support/oneCreate';

let books: Bookkeeping;
let noteUnclear: jest.Mock;

beforeEach(() => {
	books = new Bookkeeping();
	noteUnclear = jest.fn();
});

async function create(): Promise<CreateResult> {
	return await createIn(books.session(), { noteUnclear });
}

it('gives up at once when the create is refused, and waits for nothing', async () => {
	books.fates = ['refused'];

	const failure = await failureOf(create());

	expect(failure.isUnclear).toBe(false);
	// By which the message names the reservation, and says that it may be run again.
	expect(failure.purpose).toEqual({ reservationId: RESERVATION, isProtected: true });
	expect(books.methods()).toEqual(['GET', 'POST']);
	expect(books.waits).toEqual([]);
	expect(noteUnclear).not.toHaveBeenCalled();
});

it('looks for nothing after any other refusal', async () => {
	books.fates = ['refused'];
	books.beforeList = (earlier) => {
		if (earlier > 0) arriveLate(books);
	};

	expect((await failureOf(create())).judgement.kind).toBe('rejected');
	expect(books.methods()).toEqual(['GET', 'POST']);
});

describe('after a conflict', () => {
	beforeEach(() => {
		books.fates = ['conflict'];
	});

	it('finds what somebody else has created meanwhile', async () => {
		books.beforeList = (earlier) => {
			if (earlier === 1) arriveLate(books);
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
