import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { JsonObject } from '../../service/json';
import { chargeFromItem, chargesOf, toldOf, useHotel } from '../support/hotel';

const hotel = useHotel();

const deleting = { deleteMissing: true, referencePrefix: 'r-', options: { maxRetries: 0 } };

/** Syncs. @returns what is said of each item, and of what is deleted */
const sync = (items: IDataObject[], parameters: INodeParameters = {}) => {
	const onError = 'continueRegularOutput';
	return toldOf(hotel.run('sync', { ...chargeFromItem, ...parameters }, { items, onError }));
};

/** Only what tells whose charge it is stays, as after a PUT. */
function blankTheRest({ id = '', reservationId = '' }: JsonObject, sent: JsonObject): JsonObject {
	return { id, reservationId, ...sent };
}

it('an update that blanks what it is not sent fails by name, stops its reservation, and no other', async () => {
	await sync([...chargesOf([10, 11, 12]), { ...chargesOf([10])[0], reservationId: 'R-2' }]);
	hotel.service.books.update = (booking, sent) => {
		booking.raw = blankTheRest(booking.raw, sent);
	};
	const partly = chargesOf([20, 21, 22]).map((charge) => ({ ...charge, date: '' }));
	const other = { ...chargesOf([20])[0], reservationId: 'R-2' };
	const [first, second, third, fourth] = await sync([...partly, other]);

	expect(first).toMatch(/'si-1'.* otherwise.*Date ""/);
	for (const told of [second, third]) expect(told).toMatch(/^Nothing was sent/);
	expect([fourth, hotel.count('PATCH')]).toEqual(['updated', 2]);

	// The next run puts it right, and charges nothing again.
	expect(await sync(chargesOf([20, 21, 22]))).toEqual(['updated', 'updated', 'updated']);
	expect(await sync(chargesOf([20, 21, 22]))).toEqual(['unchanged', 'unchanged', 'unchanged']);
	expect(hotel.ids('R-1')).toHaveLength(3);
});

it.each([403, 404, 500])(
	'nothing is changed or deleted by an ID whose GET is answered %i',
	async (status) => {
		hotel.book({ id: 'old', description: 'Charge 1 [ref:r-1]' });
		hotel.book({ id: 'gone', description: 'Charge 2 [ref:r-2]' });
		const fault = { method: 'GET', path: /services\/./, kind: 'errorBefore' } as const;
		hotel.service.faults.add({ ...fault, status, times: 99 });
		const told = [await sync(chargesOf([30]), deleting), await sync(chargesOf([25]), deleting)];

		const words = new RegExp(`was left alone: .* does not show .*${status}`);
		const alone = expect.stringMatching(words) as string;
		expect(told).toEqual([[alone], ['unchanged', alone]]);
		expect(hotel.changes).toEqual([]);
	},
);
