import type { Dialect } from '../service/dialect';
import { useCannedService } from './support/cannedService';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';
import { charge, stored } from './support/storedCharge';

const hotel = useHotel();
const canned = useCannedService();

describe('what create answers', () => {
	const create = async (dialect: Partial<Dialect>, options = {}) => {
		hotel.speak(dialect, {});
		const run = await hotel.run('create', { ...charge, options });
		expect(run.error).toBeUndefined();
		expect(hotel.service.books.changes.created).toBe(1);
		return run.output();
	};
	const pairedItem = { item: 0 };

	it.each([200, 201] as const)('may be the item with status %i', async (createStatus) => {
		const output = await create({ createStatus });
		expect(output).toEqual([{ json: { id: 'si-1', ...charge }, pairedItem }]);
	});

	it('may be its ID only', async () => {
		const output = await create({ createAnswer: 'idOnly' });
		expect(output).toEqual([{ json: { id: 'si-1' }, pairedItem }]);
	});

	it('may be nothing: what was sent is given out', async () => {
		const output = await create({ createAnswer: 'empty204' });
		expect(output).toEqual([{ json: charge, pairedItem }]);
	});

	it.each([
		['item', 'si-1'],
		['idOnly', 'si-1'],
		['empty204', null],
	] as const)('is completed by Simplify: %s', async (createAnswer, id) => {
		const output = await create({ createAnswer }, { simplify: true });
		const simple = { id, ...charge, accountCode: null, destinationAccount: null };
		expect(output).toEqual([{ json: simple, pairedItem }]);
	});

	it('may repeat what it was asked with, of which the token is not given out', async () => {
		canned.token = 'token-of-24-hours';
		canned.answer = ({ authorization }) => ({ body: { id: 'si-1', ...charge, authorization } });
		const run = await canned.run('create', charge);

		expect(run.json()).toEqual([{ id: 'si-1', ...charge, authorization: 'Bearer ***' }]);
	});

	it.each(['data', 'serviceItem', 'result'])('may be wrapped in %s', async (itemEnvelope) => {
		const output = await create({ itemEnvelope });
		expect(output).toEqual([{ json: { id: 'si-1', ...charge }, pairedItem }]);
	});

	it('may be a wrapped ID only', async () => {
		const output = await create({ itemEnvelope: 'data', createAnswer: 'idOnly' });
		expect(output).toEqual([{ json: { id: 'si-1' }, pairedItem }]);
	});

	it.each([
		['/services/si-77', 'si-77'],
		['https://api.example.com/v1/services/a%2Fb%20c?x=1', 'a/b c'],
	])('may name the ID in a Location header: %s', async (location, id) => {
		canned.answer = { status: 201, headers: { location } };
		const run = await canned.run('create', charge);

		expect(run.json()).toEqual([{ id, ...charge }]);
	});

	it('may have a Location header nobody can read: the charge was made all the same', async () => {
		canned.answer = { status: 201, headers: { location: '/services/%E0%A4%A' } };
		const run = await canned.run('create', charge);

		expect(run.error).toBeUndefined();
		expect(run.json()).toMatchObject([charge]);
	});
});

describe('what update answers', () => {
	const update = async (dialect: Partial<Dialect>, options = {}) => {
		hotel.speak(dialect, {});
		hotel.service.books.add('R-1', stored);
		const run = await hotel.run('update', {
			serviceId: byId('si-1'),
			updateFields: { amount: 20 },
			options,
		});
		expect(run.error).toBeUndefined();
		expect(hotel.service.books.all()).toMatchObject([{ amount: 20 }]);
		return run.json();
	};

	it('may be the item', async () => {
		expect(await update({})).toEqual([{ ...stored, amount: 20 }]);
	});

	it('may be its ID only', async () => {
		expect(await update({ updateAnswer: 'idOnly' })).toEqual([{ id: 'si-1' }]);
	});

	it('may be nothing: the ID and what was sent are given out', async () => {
		expect(await update({ updateAnswer: 'empty204' })).toEqual([{ id: 'si-1', amount: 20 }]);
	});

	it('may be wrapped', async () => {
		expect(await update({ itemEnvelope: 'data' })).toEqual([{ ...stored, amount: 20 }]);
	});

	it.each(['idOnly', 'empty204'] as const)(
		'is completed by Simplify as far as it is known: %s',
		async (updateAnswer) => {
			expect(await update({ updateAnswer }, { simplify: true })).toEqual([
				{
					id: 'si-1',
					reservationId: null,
					amount: 20,
					date: null,
					description: null,
					accountCode: null,
					destinationAccount: null,
				},
			]);
		},
	);
});

describe('what delete answers', () => {
	it.each(['noContent204', 'emptyBody200', 'object200', 'item200'] as const)(
		'does not matter: %s',
		async (deleteAnswer) => {
			hotel.speak({ deleteAnswer }, {});
			hotel.service.books.add('R-1', stored);
			const run = await hotel.run('delete', { serviceId: byId('si-1') });

			expect(run.output()).toEqual([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
			expect(hotel.service.books.all()).toEqual([]);
		},
	);
});
