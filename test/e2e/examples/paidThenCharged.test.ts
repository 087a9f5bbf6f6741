import { renewPicture, useExampleStage } from '../support/exampleStage';
import { book } from '../support/stage';

const payment = {
	paymentId: 'pay_812',
	reservationId: 'RES-1002',
	amount: 49,
	currency: 'EUR',
	description: 'Spa day ticket',
};

describe('the example paid-then-charged', () => {
	const stage = useExampleStage();
	let workflow: string;

	beforeAll(async () => {
		workflow = await stage.publish('paid-then-charged');
	});

	beforeEach(() => book(stage.service));

	it('charges what was paid, with its currency, once however often the provider calls', async () => {
		const first = await stage.call('payment-received', payment);
		const again = await stage.call('payment-received', payment);

		expect(first).toMatchObject({ status: 200, body: { status: 'charged' } });
		expect(again).toMatchObject({ status: 200, body: { status: 'alreadyCharged' } });
		expect(charges()).toMatchObject([{ amount: 49, description: 'Spa day ticket [ref:pay_812]' }]);
		const sent = stage.service.log.entries.find(
			({ method, path }) => method === 'POST' && path === '/services',
		);
		expect(sent?.body).toMatchObject({ amount: 49, currency: 'EUR' });
		const [run = ''] = await stage.api.waitForExecutions(workflow, 1);
		await renewPicture('paid-then-charged', await stage.api.waitForExecution(run));
	});

	it('asks the provider to call again when the charge was refused, and makes it then', async () => {
		const path = /services/;
		stage.service.faults.add({ kind: 'errorBefore', status: 422, method: 'POST', path });

		const refused = await stage.call('payment-received', payment);
		const again = await stage.call('payment-received', payment);

		expect(refused).toMatchObject({ status: 502, body: { status: 'notCharged' } });
		expect(again).toMatchObject({ status: 200, body: { status: 'charged' } });
		expect(charges()).toHaveLength(1);
	});

	function charges() {
		return stage.service.books.all('RES-1002').slice(3);
	}
});
