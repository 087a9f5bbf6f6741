import type { IDataObject } from 'n8n-workflow';
import { error, sameFields, useMisreadLists, type Booked } from './support/misreadLists';

const service = useMisreadLists();

describe('a service that lists everything whatever it is asked for, and shows nobody’s name', () => {
	const shared = 'The service lists the same service item';
	const wanted = [
		{ on: 'R-1', ref: 'o-1' },
		{ on: 'R-2', ref: 'o-2' },
	];

	beforeEach(() => {
		service.isFiltered = false;
		service.show = ({ id, amount, date, description }) => ({ id, amount, date, description });
		service.booked = ['o-1', 'o-8', 'manual'].map((ref, n) => ({
			...{ id: `c-${n}`, reservationId: 'R-3', amount: 80, date: '2026-11-21' },
			description: `Spa [ref:${ref}]`,
		}));
	});

	it.each(['create', 'upsert', 'sync'])(
		'changes nothing by %s and reference',
		async (operation) => {
			const before = [...service.booked];
			const parameters = {
				preventDuplicates: 'reference',
				removeMissing: true,
				referencePrefix: 'o-',
			};
			const output = await service.run(
				operation,
				parameters,
				[wanted[0], wanted[0], wanted[1]].map(refNo),
			);

			expect(output.slice(0, 3)).toEqual([error(shared), error(shared), error(shared)]);
			expect(service.booked.filter(({ id }) => before.some((item) => item.id === id))).toEqual(
				before,
			);
		},
	);

	it('does not take another guest’s charge for this one’s by same fields', async () => {
		service.booked = [];
		service.accountConcurrency = 1;
		const output = await service.run('create', sameFields, wanted);

		expect(service.booked).toHaveLength(1);
		expect(output).toEqual([error(shared), error(shared)]);
		expect(output[0]?.error).toContain("'List Query'");
	});

	it('is no trouble with one reservation at a time', async () => {
		service.booked = [];
		expect(await service.run('create', sameFields, [{ on: 'R-1' }])).toHaveLength(1);
		expect(await service.run('create', sameFields, [{ on: 'R-1' }])).toMatchObject([
			{ _action: 'alreadyExisted' },
		]);
	});

	/** References of their own, so that none is wanted twice. */
	function refNo(item: IDataObject | undefined, n: number): IDataObject {
		return { ...item, ref: `o-${n + 1}` };
	}
});

describe('a list of several reservations', () => {
	it('that shows whose items they are is refused', async () => {
		service.isFiltered = false;
		for (const id of ['R-1', 'R-2']) service.booked.push({ id, reservationId: id, amount: 1 });

		expect(await service.run('create', sameFields, [{ on: 'R-1' }])).toEqual([
			error('service items of 2 reservations instead of one'),
		]);
		expect(service.changes()).toEqual([]);
	});
});

describe('a list whose items cannot be read', () => {
	const shapes: Array<[string, (item: Booked) => unknown]> = [
		['attributes', ({ id, ...attributes }) => ({ id, type: 'service', attributes })],
		['edges', (node) => ({ node })],
		['other names', ({ id, amount, description }) => ({ id, Amount: amount, Text: description })],
	];

	it.each(shapes)('(%s) makes no charge a second time', async (_, shape) => {
		service.show = shape;
		for (const parameters of [sameFields, { preventDuplicates: 'reference' }]) {
			service.booked = [];
			await service.run('create', parameters, [{ on: 'R-1', ref: 'a' }]);
			const again = await service.run('create', parameters, [{ on: 'R-1', ref: 'a' }]);

			expect(again).toEqual([error("'List Response' in the Reservation Service credential")]);
			expect(service.booked).toHaveLength(1);
		}
	});

	it.each([
		['an amount that is an object', { amount: { value: 80 } }, '{"value":80} at \'amount\''],
		['a date in seconds', { date: 1_795_219_200 }, 'Write {date as unixSeconds} there'],
	])('(%s) cannot be compared by same fields', async (_, change, words) => {
		service.show = (item) => ({ ...item, ...change });
		await service.run('create', sameFields, [{ on: 'R-1' }]);

		expect(await service.run('create', sameFields, [{ on: 'R-1' }])).toEqual([error(words)]);
		expect(service.booked).toHaveLength(1);
	});

	it('(no description) is told of, as a charge would not be known again by same fields', async () => {
		service.show = (item) => ({ ...item, description: undefined });

		expect(await service.run('create', sameFields, [{ on: 'R-1' }])).toEqual([
			error("'c-1' was created, but the list of reservation 'R-1' does not show it as it was sent"),
		]);
	});

	it('says that the charge was made when that comes out afterwards', async () => {
		service.show = ({ id }) => ({ id });
		const output = await service.run('create', { preventDuplicates: 'reference' }, [
			{ on: 'R-1', ref: 'a' },
		]);

		expect(output).toEqual([error("The service item 'c-1' was created. The list of")]);
	});

	it('is one without any amount, not one with a charge that has none', async () => {
		service.booked = [
			{ id: 'gift', reservationId: 'R-1', amount: null, description: 'Welcome drink' },
		];
		expect(await service.run('create', sameFields, [{ on: 'R-1' }])).toMatchObject([
			{ _action: 'created' },
		]);
	});
});
