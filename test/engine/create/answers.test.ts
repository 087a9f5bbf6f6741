import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

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

// Every other shape of an answer is a case of the unit tests, and the default one of the schema preview.
it('Simplify gives out the eight fields, and nothing else, in another format than the default', async () => {
	const accounts = { accountCode: '4400', destinationAccount: 'GUEST' };
	hotel.speak(format);
	// Where these workflows run it is New York.
	hotel.book({
		id: 'si-1',
		...CHARGE,
		...accounts,
		raw: { vat: 7.7, on: '2026-11-21T00:00-05:00' },
	});
	const get = await hotel.run('get', { serviceId: byId('si-1'), simplify: true });
	const list = await hotel.run('getAll', { reservationId: 'R-1', simplify: true });
	const create = await hotel.run('create', {
		...CHARGE,
		additionalFields: accounts,
		simplify: true,
	});

	const shown = { ...CHARGE, ...accounts, reference: null };
	expect([get, list, create].flatMap((run) => run.output())).toEqual(
		['si-1', 'si-1', 'si-2'].map((id) => ({ json: { id, ...shown }, pairedItem: { item: 0 } })),
	);
	const raw = await hotel.run('get', { serviceId: byId('si-1') });
	expect(raw.json()).toMatchObject([{ no: 'si-1', vat: 7.7 }]);
});

it('an answer without an item is completed by what was sent, and says of nothing that it is empty', async () => {
	hotel.speak({ createAnswer: 'empty204' });
	const raw = await hotel.run('create', CHARGE);
	const simple = await hotel.run('create', { ...CHARGE, simplify: true });

	expect([...raw.json(), ...simple.json()]).toEqual([CHARGE, CHARGE]);
	expect(hotel.ids()).toHaveLength(2);
});
