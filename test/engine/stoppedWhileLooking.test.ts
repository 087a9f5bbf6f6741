import { engineLog } from './support/loadedPackage';
import { useStoppedCharges } from './support/stoppedCharges';

const { hotel, create } = useStoppedCharges();

it.each(['sameFields', 'reference'])(
	'stopped while it looks for an unclear charge, the run says that it is unclear: %s',
	async (preventDuplicates) => {
		engineLog.length = 0;
		hotel.service.faults.add({ method: 'POST', path: /^\/services/, kind: 'resetAfter' });
		hotel.service.faults.add({ method: 'GET', path: /^\/services/, kind: 'hangBefore', after: 1 });
		const running = create({}, { preventDuplicates, reference: 'order-1' });
		await hotel.until(() => hotel.requests.length === 3);
		running.cancel();
		const run = await running;

		expect(run.status).toBe('canceled');
		expect(engineLog.join('\n')).toContain(
			'0 of 6 items were done; it is unclear for items 0 whether',
		);
	},
);
