import { Hotel } from './hotel';
import { byId } from './serviceItemNode';

/** Time enough for a request to arrive, if it were sent: a whole run on another service, with login and answer. */
export async function aMoment(): Promise<void> {
	const elsewhere = new Hotel();
	await elsewhere.open();
	try {
		elsewhere.seed('si-1');
		const run = await elsewhere.run('get', { serviceId: byId('si-1') });
		expect(run.error).toBeUndefined();
	} finally {
		await elsewhere.service.stop();
	}
}
