import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { JsonObject } from '../../service/json';
import { useHotel } from '../support/hotel';

const hotel = useHotel();

const sameFields = { preventDuplicates: 'sameFields' };

/** The output of an item that has failed with these words. */
const error = (text: string) => ({ error: expect.stringContaining(text) as string });

const spa = { amount: 80, date: '2026-11-21', description: 'Spa' };
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

/** Runs the node with On Error → Continue, so that every item has a word of its own. */
async function run(operation: string, parameters: INodeParameters, items: IDataObject[]) {
	const settings = { items, onError: 'continueRegularOutput' } as const;
	return (await hotel.run(operation, { ...fromItem, ...parameters }, settings)).json();
}

beforeEach(() => hotel.speak({ createAnswer: 'idOnly' }));

describe('a service that lists everything whatever it is asked for, and shows nobody’s name', () => {
	const shared = 'The service lists the same service item';

	beforeEach(() => {
		show((item) => ({ ...item, reservationId: null }), ['R-1', 'R-2', 'R-3']);
	});

	it.each(['create', 'upsert', 'sync'])(
		'changes nothing by %s and reference',
		async (operation) => {
			for (const ref of ['o-1', 'o-8', 'manual']) {
				hotel.book({ ...spa, description: `Spa [ref:${ref}]` }, 'R-3');
			}
			const parameters = {
				preventDuplicates: 'reference',
				deleteMissing: true,
				referencePrefix: 'o-',
			};
			const items = ['R-1', 'R-1', 'R-2'].map((on, n) => ({ on, ref: `o-${n + 1}` }));
			const output = await run(operation, parameters, items);

			expect(output.slice(0, 3)).toEqual([error(shared), error(shared), error(shared)]);
			expect(hotel.ids()).toEqual(expect.arrayContaining(['si-1', 'si-2', 'si-3']));
			expect(hotel.service.books.changes).toMatchObject({ updated: 0, deleted: 0 });
		},
	);

	it('does not take another guest’s charge for this one’s by same fields', async () => {
		hotel.credential.edit({ accountConcurrency: 1 });
		const output = await run('create', sameFields, [{ on: 'R-1' }, { on: 'R-2' }]);

		expect(hotel.ids()).toHaveLength(1);
		expect(output).toEqual([error(shared), error(shared)]);
		expect(output[0]?.error).toContain("'List Query'");
		expect(output[0]?.error).toContain('Done for this item before that was seen: created');
	});

	it('is found out by executions of one reservation each, too', async () => {
		const parameters = { preventDuplicates: 'reference' };
		for (const ref of ['o-1', 'o-2']) {
			hotel.book({ ...spa, description: `Spa [ref:${ref}]` }, 'R-3');
		}
		const item = (on: string) => [{ on, ref: 'o-1' }];
		expect(await run('upsert', parameters, item('R-1'))).toEqual([
			expect.objectContaining({ action: 'unchanged' }),
		]);
		for (const on of ['R-2', 'R-1', 'R-2']) {
			expect(await run('upsert', parameters, item(on))).toEqual([error(shared)]);
		}
		expect(hotel.service.books.changes).toMatchObject({ updated: 0, deleted: 0 });
	});
});

it('a service item that was moved to another reservation is found there', async () => {
	const parameters = { preventDuplicates: 'reference' };
	hotel.book({ ...spa, id: 'si-9', description: 'Spa [ref:o-1]' }, 'R-1');
	const item = (on: string) => [{ on, ref: 'o-1' }];
	await run('upsert', parameters, item('R-1'));
	hotel.remove('si-9');
	hotel.book({ ...spa, id: 'si-9', description: 'Spa [ref:o-1]' }, 'R-2');

	expect(await run('upsert', parameters, item('R-2'))).toEqual([
		expect.objectContaining({ action: 'unchanged', id: 'si-9' }),
	]);
});

describe('a service that takes r-1 and R-1 for one reservation', () => {
	beforeEach(() => {
		const { books } = hotel.service;
		const ofReservation = books.ofReservation.bind(books);
		const create = books.create.bind(books);
		books.ofReservation = (id) => ofReservation(id.toUpperCase());
		books.create = (id, body) => create(id.toUpperCase(), body);
	});

	it('has a charge made once, and the other spelling ends nothing', async () => {
		const parameters = { preventDuplicates: 'reference' };
		const actions: unknown[] = [];
		for (const on of ['R-1', 'r-1', 'R-1']) {
			const [output] = await run('create', parameters, [{ on, ref: 'o-1' }]);
			actions.push(output?.action ?? output?.error);
		}

		expect(actions).toEqual(['created', 'alreadyExisted', 'alreadyExisted']);
	});

	it('has it made once by two executions at the same instant', async () => {
		const runs = ['R-1', 'r-1'].map(async (on) => await run('create', sameFields, [{ on }]));
		const actions = (await Promise.all(runs)).map(([output]) => output?.action);

		expect(actions.sort()).toEqual(['alreadyExisted', 'created']);
		expect(hotel.ids()).toHaveLength(1);
	});

	it('is known for one whose charges another reservation shows, however it was written before', async () => {
		hotel.book({ ...spa, description: 'Spa [ref:o-1]' });
		const parameters = { preventDuplicates: 'reference' };
		await run('create', parameters, [{ on: 'R-1', ref: 'o-1' }]);
		show((item) => ({ ...item, reservationId: null }), ['R-1']);
		hotel.credential.edit({ accountConcurrency: 1 });
		const items = ['r-1', 'R-2'].map((on) => ({ on, ref: 'o-1' }));

		const shared = error('The service lists the same service item');
		expect(await run('create', parameters, items)).toEqual([shared, shared]);
	});

	it.each([
		['create', ['o-1', 'o-2']],
		['upsert', ['o-1', 'o-2']],
		['sync', ['o-1', 'o-2']],
		['sync', ['o-1', 'o-1']],
	])('has both refused in one run of %s, references %j', async (operation, refs) => {
		for (const ref of ['o-1', 'o-2']) hotel.book({ ...spa, description: `Spa [ref:${ref}]` });
		const parameters = {
			preventDuplicates: 'reference',
			deleteMissing: true,
			referencePrefix: 'o-',
		};
		const items = ['R-1', 'r-1'].map((on, n) => ({ on, ref: refs[n] }));
		const words = error("is written as 'R-1' and as 'r-1'");

		expect((await run(operation, parameters, items)).slice(0, 2)).toEqual([words, words]);
		expect(hotel.service.books.changes).toEqual({ created: 0, updated: 0, deleted: 0 });
	});
});

describe('a list whose items cannot be read', () => {
	const shapes: Array<[string, (item: JsonObject) => JsonObject]> = [
		['attributes', ({ id = '', ...attributes }) => ({ id, type: 'service', attributes })],
		['edges', (node) => ({ node })],
		['other names', ({ id = '', amount = 0 }) => ({ id, Amount: amount })],
	];

	it.each(shapes)('(%s) makes no charge a second time', async (_, shape) => {
		show(shape);
		for (const parameters of [sameFields, { preventDuplicates: 'reference' }]) {
			hotel.service.books.clear();
			await run('create', parameters, [{ on: 'R-1', ref: 'a' }]);
			const again = await run('create', parameters, [{ on: 'R-1', ref: 'a' }]);

			expect(again).toEqual([error("'List Response' in the Reservation Service credential")]);
			expect(hotel.ids()).toHaveLength(1);
		}
	});

	it.each([
		['an amount that is an object', { amount: { value: 80 } }, '{"value":80} at \'amount\''],
		['a date in seconds', { date: 1_795_219_200 }, 'Write {date as unixSeconds} there'],
	])('(%s) cannot be compared by same fields', async (_, change, words) => {
		show((item) => ({ ...item, ...change }));
		await run('create', sameFields, [{ on: 'R-1' }]);

		expect(await run('create', sameFields, [{ on: 'R-1' }])).toEqual([error(words)]);
		expect(hotel.ids()).toHaveLength(1);
	});

	it('has one charge made when that comes out afterwards, and no more', async () => {
		show(({ id = '' }) => ({ id }));
		const items = [1, 2].map((n) => ({ on: 'R-1', ref: `${n}` }));
		await run('create', { preventDuplicates: 'reference' }, items);
		await run('create', { preventDuplicates: 'reference' }, items);

		expect(hotel.ids()).toHaveLength(1);
	});
});

describe('a list that shows row numbers in place of IDs', () => {
	const serviceId = { __rl: true, mode: 'reference', value: 'o-1' };
	/** The charge named is row 1 of R-1, and 1 is the ID of a charge of R-2. */
	beforeEach(() => {
		hotel.book({ ...spa, id: '1' }, 'R-2');
		hotel.book({ ...spa, id: '2', description: 'Spa [ref:o-1]' });
		show((item) => ({ ...item, id: '1' }));
	});

	it.each([
		['get', {}],
		['update', { updateFields: { amount: 5 } }],
		['delete', {}],
		['delete', { options: { ignoreMissing: true } }],
		['upsert', { amount: 5 }],
	])('shows no other guest’s charge to %s by reference', async (operation, parameters) => {
		const named = { reservationId: 'R-1', serviceId, ...parameters };
		const output = await run(operation, named, [{ on: 'R-1', ref: 'o-1' }]);

		expect(output).toEqual([error("the list shows the ID '1', but the service has")]);
		expect(output[0]?.error).toContain("Check {id} in 'List Response'");
		expect(hotel.service.books.changes).toEqual({ created: 0, updated: 0, deleted: 0 });
	});

	it('does not count as deleted by Ignore Missing what is there under another ID', async () => {
		hotel.remove('1');
		const named = { reservationId: 'R-1', serviceId, options: { ignoreMissing: true } };

		expect(await run('delete', named, [{ on: 'R-1' }])).toEqual([error('has no item under it')]);
	});
});

it('says of items that a GET spells in another way than the list that this is why', async () => {
	const node = Object.fromEntries(['id', ...Object.keys(spa)].map((name) => [name, `{${name}}`]));
	const listResponse = JSON.stringify({ items: [{ node }] });
	hotel.credential.edit({ customApiFormat: true, listResponse });
	hotel.book({ ...spa, id: 'si-7', description: 'Spa [ref:o-1]' });
	show((item) => ({ node: item }));
	const output = await run('upsert', { amount: 5 }, [{ on: 'R-1', ref: 'o-1' }]);

	expect(output).toEqual([error("'si-7' alone shows none of its fields as the list does")]);
	expect(hotel.service.books.changes).toEqual({ created: 0, updated: 0, deleted: 0 });
});

it('one ID for several items is none to change or delete by', async () => {
	hotel.book({ ...spa, amount: 1, description: 'Spa [ref:a-1]', raw: { number: 1 } });
	hotel.book({ ...spa, description: 'Tour [ref:a-old]', raw: { number: 2 } });
	show((item) => ({ ...item, id: '7' }));
	const settings = { deleteMissing: true, referencePrefix: 'a' };
	const output = await run('sync', settings, [{ on: 'R-1', ref: 'a-1' }]);

	const why =
		"several service items of the reservation have the ID '7'. Put {id} into 'List Response'";
	expect(output).toEqual([error(why)]);
	expect(hotel.service.books.changes).toEqual({ created: 0, updated: 0, deleted: 0 });
});
