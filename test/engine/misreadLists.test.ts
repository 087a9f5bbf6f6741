import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useCannedService, type CannedAnswer, type CannedRequest } from './support/cannedService';
import { runNode } from './support/runWorkflow';

const canned = useCannedService();

type Booked = IDataObject & { id: string; reservationId: string };
/** What the service has in its books. */
let booked: Booked[];
/** How it shows an item. */
let show: (item: Booked) => unknown;
/** Whether it lists a reservation, or everything it has. */
let isFiltered: boolean;

beforeEach(() => {
	booked = [];
	show = (item) => item;
	isFiltered = true;
	canned.answer = answer;
});

function answer({ asked, body }: CannedRequest): CannedAnswer {
	const [method = '', url = ''] = asked.split(' ');
	const { pathname, searchParams } = new URL(url, 'http://service');
	const id = pathname.split('/')[2];
	if (method === 'POST') {
		const item = { id: `c-${booked.length + 1}`, ...(body as IDataObject) } as Booked;
		booked.push(item);
		return { status: 201, body: { id: item.id } };
	}
	if (method === 'DELETE') booked = booked.filter((item) => item.id !== id);
	if (method !== 'GET') return { status: 204, body: '' };
	const wanted = searchParams.get('reservationId');
	const listed = booked.filter((item) => !isFiltered || item.reservationId === wanted);
	return { body: { items: listed.map(show) } };
}

/** Runs the node with On Error → Continue, so that every item has a word of its own. */
async function run(
	operation: string,
	parameters: INodeParameters,
	items: IDataObject[],
	credential = canned.credential(),
): Promise<IDataObject[]> {
	const done = await runNode(
		'serviceItem',
		{ resource: 'serviceItem', operation, ...fromItem, ...parameters },
		{ credential, items, onError: 'continueRegularOutput' },
	);
	return done.json();
}

const fromItem: INodeParameters = {
	reservationId: '={{ $json.on }}',
	amount: 80,
	date: '2026-11-21',
	description: 'Spa',
	reference: '={{ $json.ref }}',
};
const sameFields = { preventDuplicates: 'sameFields' };
const error = (text: string) => ({ error: expect.stringContaining(text) as string });
const changes = () => canned.asked.filter((asked) => !asked.startsWith('GET'));

describe('a service that lists everything whatever it is asked for, and shows nobody’s name', () => {
	const shared = 'The service lists the same service item';
	const wanted = [
		{ on: 'R-1', ref: 'o-1' },
		{ on: 'R-2', ref: 'o-2' },
	];

	beforeEach(() => {
		isFiltered = false;
		show = ({ id, amount, date, description }) => ({ id, amount, date, description });
		booked = ['o-1', 'o-8', 'manual'].map((ref, n) => ({
			...{ id: `c-${n}`, reservationId: 'R-3', amount: 80, date: '2026-11-21' },
			description: `Spa [ref:${ref}]`,
		}));
	});

	it.each(['create', 'upsert', 'sync'])(
		'changes nothing by %s and reference',
		async (operation) => {
			const before = [...booked];
			const parameters = { preventDuplicates: 'reference', removeMissing: true };
			const output = await run(operation, parameters, [wanted[0], wanted[0], wanted[1]].map(refNo));

			expect(output.slice(0, 3)).toEqual([error(shared), error(shared), error(shared)]);
			expect(booked.filter(({ id }) => before.some((item) => item.id === id))).toEqual(before);
		},
	);

	it('does not take another guest’s charge for this one’s by same fields', async () => {
		booked = [];
		const output = await run('create', { ...sameFields, options: { maxConcurrency: 1 } }, wanted);

		expect(booked).toHaveLength(1);
		expect(output).toEqual([error(shared), error(shared)]);
		expect(output[0]?.error).toContain("'Reservation ID Field'");
	});

	it('is no trouble with one reservation at a time', async () => {
		booked = [];
		expect(await run('create', sameFields, [{ on: 'R-1' }])).toHaveLength(1);
		expect(await run('create', sameFields, [{ on: 'R-1' }])).toMatchObject([
			{ _action: 'alreadyExisted' },
		]);
	});

	/** References of their own, so that none is wanted twice. */
	function refNo(item: IDataObject | undefined, n: number): IDataObject {
		return { ...item, ref: `o-${n + 1}` };
	}
});

describe.each([
	['reservation_id', (id: string) => ({ reservation_id: id })],
	['reservation.id', (id: string) => ({ reservation: { id } })],
	['ReservationId', (id: string) => ({ ReservationId: id })],
])('a list of several reservations that shows whose items they are in %s', (_, owner) => {
	it('is refused', async () => {
		isFiltered = false;
		show = ({ reservationId, ...item }) => ({ ...item, ...owner(reservationId) });
		for (const id of ['R-1', 'R-2']) booked.push({ id, reservationId: id, amount: 1 });

		expect(await run('create', sameFields, [{ on: 'R-1' }])).toEqual([
			error('service items of 2 reservations instead of one'),
		]);
		expect(changes()).toEqual([]);
	});
});

describe('a list whose items cannot be read', () => {
	const shapes: Array<[string, (item: Booked) => unknown]> = [
		['attributes', ({ id, ...attributes }) => ({ id, type: 'service', attributes })],
		['edges', (node) => ({ node })],
		['other names', ({ id, amount, description }) => ({ id, Amount: amount, Text: description })],
	];

	it.each(shapes)('(%s) makes no charge a second time', async (_, shape) => {
		show = shape;
		for (const parameters of [sameFields, { preventDuplicates: 'reference' }]) {
			booked = [];
			await run('create', parameters, [{ on: 'R-1', ref: 'a' }]);
			const again = await run('create', parameters, [{ on: 'R-1', ref: 'a' }]);

			expect(again).toEqual([error("Set 'Amount Field', or 'Items Field', in the credential")]);
			expect(booked).toHaveLength(1);
		}
	});

	it.each([
		['an amount that is an object', { amount: { value: 80 } }, 'Amount Field'],
		['a date in seconds', { date: 1_795_219_200 }, 'Date Field'],
		['no description', { description: undefined }, 'Description Field'],
	])('(%s) cannot be compared by same fields', async (_, change, setting) => {
		show = (item) => ({ ...item, ...change });
		await run('create', sameFields, [{ on: 'R-1' }]);

		expect(await run('create', sameFields, [{ on: 'R-1' }])).toEqual([error(`Set '${setting}'`)]);
		expect(booked).toHaveLength(1);
	});

	it('says that the charge was made when that comes out afterwards', async () => {
		show = ({ id }) => ({ id });
		const output = await run('create', { preventDuplicates: 'reference' }, [
			{ on: 'R-1', ref: 'a' },
		]);

		expect(output).toEqual([error("The service item 'c-1' was created. The list of")]);
	});

	it('is one without any amount, not one with a charge that has none', async () => {
		booked = [{ id: 'gift', reservationId: 'R-1', amount: null, description: 'Welcome drink' }];
		expect(await run('create', sameFields, [{ on: 'R-1' }])).toMatchObject([
			{ _action: 'created' },
		]);
	});
});

describe('a list that shows', () => {
	const spa = {
		reservationId: 'R-1',
		amount: 80,
		date: '2026-11-21',
		description: 'Spa [ref:a]',
	};

	it('an item twice counts it once', async () => {
		const item = { ...spa, id: 'c-1', description: 'Spa' };
		booked = [item, { ...item }];
		const output = await run('create', sameFields, [{ on: 'R-1' }, { on: 'R-1' }]);

		expect(output.map(({ _action }) => _action)).toEqual(['alreadyExisted', 'created']);
	});

	it('an item twice gives it out once', async () => {
		booked = [
			{ ...spa, id: 'c-1' },
			{ ...spa, id: 'c-1' },
			{ ...spa, id: 'c-2' },
		];
		const output = await run('getAll', { returnAll: true }, [{ on: 'R-1' }]);

		expect(output.map(({ id }) => id)).toEqual(['c-1', 'c-2']);
	});

	it('an item twice has one with its reference', async () => {
		booked = [
			{ ...spa, id: 'c-1' },
			{ ...spa, id: 'c-1' },
		];
		expect(await run('upsert', {}, [{ on: 'R-1', ref: 'a' }])).toMatchObject([
			{ _action: 'unchanged' },
		]);
	});

	it('one ID for several items has none to change or delete by', async () => {
		booked = [
			{ ...spa, id: '7', number: 1, amount: 1 },
			{ ...spa, id: '7', number: 2, description: 'Tour [ref:old]' },
		];
		const output = await run('sync', { removeMissing: true }, [{ on: 'R-1', ref: 'a' }]);

		const why = "several service items of the reservation have the ID '7'. Set 'ID Field'";
		expect(output).toEqual([error(why), error(why)]);
		expect(changes()).toEqual([]);
	});
});
