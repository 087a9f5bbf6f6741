import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../../../../../nodes/shared/answers/outcome';
import { exploreList } from '../../../../../nodes/ServiceItem/apiFormat/exploreList';

const all = [
	{ id: 1, bookingId: 'R-1', amount: 12.5, date: '2026-11-21' },
	{ id: 2, bookingId: 'R-2', amount: 20.5, date: '2026-11-21' },
];

type Service = (query: Record<string, unknown>) => unknown;

async function explored(service: Service): Promise<unknown> {
	const list = async (query: IDataObject): Promise<Answer | undefined> => {
		await Promise.resolve();
		const body = service(query);
		if (body === undefined) return undefined;
		return { kind: 'answer', status: 200, isReadable: true, headers: {}, body };
	};
	const found = await exploreList(list, 'R-1', (id) => ({ reservationId: id }));
	return found && { query: found.query, isNarrowed: found.isNarrowed };
}

const of = (id: unknown): unknown => all.filter(({ bookingId }) => bookingId === id);

it('keeps the query of the credential where it narrows the list', async () => {
	const found = await explored(({ reservationId }) => of(reservationId));
	expect(found).toEqual({ query: { reservationId: 'R-1' }, isNarrowed: true });
});

it('keeps it where a reservation without charges is answered with what they would lie in', async () => {
	const found = await explored(({ reservationId }) => ({
		windows: [{ windowNumber: 1, total: 0, charges: of(reservationId) }],
	}));
	expect(found).toEqual({ query: { reservationId: 'R-1' }, isNarrowed: true });
});

it('finds the parameter that narrows a list of everything', async () => {
	const found = await explored(({ booking_id: id }) => (id === undefined ? all : of(id)));
	expect(found).toEqual({ query: { booking_id: 'R-1' }, isNarrowed: true });
});

it('finds the one that a strict service takes', async () => {
	const found = await explored((query) =>
		'filter[reservationId]' in query ? of(query['filter[reservationId]']) : undefined,
	);
	expect(found).toEqual({ query: { 'filter[reservationId]': 'R-1' }, isNarrowed: true });
});

it('does not take a list for narrowed that another reservation has as well, though nobody is named', async () => {
	const anonymous = [{ id: 1, amount: 12.5 }];
	expect(await explored(() => anonymous)).toEqual({
		query: { reservationId: 'R-1' },
		isNarrowed: false,
	});
});

it('finds nothing where no list has anything in it', async () => {
	expect(await explored(() => ({ items: [] }))).toBeUndefined();
});
