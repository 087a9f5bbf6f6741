import { useLimitedRuns } from './support/limitedRuns';

const { hotel, run } = useLimitedRuns();

/** Days around today in UTC, the zone the runs are given. */
function dayFromNow(days: number): string {
	return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

describe('Allowed Dates', () => {
	const allowedDates = { days: { from: '-2', to: '30' } };
	const utc = { timezone: 'UTC' };

	it.each([-3, 31])('refuses a day %i days from now', async (distance) => {
		const date = dayFromNow(distance);
		const failed = await run('create', [{ amount: 10, date }], { allowedDates }, utc);

		expect(failed.error?.message).toContain(`'Date' is ${date}`);
		expect(failed.error?.message).toContain("'Allowed Dates'");
		expect(hotel.service.log.entries).toEqual([]);
	});

	it.each([-2, 0, 30])('takes a day %i days from now', async (distance) => {
		const date = dayFromNow(distance);
		await run('create', [{ amount: 10, date }], { allowedDates }, utc);

		expect(hotel.bodies).toMatchObject([{ date }]);
	});

	it('may be open at one end', async () => {
		const date = dayFromNow(4000);
		await run('create', [{ amount: 10, date }], { allowedDates: { days: { from: '0' } } }, utc);

		expect(hotel.bodies).toMatchObject([{ date }]);
	});

	it('cannot be words', async () => {
		const options = { allowedDates: { days: { from: 'today', to: '' } } };
		const failed = await run('create', [{ amount: 10 }], options, utc);

		expect(failed.error?.message).toContain("'Allowed Dates: From' is 'today'");
	});
});
