import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';

const hotel = useHotel();

const located = (value = '={{ $json.reference }}'): INodeParameters => ({
	reservationId: '={{ $json.reservationId }}',
	serviceId: { __rl: true, mode: 'reference', value },
});
const spa = { amount: 40, date: '2026-11-21', description: 'Spa' };

/** Puts a charge with a reference on reservation R-1. */
function book(id: string, reference: string): void {
	const description = `${spa.description} [ref:${reference}]`;
	hotel.service.books.add('R-1', { ...spa, id, description });
}

function run(
	operation: string,
	items: IDataObject[],
	parameters: INodeParameters = {},
	settings: Parameters<typeof hotel.run>[2] = {},
) {
	return hotel.run(
		operation,
		{ ...located(), ...parameters },
		{ items: items.map((item) => ({ reservationId: 'R-1', ...item })), ...settings },
	);
}

const ids = (): string[] => hotel.service.books.all().map(({ id }) => id);
const sent = (): string[] => hotel.requests.map(({ method, path }) => `${method} ${path}`);
const twice = [{ reference: 'order-1' }, { reference: 'order-2' }];

beforeEach(() => {
	book('a', 'order-1');
	book('b', 'order-2');
	book('c', 'order-22');
});

describe('a charge that is named by its reference', () => {
	it('is read', async () => {
		const result = await run('get', twice);

		expect(result.json().map(({ id }) => id)).toEqual(['a', 'b']);
		expect(sent().sort()).toEqual(['GET /services', 'GET /services/a', 'GET /services/b']);
	});

	it('is deleted, after one look at its reservation', async () => {
		const result = await run('delete', twice);

		expect(result.json()).toEqual([{ deleted: true }, { deleted: true }]);
		expect(ids()).toEqual(['c']);
		expect(sent()).toEqual(['GET /services', 'DELETE /services/a', 'DELETE /services/b']);
	});

	it.each([
		['as part of the description', {}, 'Sauna [ref:order-1]'],
		['in a field of its own', { referenceField: 'external.id' }, 'Sauna'],
	])('is updated and keeps its reference, %s', async (_, format, description) => {
		hotel.speak(format, format);
		if (Object.keys(format).length > 0) {
			hotel.service.books.clear();
			hotel.service.books.add('R-1', { ...spa, id: 'a', reference: 'order-1' });
		}
		const changes = { updateFields: { description: 'Sauna', amount: 50 } };
		const result = await run('update', [{ reference: 'order-1' }], changes);

		expect(result.json()).toMatchObject([{ id: 'a', amount: 50, description }]);
		await run('update', [{ reference: 'order-1' }], { updateFields: { amount: 60 } });
		expect(hotel.service.books.all('R-1')[0]).toMatchObject({ id: 'a', amount: 60, description });
	});

	it('may have its reference written out, or come from an expression', async () => {
		await run('delete', [{}], located('order-1'));
		await run('delete', [{ order: 2 }], located('={{ "order-" + $json.order }}'));

		expect(ids()).toEqual(['c']);
	});
});

describe('a reference that', () => {
	it.each(['get', 'update', 'delete'])('no charge carries is told of (%s)', async (operation) => {
		const changes = operation === 'update' ? { updateFields: { amount: 1 } } : {};
		const result = await run(operation, [{ reference: 'order-3' }], changes);

		expect(result.error?.message).toBe(
			"No service item of the reservation carries the reference 'order-3'",
		);
		expect(result.error?.description).toContain("Check 'Service Item' and 'Reservation ID'");
		expect(sent()).toEqual(['GET /services']);
	});

	it.each(['get', 'update', 'delete'])(
		'several charges carry is told of (%s)',
		async (operation) => {
			book('d', 'order-1');
			const changes = operation === 'update' ? { updateFields: { amount: 1 } } : {};
			const result = await run(operation, [{ reference: 'order-1' }], changes);

			expect(result.error?.message).toContain(
				"Several service items of this reservation carry the reference 'order-1': 'a' and 'd'",
			);
			expect(hotel.service.books.changes).toMatchObject({ updated: 0, deleted: 0 });
		},
	);

	it.each([
		['is blank', { reference: ' ' }, "'Service Item' is empty"],
		[
			'has no reservation',
			{ reference: 'order-1', reservationId: '' },
			"'Reservation ID' is empty",
		],
		['has a bracket', { reference: 'a]b' }, "'Service Item' is 'a]b', which contains a ]"],
	])('%s is refused before anything is sent', async (_, item, message) => {
		const result = await run('delete', [item]);

		expect(result.error?.message).toContain(message);
		expect(hotel.requests).toEqual([]);
	});
});

describe('Ignore Missing', () => {
	const ignoring = { options: { ignoreMissing: true } };
	const byId = { serviceId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };

	it('lets a charge that is gone count as deleted, by its reference', async () => {
		const items = [{ reference: 'order-1' }, { reference: 'order-1' }, { reference: 'order-9' }];
		const result = await run('delete', items, ignoring);

		expect(result.json()).toEqual(Array(3).fill({ deleted: true }));
		expect(ids()).toEqual(['b', 'c']);
	});

	it('and by its ID', async () => {
		const result = await run('delete', [{ id: 'a' }, { id: 'gone' }], { ...byId, ...ignoring });

		expect(result.json()).toEqual(Array(2).fill({ deleted: true }));
		expect(ids()).toEqual(['b', 'c']);
	});

	it('hides nothing else', async () => {
		hotel.service.faults.add({ method: 'DELETE', kind: 'errorBefore', status: 403 });
		const result = await run('delete', [{ id: 'a' }], { ...byId, ...ignoring });

		expect(result.status).toBe('error');
		expect(ids()).toContain('a');
	});

	it('is off unless it is turned on', async () => {
		const result = await run('delete', [{ id: 'gone' }], byId);

		expect(result.error?.message).toContain("Service item 'gone' was not found");
	});
});

it('a cancellation that is tried again counts what the first try has deleted', async () => {
	hotel.service.faults.add({ method: 'DELETE', kind: 'resetAfter' });
	const settings = { retryOnFail: true };
	const result = await run('delete', twice, { options: { maxRetries: 0 } }, settings);

	expect(result.error).toBeUndefined();
	expect(result.json()).toEqual([{ deleted: true }, { deleted: true }]);
	expect(ids()).toEqual(['c']);
});

it('a cancellation waits for the charge that is just being made', async () => {
	hotel.service.latencyMs = 20;
	const charge = {
		...spa,
		reservationId: 'R-1',
		preventDuplicates: 'reference',
		reference: 'order-7',
	};
	const creation = hotel.run('create', charge);
	await hotel.until(() => sent().includes('POST /services'));
	const cancellation = await run('delete', [{ reference: 'order-7' }]);
	hotel.service.latencyMs = 0;

	expect((await creation).json()).toMatchObject([{ _action: 'created' }]);
	expect(cancellation.json()).toEqual([{ deleted: true }]);
	expect(ids()).toEqual(['a', 'b', 'c']);
});
