import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { useCannedService } from './support/cannedService';
import { lateCheckout } from './support/lateCheckout';

const service = useCannedService();

describe('an example that cannot be used', () => {
	it.each<[string, ICredentialDataDecryptedObject, RegExp]>([
		['is no JSON', { createBody: '{ "amount": ' }, /'Create Body'.* is not valid JSON/],
		['has no amount', { createBody: '{ "day": "{date}" }' }, /'Create Body'.* has no \{amount\}/],
		[
			'has a word misspelled',
			{ createBody: '{ "a": "{amout}" }' },
			/'Create Body'.* \{amout\}.*\{amount\}/,
		],
		[
			'has a format there is not',
			{ returnedItem: '{ "a": "{amount as cents}" }' },
			/'Returned Service Item'.* \{amount as cents\}/,
		],
		[
			'has the ID where it is not sent',
			{ createBody: '{ "a": "{amount}", "i": "{id}" }' },
			/'Create Body'.* \{id\}/,
		],
	])('because it %s is named before anything is sent', async (_, apiFormat, words) => {
		const run = await service.run('create', lateCheckout, apiFormat);
		expect(`${run.error?.message}. ${run.error?.description}`).toMatch(words);
		expect(service.asked).toEqual([]);
	});

	it('has no place for what the node fills in', async () => {
		const createBody = '{ "amount": "{amount}", "booking": "{reservationId}" }';
		const additionalFields = { accountCode: '4400' };
		const run = await service.run('create', { ...lateCheckout, additionalFields }, { createBody });
		expect(run.error?.message).toMatch(
			/'Account Code' is filled in, but 'Create Body'.* has no \{accountCode\}/,
		);
		expect(service.asked).toEqual([]);
	});
});

describe('every operation', () => {
	const serviceId = { __rl: true, mode: 'id', value: '7' };
	const reference = 'order-1';
	const operations: Array<[string, INodeParameters]> = [
		['create', lateCheckout],
		['create', { ...lateCheckout, preventDuplicates: 'sameFields' }],
		['get', { serviceId }],
		['getAll', { reservationId: '5512' }],
		['update', { serviceId, updateFields: { amount: '20' } }],
		['delete', { serviceId }],
		['upsert', { ...lateCheckout, reference }],
		['sync', { ...lateCheckout, reference }],
		['check', { resource: 'apiFormat', reservationId: '5512' }],
	];
	const mistakes = {
		createBody: '{ "a": "{amout}" }',
		updateBody: '{ "a": "{amount as cents}" }',
		returnedItem: '{ "a": "{dat}" }',
		listQuery: '{ "a": "{reservation}" }',
		requestHeaders: '{ "a b": "c" }',
		requestQuery: '[1]',
	};

	it.each(operations)(
		'sends nothing, no login either, with a bad example: %s %j',
		async (operation, given) => {
			for (const [name, example] of Object.entries(mistakes)) {
				const run = await service.run(operation, given, { [name]: example });
				expect(run.error?.message).toMatch(
					/^'[A-Z][A-Za-z ]+' in the Reservation Service credential /,
				);
				expect(run.error?.description).toBeTruthy();
			}
			expect(service.asked).toEqual([]);
		},
	);
});

describe('an amount finer than the currency', () => {
	it.each<[string, ICredentialDataDecryptedObject, string, RegExp]>([
		[
			'yen',
			{ currencyDecimals: 0 },
			'12.5',
			/^'Amount' is 12\.5, but the currency has no decimals/,
		],
		['dinars', { currencyDecimals: 3 }, '12.3456', /^'Amount' is 12\.3456, but .* 3 decimals/],
		[
			'euros, written as number',
			{ createBody: '{ "r": "{reservationId}", "a": "{amount}" }' },
			'12.345',
			/^'Amount' is '12\.345', but the currency has 2 decimals/,
		],
		[
			'whole units in the example alone',
			{ createBody: '{ "r": "{reservationId}", "a": "{amount as minorUnits(0)}" }' },
			'12.5',
			/^'Amount' is 12\.5, and the service takes whole amounts here/,
		],
	])('in %s is refused by name, and not rounded', async (_, apiFormat, amount, words) => {
		const run = await service.run('create', { ...lateCheckout, amount }, apiFormat);
		expect(run.error?.message).toMatch(words);
		expect(run.error?.description).toMatch(/Nothing was sent/);
		expect(service.asked).toEqual([]);
	});
});

describe('a value that the returned item could not have', () => {
	it('is refused before the charge is made, not after', async () => {
		const apiFormat = {
			createBody:
				'{ "r": "{reservationId}", "a": "{amount}", "t": "{description}", "c": "{accountCode}" }',
			returnedItem: '{ "id": "{id}", "a": "{amount}", "c": "{accountCode as number}" }',
		};
		const additionalFields = { accountCode: 'SPA' };
		const run = await service.run('create', { ...lateCheckout, additionalFields }, apiFormat);
		expect(run.error?.message).toMatch(/^'Account Code' is 'SPA', which would not stay the same/);
		expect(service.asked).toEqual([]);
	});
});

it('an update of a list without names is refused where its values would be taken for others', async () => {
	const apiFormat = {
		updateBody: '["{amount}", "{description}"]',
		returnedItem: '{ "id": "{id}", "a": "{amount}", "t": "{description}" }',
	};
	service.answer = { status: 204, body: '' };
	const serviceId = { __rl: true, mode: 'id', value: '7' };
	const update = async (updateFields: INodeParameters) =>
		await service.run('update', { serviceId, updateFields }, apiFormat);

	const refused = await update({ description: 'Spa' });
	expect(refused.error?.message).toMatch(/^'Amount' has no value, and 'Update Body'/);
	expect(service.asked).toEqual([]);
	const whole = await update({ amount: '20', description: 'Spa' });
	expect(whole.json()).toEqual([{ id: '7', a: 20, t: 'Spa' }]);
});
