import type { INodeParameters } from 'n8n-workflow';
import { useCannedService } from './support/cannedService';
import { useHotel } from './support/hotel';

const hotel = useHotel();
const canned = useCannedService();

function queryParameters(...parameters: INodeParameters[]): INodeParameters {
	return { queryParameters: { parameters } };
}

describe('query parameters', () => {
	const query = async (options: INodeParameters, json = {}): Promise<unknown> => {
		const run = await hotel.run('getAll', { reservationId: 'R-1', options }, { items: [json] });
		expect(run.error).toBeUndefined();
		return hotel.requests[0]?.query;
	};

	it('are sent along', async () => {
		const options = queryParameters(
			{ name: 'status', value: 'open' },
			{ name: 'from date', value: '2026-12-01&x=y' },
			{ name: 'ä', value: 'ö ü' },
		);
		expect(await query(options)).toEqual({
			reservationId: 'R-1',
			status: 'open',
			'from date': '2026-12-01&x=y',
			ä: 'ö ü',
		});
	});

	it('may come from the input item, numbers too', async () => {
		const options = queryParameters(
			{ name: '={{ $json.name }}', value: '={{ $json.value }}' },
			{ name: 'min', value: '={{ $json.min }}' },
		);
		expect(await query(options, { name: 'status', value: 'open', min: 12.5 })).toEqual({
			reservationId: 'R-1',
			status: 'open',
			min: '12.5',
		});
	});

	it('without a name are left out', async () => {
		expect(await query(queryParameters({ name: '', value: 'x' }))).toEqual({
			reservationId: 'R-1',
		});
	});

	it('cannot ask for another reservation', async () => {
		const options = queryParameters({ name: 'reservationId', value: 'R-2' });
		expect(await query(options)).toEqual({ reservationId: 'R-1' });
	});

	it('are sent as often as they are given', async () => {
		canned.answer = { body: [] };
		const options = queryParameters(
			{ name: 'status', value: 'open' },
			{ name: 'status', value: 'paid' },
		);
		await canned.run('getAll', { reservationId: 'R-1', options });

		expect(canned.asked).toEqual([expect.stringContaining('status=open&status=paid')]);
	});

	it('that are no text are refused by name', async () => {
		const run = await hotel.run('getAll', {
			reservationId: 'R-1',
			options: queryParameters({ name: 'filter', value: '={{ ({ a: 1 }) }}' }),
		});

		expect(run.error?.message).toContain("'Query Parameters: filter' is not text");
		expect(hotel.service.log.entries).toEqual([]);
	});
});
