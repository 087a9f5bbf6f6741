import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const serviceId = byId('si-1');
/** A service item that has every field. */
const stored = { ...CHARGE, id: 'si-1', accountCode: '4400', destinationAccount: 'GUEST' };

/** Names, formats and nesting that share nothing with the defaults. */
const format = {
	reservationIdField: 'booking',
	idField: 'no',
	amountField: 'money.cents',
	dateField: 'on',
	descriptionField: 'text',
	accountCodeField: 'ledger.from',
	destinationAccountField: 'ledger.to',
	amountFormat: 'minorUnits',
	dateFormat: 'dateTime',
} as const;
// Where these workflows run it is New York.
const midnight = { on: '2026-11-21T00:00:00.000-05:00' };

// Every other shape of an answer is a case of the unit tests.
it.each([
	['the default format', {}, {}],
	['another format', format, midnight],
])('Simplify gives out the eight fields, and nothing else: in %s', async (_, dialect, dates) => {
	hotel.speak(dialect);
	hotel.book({ ...stored, raw: { vat: 7.7, guest: { name: 'A' }, ...dates } });
	const { accountCode, destinationAccount } = stored;
	const additionalFields = { accountCode, destinationAccount };
	const get = await hotel.run('get', { serviceId, simplify: true });
	const list = await hotel.run('getAll', { reservationId: 'R-1', simplify: true });
	const create = await hotel.run('create', { ...CHARGE, additionalFields, simplify: true });

	const shown = { ...stored, reference: null };
	expect([get, list, create].flatMap((run) => run.output())).toEqual(
		['si-1', 'si-1', 'si-2'].map((id) => ({ json: { ...shown, id }, pairedItem: { item: 0 } })),
	);
	expect((await hotel.run('get', { serviceId })).json()).toMatchObject([{ vat: 7.7 }]);
});

it('an answer without an item is completed by what was sent, and says of nothing that it is empty', async () => {
	hotel.speak({ createAnswer: 'empty204' });
	const raw = await hotel.run('create', CHARGE);
	const simple = await hotel.run('create', { ...CHARGE, simplify: true });

	expect([...raw.json(), ...simple.json()]).toEqual([CHARGE, CHARGE]);
	expect(hotel.ids()).toHaveLength(2);
});
