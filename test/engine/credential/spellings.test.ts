import type { IDataObject } from 'n8n-workflow';
import type { Spelling } from '../../service/dialect';
import { dialectOf } from '../../service/spelling';
import { SPELLINGS } from '../../service/spellings';
import { chargeFromItem, fromItem, useHotel } from '../support/hotel';

const hotel = useHotel();

const AMOUNTS: Record<string, [number, number]> = { yen: [1200, 980], dinars: [12.345, 0.5] };

/** As a user enters it from the documentation of the service. */
function speak(spelling: Spelling): void {
	const { headers = {}, created, changed, listed, shown, list = (items) => items } = spelling;
	const bodies = { createBody: created, updateBody: changed };
	const lists = { listQuery: listed, listResponse: list([shown]) };
	const entered = Object.entries({ requestHeaders: headers, ...bodies, ...lists });
	const texts = entered.map(([setting, value]) => [setting, JSON.stringify(value)]);
	hotel.speak(dialectOf(spelling), Object.fromEntries(texts) as Record<string, string>);
}

it.each(Object.entries<Spelling>(SPELLINGS))(
	'a charge is created, found again, updated, kept in line and deleted in the spelling of %s',
	async (name, spelling) => {
		speak(spelling);
		const [first, second] = AMOUNTS[name] ?? [12.5, 80.25];
		const hasAccounts = JSON.stringify(spelling.created).includes('{accountCode}');
		const accounts = hasAccounts && { accountCode: '4400', destinationAccount: '2' };
		const reservationId = '5512';
		const wanted = (reference: string, amount: number) => ({
			...{ reservationId, reference, amount, date: '2026-11-21' },
			...{ description: `Charge ${reference}`, ...accounts },
		});
		const play = async (operation: string, items: IDataObject[], more: object = {}) => {
			const given = { ...(hasAccounts ? fromItem : chargeFromItem), ...more, simplify: true };
			const run = await hotel.run(operation, given, { items, timezone: 'Europe/Berlin' });
			expect(run.error).toBeUndefined();
			return run.json();
		};
		const charge = { ...wanted('k-1', first), id: expect.any(String) as string };
		const create = { preventDuplicates: 'reference' };
		const created = await play('create', [wanted('k-1', first)], create);
		expect(created).toMatchObject([{ action: 'created', ...charge }]);
		const again = await play('create', [wanted('k-1', first)], create);
		expect(again).toMatchObject([{ action: 'alreadyExisted', ...charge }]);

		const serviceId = { __rl: true, mode: 'reference', value: 'k-1' };
		const updateFields = { amount: second, description: 'Changed' };
		await play('update', [{ reservationId }], { serviceId, updateFields });
		const changed = { ...charge, amount: second, description: 'Changed' };
		expect(await play('getAll', [{ reservationId }])).toMatchObject([changed]);

		const deleting = { deleteMissing: true, referencePrefix: 'k-' };
		const synced = await play('sync', [wanted('k-1', first), wanted('k-2', second)], deleting);
		expect(synced.map(({ action }) => action)).toEqual(['updated', 'created']);
		const left = await play('sync', [wanted('k-2', second)], deleting);
		expect(left.map(({ action }) => action)).toEqual(['unchanged', 'deleted']);
		await play('delete', [{ reservationId }], { serviceId: { ...serviceId, value: 'k-2' } });
		expect(hotel.ids()).toEqual([]);
	},
);
