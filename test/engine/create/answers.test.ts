import type { IDataObject } from 'n8n-workflow';
import type { Dialect } from '../../service/dialect';
import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const serviceId = byId('si-1');
/** A service item that has every field. */
const stored = { ...CHARGE, id: 'si-1', accountCode: '4400', destinationAccount: 'GUEST' };
/** What Simplify gives out of a charge that has none of these. */
const none = { accountCode: null, destinationAccount: null, reference: null };

// Every other shape of an answer is a case of the unit tests.
it.each<[string, Partial<Dialect>, IDataObject]>([
	['the item', {}, { id: 'si-1', ...CHARGE }],
	['its ID only', { createAnswer: 'idOnly' }, { id: 'si-1' }],
	['a wrapped ID only', { itemEnvelope: 'data', createAnswer: 'idOnly' }, { id: 'si-1' }],
	['nothing: what was sent is given out', { createAnswer: 'empty204' }, CHARGE],
	['a wrapped item', { itemEnvelope: 'serviceItem' }, { id: 'si-1', ...CHARGE }],
])('what create answers may be %s, and is completed by Simplify', async (_, dialect, json) => {
	hotel.speak(dialect, {});
	const run = await hotel.run('create', CHARGE);
	expect(run.output()).toEqual([{ json, pairedItem: { item: 0 } }]);

	// Null only for what the service was seen not to have.
	const simple = await hotel.run('create', { ...CHARGE, simplify: true });
	const id = json.id !== undefined && { id: 'si-2' };
	const isShown = json.amount !== undefined && json.id !== undefined;
	expect(simple.json()).toEqual([{ ...(isShown && none), ...CHARGE, ...id }]);
	expect(hotel.service.books.changes.created).toBe(2);
});

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

it.each([
	['the default format', {}, {}],
	['another format', format, midnight],
])('Simplify gives out the eight fields, and nothing else: in %s', async (_, dialect, dates) => {
	hotel.speak(dialect);
	hotel.book({ ...stored, raw: { vat: 7.7, guest: { name: 'A' }, ...dates } });
	const { accountCode, destinationAccount } = stored;
	const customFields = '{ "vat": 7.7 }';
	const additionalFields = { accountCode, destinationAccount, customFields };
	const get = await hotel.run('get', { serviceId, simplify: true });
	const list = await hotel.run('getAll', { reservationId: 'R-1', simplify: true });
	const create = await hotel.run('create', { ...CHARGE, additionalFields, simplify: true });

	const shown = { ...stored, reference: null };
	expect(get.output()).toEqual([{ json: shown, pairedItem: { item: 0 } }]);
	expect(list.json()).toEqual([shown]);
	expect(create.json()).toEqual([{ ...shown, id: 'si-2' }]);
	expect((await hotel.run('get', { serviceId })).json()).toMatchObject([{ vat: 7.7 }]);
});
