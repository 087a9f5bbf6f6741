import { useCannedService } from '../support/cannedService';
import { byId, runServiceItem } from '../support/serviceItemNode';
import { CHARGE } from '../support/hotel';

const canned = useCannedService();

it('a value at a place that an example has a blank for tells of no failure, although only that comes back', async () => {
	const createBody = { amount: '{amount}', of: '{reservationId}', errorCode: '{accountCode}' };
	for (const body of [{ errorCode: '450' }, { data: { errorCode: '450' } }]) {
		canned.answer = { body };
		const run = await canned.run(
			'update',
			{ serviceId: byId('si-1'), updateFields: { accountCode: '450' } },
			{ createBody: JSON.stringify(createBody) },
		);
		expect(run.error?.message).toBeUndefined();
		expect(run.json()).toMatchObject([{ errorCode: '450' }]);
	}
});

describe('a refusal under a status of success', () => {
	const changes = [
		['update', { serviceId: byId('si-1'), updateFields: { amount: 20 } }],
		['delete', { serviceId: byId('si-1') }],
		['get', { serviceId: byId('si-1') }],
	] as const;
	const failures = [
		{ errors: [{ message: 'Closed for now' }] },
		{ error: 'Closed for now' },
		{ meta: { error: 'Closed for now' } },
		{ status: 'error', message: 'Closed for now' },
		[{ error: 'Closed for now' }],
	];
	const refusals = [{ data: { success: false, message: 'Closed for now' } }];

	it.each([...failures, ...refusals])("fails in the service's words: %j", async (body) => {
		canned.answer = { status: 200, body };
		for (const [operation, parameters] of changes) {
			const run = await canned.run(operation, parameters);
			expect(run.error?.message).toMatch(/(was not|could not be) .*: Closed for now/);
			expect(run.output()).toEqual([]);
		}
	});

	it.each([
		...failures.map((body) => [body, /may or may not have been created.*Closed for now/] as const),
		...refusals.map((body) => [body, /was not created: .*Closed for now/] as const),
	])('is no charge made, to a create: %j', async (body, message) => {
		canned.answer = { status: 200, body };
		const run = await canned.run('create', CHARGE);

		expect(run.error?.message).toMatch(message);
		expect(run.output()).toEqual([]);
		expect(canned.asked).toEqual(['POST /services']);
	});

	it('beside an item leaves open whether the charge was made, and no try sends it again', async () => {
		const payment = { success: false, message: 'Card declined' };
		canned.answer = { status: 201, body: { id: 'si-1', amount: 25, payment } };
		const run = await runServiceItem(canned.credential(), 'create', CHARGE, { retryOnFail: true });

		expect(run.error?.message).toMatch(/may or may not have been created.*Card declined/);
		expect(canned.asked).toEqual(['POST /services']);
	});

	it('is told as unclear where the list does not show the charge, which may still come', async () => {
		const list = { status: 200, body: { items: [] } };
		const refused = { status: 200, body: { error: 'Closed for now' } };
		canned.answer = ({ asked }) => (asked.startsWith('POST') ? refused : list);
		const protectedCharge = { ...CHARGE, preventDuplicates: 'reference', reference: 'o-1' };
		const run = await canned.run('create', protectedCharge);

		expect(run.error?.message).toMatch(/may or may not have been created.*Closed for now/);
	});
});

describe('an answer of success that is not understood', () => {
	const said = [
		{ message: 'Closed for now' },
		{ code: 4012, message: 'Closed for now' },
		{ fault: { faultstring: 'Closed for now' } },
	];

	it.each(said)('leaves open whether a charge was made: %j', async (body) => {
		canned.answer = { status: 200, body };
		const run = await canned.run('create', CHARGE);

		expect(run.error?.message).toMatch(/may or may not have been created.*Closed for now/);
		expect(run.output()).toEqual([]);
		expect(canned.asked).toEqual(['POST /services']);
	});

	it.each([[[]], [false], [{ created: false }], [48213]])(
		'and has no words is told as one: %j',
		async (body) => {
			canned.answer = { status: 201, body };
			const run = await canned.run('create', CHARGE);

			expect(run.error?.message).toMatch(
				/may or may not have been created.*: nothing in the service's answer \(status 201\) shows a service item$/,
			);
			expect(run.output()).toEqual([]);
		},
	);

	it.each(said)('to an update or deletion counts, and is told in a hint: %j', async (body) => {
		canned.answer = { status: 200, body };
		const serviceId = byId('si-1');
		const update = { serviceId, updateFields: { amount: 20 } };
		const changed = await canned.run('update', { ...update, simplify: true });
		const deleted = await canned.run('delete', { serviceId });

		expect(changed.json()).toMatchObject([{ id: 'si-1', amount: null }]);
		expect(deleted.json()).toEqual([{ deleted: true }]);
		expect((await canned.run('update', update)).json()).toEqual([{ id: 'si-1', ...body }]);
		expect(changed.hints.map(({ message }) => message).join()).toMatch(
			/answer to the update .* 'si-1' .*: Closed for now\. It/,
		);
		expect(deleted.hints.map(({ message }) => message).join()).toMatch(
			/answer to the deletion .*: Closed for now\. It counts/,
		);
	});

	it('is not one that says yes', async () => {
		for (const body of [{ success: true, message: 'Posted' }, { data: { ok: 1 } }, {}]) {
			canned.answer = { status: 200, body };
			const created = await canned.run('create', CHARGE);
			const deleted = await canned.run('delete', { serviceId: byId('si-1') });
			expect([created.error, created.hints, deleted.hints]).toEqual([undefined, [], []]);
			expect(created.json()).toHaveLength(1);
		}
	});
});
