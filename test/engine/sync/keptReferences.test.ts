import type { INodeParameters } from 'n8n-workflow';
import { actionsOf, CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const byReference = (value: string) => ({ __rl: true, mode: 'reference', value });
const ordered = { ...CHARGE, reference: 'order-1' };

async function change(
	updateFields: INodeParameters,
	serviceId: unknown = byId('si-1'),
): Promise<void> {
	const named = { reservationId: 'R-1', serviceId } as INodeParameters;
	const run = await hotel.run('update', { ...named, updateFields });
	expect(run.error?.message).toBeUndefined();
}

/** The charge of order-1 is known, so nobody is charged again. */
async function expectKnown(): Promise<void> {
	expect(
		await actionsOf(hotel.run('upsert', { reservationId: 'R-1', reference: 'order-1' })),
	).toEqual(['unchanged']);
	expect(hotel.ids()).toHaveLength(1);
}

describe('an update leaves a charge its reference', () => {
	beforeEach(async () => {
		await hotel.run('upsert', ordered);
		hotel.service.dialect.requiredFields = [];
	});

	it.each<[string, unknown]>([
		['ID', byId('si-1')],
		['list', { __rl: true, mode: 'list', value: 'si-1' }],
		['reference', byReference('order-1')],
	])('with a new description, named by %s', async (_, serviceId) => {
		await change({ description: 'Massage' }, serviceId);
		expect(hotel.service.books.find('si-1')?.raw.description).toBe('Massage [ref:order-1]');
		await expectKnown();
	});

	it.each([
		['', '[ref:order-1]'],
		[null, '[ref:order-1]'],
		['Massage', 'Massage [ref:order-1]'],
	])('with the description %j in Custom Fields', async (description, kept) => {
		for (const serviceId of [byId('si-1'), byReference('order-1')]) {
			await change({ customFields: JSON.stringify({ description }) }, serviceId);
			expect(hotel.service.books.find('si-1')?.raw.description).toBe(kept);
		}
		await expectKnown();
	});

	it('and reads nothing first where the description stays', async () => {
		const before = hotel.requests.length;
		// A Reservation ID would be a condition, for which the item is read.
		const updateFields = { amount: 30, customFields: '{ "vat": 7 }' };
		await hotel.run('update', { serviceId: byId('si-1'), updateFields });
		expect(hotel.methods.slice(before)).toEqual(['PATCH']);
	});
});

it('no update empties a reference in its place where Update Body has a ! at other fields', async () => {
	hotel.speak({ referenceField: 'ref' });
	const updateBody = '{ "amount": "{amount}", "date": "{date!}", "ref": "{reference}" }';
	hotel.credential.edit({ updateBody });
	await hotel.run('upsert', ordered);
	hotel.service.books.update = (booking, sent) => {
		booking.raw = { ...booking.raw, ref: '', ...sent };
	};
	await change({ amount: 30, date: '2026-11-22' });
	await expectKnown();
});

it('Custom Fields cannot empty the object that a reference stands in', async () => {
	hotel.speak({ descriptionField: 'line.text' });
	await hotel.run('upsert', ordered);
	const updateFields = { customFields: '{ "line": null }' };
	const run = await hotel.run('update', { serviceId: byId('si-1'), updateFields });
	expect(run.error?.message).toMatch(/^'Custom Fields' sets 'line', .*reference/);
	await expectKnown();
});

it('Custom Fields cannot take a reference from its own place', async () => {
	hotel.speak({ referenceField: 'external.id' });
	await hotel.run('upsert', ordered);
	for (const external of [{ id: 'x' }, null, 'none', ['order-7']]) {
		const updateFields = { customFields: JSON.stringify({ external }) };
		for (const serviceId of [byId('si-1'), byReference('order-1')]) {
			const run = await hotel.run('update', { reservationId: 'R-1', serviceId, updateFields });
			expect(run.error?.message).toMatch(/^'Custom Fields' sets 'external/);
		}
	}
	await expectKnown();
});

describe('a reference that gets a place of its own', () => {
	beforeEach(async () => {
		await hotel.run('upsert', ordered);
		hotel.speak({ referenceField: 'externalId', requiredFields: [] });
	});

	it.each<[string, INodeParameters]>([
		['create', { preventDuplicates: 'reference' }],
		['upsert', {}],
		['sync', {}],
	])('is still known to %s by the end of the description', async (operation, more) => {
		const [action] = await actionsOf(hotel.run(operation, { ...ordered, ...more }));
		expect(action).not.toBe('created');
		expect(hotel.ids()).toEqual(['si-1']);
	});

	it.each(['upsert', 'sync'])('moves there with the next change of %s', async (operation) => {
		await hotel.run(operation, { ...ordered, amount: 30 });
		const { raw } = hotel.service.books.find('si-1') ?? {};
		expect(raw).toMatchObject({ amount: 30, externalId: 'order-1' });
		await hotel.run(operation, { ...ordered, amount: 30, description: 'Massage' });
		expect(hotel.service.books.find('si-1')?.raw.description).toBe('Massage');
		await expectKnown();
	});

	it.each([{ description: 'Massage' }, { customFields: '{ "description": "Massage" }' }])(
		'moves there with an update by ID: %j',
		async (updateFields: INodeParameters) => {
			await change(updateFields);
			const { raw } = hotel.service.books.find('si-1') ?? {};
			expect(raw).toMatchObject({ description: 'Massage', externalId: 'order-1' });
			await expectKnown();
		},
	);

	it('is no charge with the same fields and without one', async () => {
		const run = hotel.run('create', { ...CHARGE, preventDuplicates: 'sameFields' });
		expect(await actionsOf(run)).toEqual(['created']);
	});
});

describe.each([{}, { referenceField: 'externalId' }])(
	'where references are kept: %j',
	(dialect) => {
		beforeEach(() => hotel.speak(dialect));
		const description = 'Water [ref:order-9]';

		it.each<[string, INodeParameters]>([
			['create', {}],
			['create', { preventDuplicates: 'sameFields' }],
			['create', { preventDuplicates: 'reference' }],
			['upsert', {}],
			['sync', {}],
		])('a description that ends like one is refused by %s %j', async (operation, more) => {
			const run = await hotel.run(operation, { ...ordered, ...more, description });
			expect(run.error?.message).toMatch(/^'Description' ends with a reference, \[ref:order-9\]/);
			expect(hotel.traffic).toEqual([]);
		});

		it.each([{ description }, { customFields: JSON.stringify({ description }) }])(
			'and by an update: %j',
			async (updateFields: INodeParameters) => {
				hotel.seed('si-1');
				const run = await hotel.run('update', { serviceId: byId('si-1'), updateFields });
				expect(run.error?.message).toMatch(/ends with a reference, \[ref:order-9\]/);
				expect(hotel.count('PATCH')).toBe(0);
			},
		);
	},
);
