import { renewPicture, useExampleStage } from '../support/exampleStage';
import { book } from '../support/stage';

const request = { reservationId: 'RES-1002', date: '2026-12-07', until: '14:00' };
const charge: unknown = expect.objectContaining({
	reservationId: 'RES-1002',
	amount: 35,
	date: '2026-12-07',
	description: 'Late checkout until 14:00 [ref:late-checkout-2026-12-07]',
});

describe('the example late-checkout-upsell', () => {
	const stage = useExampleStage();
	let workflow: string;

	beforeAll(async () => {
		workflow = await stage.publish('late-checkout-upsell');
	});

	beforeEach(() => book(stage.service));

	it('charges the workflow’s price once, however often it is asked, and tells the caller', async () => {
		const answer = await stage.call('late-checkout', { ...request, price: 1 });
		const again = await stage.call('late-checkout', { ...request, until: '16:00' });

		const { reservationId, date } = request;
		const booked = { amount: 35, booked: 'Late checkout until 14:00' };
		const body = { status: 'booked', reservationId, date, ...booked };
		expect(answer).toEqual({ status: 200, body });
		expect(again.body).toMatchObject({ status: 'alreadyBooked', ...booked });
		expect(stage.service.books.all('RES-1002').slice(3)).toEqual([charge]);
		const [run = ''] = await stage.api.waitForExecutions(workflow, 2);
		await renewPicture('late-checkout-upsell', await stage.api.waitForExecution(run));
	});

	it('says what is missing of a request', async () => {
		const answer = await stage.call('late-checkout', { ...request, date: '7.12.2026' });

		expect(answer.status).toBe(400);
		expect(answer.body.message).toMatch(/reservationId.*YYYY-MM-DD.*14:00/);
		expect(stage.service.log.count()).toBe(0);
	});
});
