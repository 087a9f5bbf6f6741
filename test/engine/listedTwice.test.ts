import { error, sameFields, useMisreadLists } from './support/misreadLists';

const service = useMisreadLists();

describe('a list that shows', () => {
	const spa = {
		reservationId: 'R-1',
		amount: 80,
		date: '2026-11-21',
		description: 'Spa [ref:a]',
	};

	it('an item twice counts it once', async () => {
		const item = { ...spa, id: 'c-1', description: 'Spa' };
		service.booked = [item, { ...item }];
		const output = await service.run('create', sameFields, [{ on: 'R-1' }, { on: 'R-1' }]);

		expect(output.map(({ _action }) => _action)).toEqual(['alreadyExisted', 'created']);
	});

	it('an item twice gives it out once', async () => {
		service.booked = [
			{ ...spa, id: 'c-1' },
			{ ...spa, id: 'c-1' },
			{ ...spa, id: 'c-2' },
		];
		const output = await service.run('getAll', { returnAll: true }, [{ on: 'R-1' }]);

		expect(output.map(({ id }) => id)).toEqual(['c-1', 'c-2']);
	});

	it('an item twice has one with its reference', async () => {
		service.booked = [
			{ ...spa, id: 'c-1' },
			{ ...spa, id: 'c-1' },
		];
		expect(await service.run('upsert', {}, [{ on: 'R-1', ref: 'a' }])).toMatchObject([
			{ _action: 'unchanged' },
		]);
	});

	it('one ID for several items has none to change or delete by', async () => {
		service.booked = [
			{ ...spa, id: '7', number: 1, amount: 1 },
			{ ...spa, id: '7', number: 2, description: 'Tour [ref:a-old]' },
		];
		const output = await service.run('sync', { removeMissing: true, referencePrefix: 'a' }, [
			{ on: 'R-1', ref: 'a' },
		]);

		const why =
			"several service items of the reservation have the ID '7'. Put {id} into 'List Response'";
		expect(output).toEqual([error(why), error(why)]);
		expect(service.changes()).toEqual([]);
	});
});
