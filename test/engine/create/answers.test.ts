import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../../service/dialect';
import { useCannedService } from '../support/cannedService';
import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();
const canned = useCannedService();

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

it.each<[string, Partial<Dialect>, IDataObject]>([
	['the item', {}, { ...stored, amount: 20 }],
	['its ID only', { updateAnswer: 'idOnly' }, { id: 'si-1' }],
	['nothing: the ID and what was sent', { updateAnswer: 'empty204' }, { id: 'si-1', amount: 20 }],
	['a wrapped item', { itemEnvelope: 'data' }, { ...stored, amount: 20 }],
])('what update answers may be %s, and is completed by Simplify', async (_, dialect, json) => {
	hotel.speak(dialect, {});
	hotel.book(stored);
	const parameters = { serviceId, updateFields: { amount: 20 } };
	const run = await hotel.run('update', parameters);
	const simple = await hotel.run('update', { ...parameters, simplify: true });

	expect(run.json()).toEqual([json]);
	const isShown = json.date !== undefined;
	expect(simple.json()).toEqual([{ ...(isShown && none), ...json, amount: 20 }]);
	expect(hotel.service.books.all()).toMatchObject([{ amount: 20 }]);
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

it("what the service leaves out comes out of Simplify as what was sent where create does not repeat it, but the service's word counts", async () => {
	const { description } = CHARGE;
	canned.answer = { status: 201, body: { serviceId: 77, amount: 24.9, description } };
	const run = await canned.run('create', { ...CHARGE, simplify: true });

	expect(run.json()).toMatchObject([{ ...CHARGE, id: '77', amount: 24.9 }]);
});

it.each<[string, string, INodeParameters]>([
	['create by reference', 'alreadyExisted', { preventDuplicates: 'reference' }],
	['create by same fields', 'alreadyExisted', { preventDuplicates: 'sameFields' }],
	['upsert', 'unchanged', {}],
])('action says what %s did, in place of what the service calls so', async (name, action, more) => {
	const parameters = { ...CHARGE, reference: 'order-1', ...more };
	const description = `${CHARGE.description} [ref:order-1]`;
	const compared = more.preventDuplicates === 'sameFields' ? CHARGE.description : description;
	hotel.book({ ...stored, description: compared, raw: { action: 'reviewed' } });
	const [operation = ''] = name.split(' ');
	const run = await hotel.run(operation, parameters);

	expect(run.json()).toEqual([{ ...stored, description: compared, action }]);
});
