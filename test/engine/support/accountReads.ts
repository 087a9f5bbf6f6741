import type { INodeParameters } from 'n8n-workflow';
import { startMiniatureService } from '../../service/miniatureService';
import { FreshService, useFreshService } from './freshService';
import { byId } from './serviceItemNode';

/** Time enough for a request to arrive, if it were sent: a whole run on another service, with login and answer. */
export async function aMoment(): Promise<void> {
	const elsewhere = new FreshService(await startMiniatureService());
	try {
		elsewhere.seed('si-1');
		const run = await elsewhere.run('get', { serviceId: byId('si-1') });
		expect(run.error).toBeUndefined();
	} finally {
		await elsewhere.service.stop();
	}
}

/** A fresh service for every test of a file, with service item si-1, which executions of one account read. */
export function useAccountReads() {
	const fresh = useFreshService();
	beforeEach(() => fresh.seed('si-1'));

	/** An execution that reads the item. */
	function read(options: INodeParameters = {}, credential = fresh.credential) {
		return fresh.run('get', { serviceId: byId('si-1'), options }, { credential });
	}

	/** How many requests had this answer. */
	function countOf(status: string): number {
		return fresh.requests.filter((line) => line.endsWith(status)).length;
	}

	return { fresh, read, countOf };
}
