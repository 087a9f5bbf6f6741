import type { Answer } from '../../../nodes/shared/http/reply';
import { reservationKey } from '../../../nodes/shared/lists/findCharge';
import { readReservation } from '../../../nodes/shared/lists/readReservation';
import { answered } from '../support/http';
import type { Service } from '../support/session';
import { sessionWith } from '../support/session';

const charge = { id: 'si-1', amount: 5 };
const own = { ...charge, reservation: 'R&1' };

const session = (service: Service) =>
	sessionWith(service, {
		createBody: { reservation: '{reservationId}', amount: '{amount}' },
		listQuery: { r: '{reservationId}' },
	});
const ofItems = (...items: object[]) => session(() => answered(200, items));

describe('charges that show their reservation', () => {
	const beside = (reservation: string) => ofItems(own, { id: 'si-2', reservation, amount: 6 });

	it.each(['R&1', ' r&1 ', 'R&amp;1'])('are taken as %s', async (shown) => {
		expect(await readReservation(beside(shown), 'R&1')).toHaveLength(2);
	});

	it.each(['R&10', '884213', 'R-2'])('are refused as %s', async (shown) => {
		await expect(readReservation(beside(shown), 'R&1')).rejects.toThrow(
			`The list of reservation 'R&1' shows a service item of '${shown}'`,
		);
	});

	it('are left out where they are gone, whatever their ID', async () => {
		const gone = { ...own, status: 'cancelled' };
		expect(await readReservation(ofItems(own, gone), 'R&1')).toMatchObject([{ raw: own }]);
	});
});

describe('charges that do not show it', () => {
	/** Answers for the reservation that nobody has as given, and tells what was asked. */
	const proving = (...answers: Answer[]) => {
		const asked: unknown[] = [];
		const used = session(({ query }) => {
			asked.push(query?.r);
			const isProof = String(query?.r).endsWith('99999');
			return (isProof && answers.shift()) || answered(200, [charge]);
		});
		return { asked, read: (id = 'R-1') => readReservation(used, id) };
	};
	const none = { message: 'no such reservation' };

	it.each([200, 400, 404, 422])(
		'are read where %i and JSON prove, asked for once',
		async (status) => {
			const { asked, read } = proving(answered(status, status === 200 ? [] : none));
			await Promise.all(['R-1', 'R-2'].map((id) => read(id)));
			expect(await read()).toMatchObject([{ id: 'si-1' }]);
			expect(asked.filter((id) => id !== 'R-1' && id !== 'R-2')).toEqual(['R-199999']);
		},
	);

	it('are refused, each time anew, where it gets charges as well: List Query is ignored', async () => {
		const { read } = proving();
		for (const id of ['R-1', 'R-2']) {
			await expect(read(id)).rejects.toThrow(
				`The service ignores 'List Query': it lists service items for '${id}99999', which nobody has`,
			);
		}
	});

	it.each<[number, unknown]>([
		[500, ''],
		[403, none],
		[404, '<html>Not found</html>'],
	])('fail where %i is no proof, and may be proven later: %j', async (status, body) => {
		const { read } = proving(answered(status, body), answered(200, []));
		await expect(read()).rejects.toMatchObject({ status });
		expect(await read()).toHaveLength(1);
	});

	it('neither ask nor prove where there are none', async () => {
		const empty = jest.fn(() => answered(200, []));
		expect(await readReservation(session(empty), 'R-1')).toEqual([]);
		expect(empty).toHaveBeenCalledTimes(1);
	});
});

it('a reservation is one of one account, and no 007 for 7', () => {
	const one = ofItems();
	expect(reservationKey(one, '7')).not.toBe(reservationKey(one, '007'));
	expect(reservationKey(one, '7')).not.toBe(reservationKey(ofItems(), '7'));
});
