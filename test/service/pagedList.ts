import type { Dialect } from './dialect';
import { useService } from './useService';

/** One page of the list. */
export interface List {
	items: Array<{ id: string }>;
	nextCursor?: string | null;
}

/** Opens a service of its own for every test of a file, whose list is read page by page. */
export function usePagedList() {
	const { service, client } = useService();

	/** Puts items 1 to `count` on reservation r1. */
	function fill(count: number, dialect: Partial<Dialect>): void {
		Object.assign(service.dialect, dialect);
		for (let n = 1; n <= count; n++) {
			const item = { amount: n, date: '2026-11-21', description: `Item ${n}` };
			service.books.add('r1', { ...item, id: String(n) });
		}
	}

	async function get(params: Record<string, string | number> = {}): Promise<List> {
		const { data } = await client.get<List>('/services', {
			params: { reservationId: 'r1', ...params },
		});
		return data;
	}

	/** The items of one page, by their IDs. */
	async function ids(params: Record<string, string | number> = {}): Promise<string> {
		return (await get(params)).items.map(({ id }) => id).join(' ');
	}

	return { service, client, fill, get, ids };
}
