import type { N8nApi } from './n8nApi';

/** A data table of n8n, edited as its owner would in the editor. */
export class DataTable {
	private constructor(
		private readonly api: N8nApi,
		private readonly path: string,
	) {}

	/** @param created what the node that created the table gave out */
	static of(api: N8nApi, created: Record<string, unknown>): DataTable {
		const { id, projectId } = created;
		return new DataTable(api, `/projects/${String(projectId)}/data-tables/${String(id)}`);
	}

	async insertRow(row: object): Promise<void> {
		await this.api.send('POST', `${this.path}/insert`, { data: [row] });
	}

	/** @param id the number n8n gave the row, from 1 */
	async updateRow(id: number, data: object): Promise<void> {
		await this.api.send('PATCH', `${this.path}/rows`, { filter: filterOf(id), data });
	}

	async deleteRow(id: number): Promise<void> {
		const filter = encodeURIComponent(JSON.stringify(filterOf(id)));
		await this.api.send('DELETE', `${this.path}/rows?filter=${filter}`);
	}

	/** Deletes the whole table. */
	async drop(): Promise<void> {
		await this.api.send('DELETE', this.path);
	}
}

function filterOf(id: number): object {
	return { type: 'and', filters: [{ columnName: 'id', condition: 'eq', value: id }] };
}
