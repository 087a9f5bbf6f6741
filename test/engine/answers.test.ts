import type { Dialect } from '../service/dialect';
import { useCannedService } from './support/cannedService';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();
const canned = useCannedService();

/** A charge as it is entered and as it is sent. */
const charge = {
	reservationId: 'R-1',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
};

/** A service item that has every field. */
const stored = { ...charge, id: 'si-1', accountCode: '4400', destinationAccount: 'GUEST' };

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

describe('an answer that says it was no success', () => {
	const refusal = { success: false, message: 'The reservation is closed' };

	it.each([
		['create', { ...charge }],
		['update', { serviceId: byId('si-1'), updateFields: { amount: 20 } }],
		['delete', { serviceId: byId('si-1') }],
		['get', { serviceId: byId('si-1') }],
	])('is no success of %s, whatever its status', async (operation, parameters) => {
		canned.answer = { status: 200, body: refusal };
		const run = await canned.run(operation, parameters);

		expect(run.status).toBe('error');
		expect(run.error?.message).toContain('The reservation is closed');
	});
});

describe('a refusal under a status of success', () => {
	const changes = [
		['update', { serviceId: byId('si-1'), updateFields: { amount: 20 } }],
		['delete', { serviceId: byId('si-1') }],
	] as const;
	const failures = [
		{ errors: [{ message: 'Closed for now' }] },
		{ error: { code: 'X', message: 'Closed for now' } },
		{ error: 'Closed for now' },
		{ status: 'error', message: 'Closed for now' },
	];
	const refusals = [
		{ success: 'false', message: 'Closed for now' },
		{ data: { success: false, message: 'Closed for now' } },
	];

	it.each([...failures, ...refusals])("fails in the service's words: %j", async (body) => {
		canned.answer = { status: 200, body };
		for (const [operation, parameters] of changes) {
			const run = await canned.run(operation, parameters);
			expect(run.error?.message).toMatch(/was not .*: Closed for now/);
			expect(run.output()).toEqual([]);
		}
	});

	it.each([
		...failures.map((body) => [body, /may or may not have been created.*Closed for now/] as const),
		...refusals.map((body) => [body, /was not created: .*Closed for now/] as const),
	])('is no charge made, to a create: %j', async (body, message) => {
		canned.answer = { status: 200, body };
		const run = await canned.run('create', charge);

		expect(run.error?.message).toMatch(message);
		expect(run.output()).toEqual([]);
		expect(canned.asked).toEqual(['POST /services']);
	});

	it.each([
		{ errorMessage: 'Closed for now' },
		{ error_message: 'Closed for now' },
		{ meta: { error: 'Closed for now' } },
		{ results: { success: false, message: 'Closed for now' } },
		{ ok: false, message: 'Closed for now' },
		[{ error: 'Closed for now' }],
	])('is no success of anything, wherever it stands: %j', async (body) => {
		canned.answer = { status: 200, body };
		for (const [operation, parameters] of [['create', charge] as const, ...changes]) {
			const run = await canned.run(operation, parameters);
			expect(run.error?.message).toMatch(/(was|may or may) not .*Closed for now/);
			expect(run.output()).toEqual([]);
		}
	});

	it.each([{ error: 'none' }, { error: { code: '0' } }, { errors: '0' }])(
		'is none when it says that there was no error: %j',
		async (body) => {
			canned.answer = { status: 200, body };
			for (const [operation, parameters] of [['create', charge] as const, ...changes]) {
				const run = await canned.run(operation, parameters);
				expect(run.error).toBeUndefined();
				expect(run.output()).toHaveLength(1);
			}
		},
	);

	it("is none when it is a field of the item by the credential's own names", async () => {
		const body = { chargeNo: 7, total: 12.5, status: 'failed' };
		canned.answer = { status: 201, body };
		const names = { idField: 'chargeNo', amountField: 'total' };
		const run = await canned.run('create', charge, names);
		expect(run.json()).toEqual([body]);
	});

	it("is one beside what is no item by the credential's own names", async () => {
		canned.answer = {
			status: 201,
			body: { id: 'q-1', status: 'failed', message: 'Closed for now' },
		};
		const run = await canned.run('create', charge, { idField: 'chargeNo', amountField: 'total' });
		expect(run.error?.message).toMatch(/may or may not have been created.*Closed for now/);
	});

	it('is no item to get', async () => {
		canned.answer = { status: 200, body: { errorMessage: 'Closed for now' } };
		const run = await canned.run('get', { serviceId: byId('si-1') });
		expect(run.error?.message).toMatch(/could not be read: .*Closed for now/);
		expect(run.output()).toEqual([]);
	});

	it('is none when it is a field of the item', async () => {
		canned.answer = { status: 201, body: { ...stored, status: 'failed', error: 'x' } };
		const run = await canned.run('create', charge);
		expect(run.json()).toMatchObject([{ id: 'si-1', status: 'failed' }]);
	});
});

describe('several results (207) in answer to a create', () => {
	const results = [{ status: 422, message: 'Closed for now' }];

	it('leave open whether it was done, and it is not sent again', async () => {
		canned.answer = { status: 207, body: { results } };
		const run = await canned.run('create', charge);

		expect(run.error?.message).toMatch(/may or may not have been created.*207, Closed for now/);
		expect(canned.asked).toEqual(['POST /services']);
	});

	it.each([true, false])(
		'are looked up with Prevent Duplicates; it arrived: %p',
		async (arrived) => {
			let items: object[] = [];
			canned.answer = ({ asked }) => {
				if (asked.startsWith('GET')) return { body: items };
				if (arrived) items = [stored];
				return { status: 207, body: { results } };
			};
			const options = { maxRetries: 0 };
			const run = await canned.run('create', {
				...charge,
				preventDuplicates: 'sameFields',
				options,
			});

			expect(canned.asked.filter((asked) => asked.startsWith('POST'))).toHaveLength(1);
			expect(run.error?.message).toEqual(
				arrived ? undefined : (expect.stringMatching(/was not created.*Closed for now/) as string),
			);
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
