import type { CreateResult } from '../../../../../nodes/shared/reservation/createOnce';
import type { Session } from '../../../../../nodes/shared/reservation/session';
import { Bookkeeping } from '../../../support/bookkeeping';
import type { CreateNotes } from '../../../support/oneCreate';
import { BODY, createIn, LOOKS, RESERVATION } from '../../../support/oneCreate';

let books: Bookkeeping;
let session: Session;

beforeEach(() => {
	books = new Bookkeeping();
	session = books.session();
});

describe('a process that stands still while a create waits for its turn', () => {
	beforeAll(() => jest.useFakeTimers());
	afterEach(async () => await jest.runAllTimersAsync());
	afterAll(() => jest.useRealTimers());

	/** No timer goes off meanwhile, as in a process that is frozen. */
	const freeze = (): void => void jest.setSystemTime(Date.now() + 2_500);
	const createInTurn = async (notes?: CreateNotes): Promise<CreateResult | undefined> => {
		let result: CreateResult | undefined;
		await session.reservations.inTurn(RESERVATION, async () => {
			result = await createIn(session, notes);
		});
		return result;
	};

	it('looks at the reservation once more, and does not create what another process has', async () => {
		books.beforeCreate = async () => {
			freeze();
			books.of(RESERVATION).push({ id: 'S-7', ...BODY });
			await Promise.resolve();
		};

		expect(await createInTurn()).toMatchObject({ action: 'alreadyExisted', item: { id: 'S-7' } });
		expect(books.methods()).toEqual(['GET', 'GET']);
	});

	it('creates what nobody has created meanwhile', async () => {
		const freezes = [freeze];
		books.beforeCreate = async () => await Promise.resolve(freezes.shift()?.());

		expect(await createInTurn()).toMatchObject({ action: 'created', isRepeated: false });
		expect(books.methods()).toEqual(['GET', 'GET', 'POST']);
	});

	it('does the same when the create is sent once more', async () => {
		books.fates = ['lost'];
		const freezes = [() => undefined, freeze];
		books.beforeCreate = async () => await Promise.resolve(freezes.shift()?.());

		expect(await createInTurn()).toMatchObject({ action: 'created', isRepeated: true });
		expect(books.methods()).toEqual(['GET', 'POST', ...LOOKS, 'GET', 'POST']);
	});

	it('takes what is there before the create is sent once more for what the one before has made', async () => {
		books.fates = ['lost'];
		const created: unknown[] = [];
		const freezes = [
			() => undefined,
			() => {
				freeze();
				books.of(RESERVATION).push({ id: 'S-7', ...BODY });
			},
		];
		books.beforeCreate = async () => await Promise.resolve(freezes.shift()?.());

		const result = await createInTurn({ noteCreated: ({ id }) => created.push(id) });

		expect(result).toMatchObject({ action: 'created', item: { id: 'S-7' }, isRepeated: false });
		expect(created).toEqual(['S-7']);
		expect(books.of(RESERVATION)).toHaveLength(1);
	});

	it('has created nothing where another process was first', async () => {
		const created: unknown[] = [];
		books.beforeCreate = async () => {
			freeze();
			books.of(RESERVATION).push({ id: 'S-7', ...BODY });
			await Promise.resolve();
		};
		await createInTurn({ noteCreated: ({ id }) => created.push(id) });

		expect(created).toEqual([]);
	});
});
