import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { JsonObject } from '../../service/json';
import { listOf, useHotel } from '../support/hotel';

const hotel = useHotel();

const sameFields = { preventDuplicates: 'sameFields' };
const byReference = { preventDuplicates: 'reference' };
const deleting = { deleteMissing: true, referencePrefix: 'o-' };

const spa = { amount: 80, date: '2026-11-21', description: 'Spa' };
const marked = { ...spa, description: 'Spa [ref:o-1]' };
const fromItem: INodeParameters = {
	reservationId: '={{ $json.on }}',
	...spa,
	reference: '={{ $json.ref }}',
};

/** From now on the service lists the items in this form, and those of these reservations whatever it is asked for. */
function show(form: (item: JsonObject) => JsonObject, reservationIds?: string[]): void {
	const { books } = hotel.service;
	const ofReservation = books.ofReservation.bind(books);
	books.ofReservation = (asked) =>
		(reservationIds ?? [asked])
			.flatMap(ofReservation)
			.map((booking) => ({ ...booking, raw: form(booking.raw) }));
}

/** @returns of every item its action, or what is wrong: On Error is Continue */
async function run(
	operation: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{ on: 'R-1', ref: 'o-1' }],
) {
	const settings = { items, onError: 'continueRegularOutput' } as const;
	const running = hotel.run(operation, { ...fromItem, ...parameters }, settings);
	return (await running).json().map(({ action, error }) => action ?? error);
}

const failing = (words: string | RegExp) => expect.stringMatching(words) as string;
const NOTHING = { created: 0, updated: 0, deleted: 0 };

describe('a service that lists everything whatever it is asked for, and shows nobody’s name', () => {
	const ignored = failing(/The service ignores 'List Query'.*Correct its parameter/);
	beforeEach(() => show((item) => ({ ...item, reservationId: null }), ['R-1', 'R-2', 'R-3']));

	it.each<[string, INodeParameters]>([
		['create', byReference],
		['create', sameFields],
		['upsert', { amount: 5 }],
		['sync', { amount: 5 }],
		['sync', deleting],
		['sync', { ...deleting, dryRun: true }],
	])('has nothing changed, and no other guest’s charge deleted, by %s %j', async (...row) => {
		for (const ref of ['o-1', 'o-8', 'manual']) {
			hotel.book({ ...spa, description: `Spa [ref:${ref}]` }, 'R-3');
		}
		for (const on of [['R-1'], ['R-1', 'R-2', 'R-3']]) {
			const items = on.map((each, n) => ({ on: each, ref: `o-${n + 1}` }));

			expect(await run(...row, items)).toEqual(on.map(() => ignored));
		}
		expect(hotel.service.books.changes).toEqual(NOTHING);
		expect(hotel.ids()).toHaveLength(3);
	});

	it('is found out by its first charge, and gets no second', async () => {
		hotel.credential.edit({ accountConcurrency: 1 });
		const items = ['R-1', 'R-1', 'R-2'].map((on) => ({ on }));
		const [first, ...others] = await run('create', sameFields, items);

		expect(first).toMatch(/may or may not have been created.*ignores 'List Query'/);
		expect(others).toEqual([failing('Nothing was sent'), ignored]);
		expect(hotel.ids()).toHaveLength(1);
	});
});

describe('a list whose items cannot be read', () => {
	it.each<[string, (item: JsonObject) => JsonObject]>([
		['attributes', ({ id = '', ...attributes }) => ({ id, type: 'service', attributes })],
		['edges', (node) => ({ node })],
		['other names', ({ id = '', amount = 0 }) => ({ id, Amount: amount })],
		['an ID alone', ({ id = '' }) => ({ id })],
	])('(%s) makes no charge a second time', async (_, shape) => {
		show(shape);
		for (const by of [sameFields, byReference]) {
			hotel.service.books.clear();
			const [first] = await run('create', by);
			const [again] = await run('create', by);

			expect(first).toMatch(/may (be on the bill|or may not have been created)/);
			expect(again).toMatch(/^The service item was not created again|^Not every service item/);
			expect(hotel.ids()).toHaveLength(1);
			const items = listOf(9, (n) => ({ on: `R-${n + 1}`, ref: 'o-1' }));
			await run('create', by, items);
			// Not one for each reservation.
			expect(hotel.ids()).toHaveLength(3);
		}
	});
});

describe('a list whose ID is not what the service calls by it:', () => {
	const serviceId = { __rl: true, mode: 'reference', value: 'o-1' };
	const named = { reservationId: 'R-1', serviceId };
	const none = '={{ $json.none }}';
	const nothing = { amount: none, description: none, reference: none };
	const changers: Array<[string, INodeParameters]> = [
		['update', { ...named, updateFields: { amount: 5 } }],
		['delete', named],
		['delete', { ...named, options: { ignoreMissing: true } }],
		['upsert', { amount: 5 }],
		['sync', { ...deleting, allowEmpty: true, ...nothing }],
	];
	/** The charge that is named is row 1 of R-1, and 1 is the ID of a charge of R-2. */
	function showRows(): void {
		hotel.book({ ...spa, id: '1' }, 'R-2');
		hotel.book({ ...marked, id: '2' });
		show((item) => ({ ...item, id: '1' }));
	}
	function showNodes(): void {
		const node = { id: '{id}', amount: '{amount}', description: '{description}' };
		const listResponse = JSON.stringify({ items: [{ node }] });
		hotel.credential.edit({ customApiFormat: true, listResponse });
		hotel.book(marked);
		show((item) => ({ node: item }));
	}

	it.each<[string, () => void]>([
		["a row number that is another guest's ID", showRows],
		[
			'a row number that is none',
			() => [showRows, () => hotel.remove('1')].forEach((act) => act()),
		],
		['an item in another form than alone', showNodes],
	])('%s, and nothing is changed by it', async (_, arrange) => {
		arrange();
		const { updated, deleted } = hotel.service.books.changes;
		for (const [operation, parameters] of changers) {
			const output = await run(operation, parameters);

			expect(output.at(-1)).toMatch(/was left alone: asked for this ID.*correct \{id\}/);
		}
		expect(hotel.service.books.changes).toMatchObject({ updated, deleted });
	});
});
