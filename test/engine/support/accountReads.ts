import type { INodeParameters } from 'n8n-workflow';
import { Hotel, useHotel } from './hotel';
import { byId } from './serviceItemNode';

/** Time enough for a request to arrive, if it were sent: a whole run on another service, with login and answer. */
export async function aMoment(): Promise<void> {
	const elsewhere = new Hotel();
	await elsewhere.open({});
	try {
		elsewhere.seed('si-1');
		const run = await elsewhere.run('get', { serviceId: byId('si-1') });
		expect(run.error).toBeUndefined();
	} finally {
		await elsewhere.service.stop();
	}
}

/** A hotel for every test of a file, with service item si-1, which executions of one account read. */
export function useAccountReads() {
	const hotel = useHotel();
	beforeEach(() => hotel.seed('si-1'));

	function read(options: INodeParameters = {}, credential = hotel.credential) {
		return hotel.run('get', { serviceId: byId('si-1'), options }, { credential });
	}

	function countOf(status: string): number {
		return hotel.sent.filter((line) => line.endsWith(status)).length;
	}

	return { hotel, read, countOf };
}
