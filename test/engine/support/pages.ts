import type { INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../../service/dialect';
import { useHotel } from './hotel';
import { panelOf } from './workflowRun';

/** Opens a hotel for the tests of a file, whose service gives its lists page by page. */
export function usePages() {
	const hotel = useHotel();

	/** Books items on a reservation, numbered from 1 in their amounts. */
	function book(count: number, reservationId = 'R-1'): void {
		for (let amount = 1; amount <= count; amount++) {
			hotel.service.books.add(reservationId, { amount, date: '2026-12-05', description: 'Bread' });
		}
	}

	/** Sets the paging of both sides. */
	function page(pagination: Dialect['pagination'], dialect: Partial<Dialect> = {}): void {
		hotel.speak({ pagination, ...dialect });
	}

	/** The amounts of what getAll gives out. */
	async function list(parameters: INodeParameters): Promise<unknown[]> {
		const run = await hotel.run('getAll', { reservationId: 'R-1', ...parameters });
		expect(run.error).toBeUndefined();
		return run.json().map(({ amount }) => amount);
	}

	/** The message of a getAll that does not succeed. */
	async function refusal(parameters: INodeParameters): Promise<string | undefined> {
		const run = await hotel.run('getAll', { reservationId: 'R-1', ...parameters });
		expect(run.output()).toEqual([]);
		return run.error && panelOf(run.error);
	}

	/** The queries sent, without the reservation. */
	function queries(): Array<Record<string, string>> {
		return hotel.requests.map(({ query = {} }) =>
			Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'reservationId')),
		);
	}

	return { hotel, book, page, list, refusal, queries };
}

/** 1, 2, …, `count`. */
export function numbers(count: number): number[] {
	return Array.from({ length: count }, (_, index) => index + 1);
}
