import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { useCannedService } from './support/cannedService';
import { lateCheckout } from './support/lateCheckout';
import { byId } from './support/serviceItemNode';
import { panelOf } from './support/workflowRun';

const service = useCannedService();
const body = { reservationId: '{reservationId}', amount: '{amount}', text: '{description}' };

/** Examples as the form keeps them. */
function entered(examples: object): ICredentialDataDecryptedObject {
	const texts = Object.entries(examples).map(([name, example]) => [
		name,
		typeof example === 'string' ? example : JSON.stringify(example),
	]);
	return Object.fromEntries(texts) as ICredentialDataDecryptedObject;
}

describe('an example that cannot be used', () => {
	it.each<[string, object, RegExp]>([
		['is no JSON', { createBody: '{ "amount": ' }, /'Create Body'.* is not valid JSON/],
		['has no amount', { createBody: { day: '{date}' } }, /'Create Body'.* has no \{amount\}/],
		[
			'reads no amount',
			{ listResponse: [{ id: '{id}', day: '{date}' }] },
			/'List Response'.* has no \{amount\}/,
		],
		[
			'has a word misspelled',
			{ createBody: { a: '{amout}' } },
			/'Create Body'.* \{amout\}.*\{amount\}/,
		],
		[
			'lists all reservations',
			{ listQuery: { page: '{page}' } },
			/'List Query'.* has no \{reservationId\}/,
		],
		[
			'asks for a cursor that is told nowhere',
			{ listQuery: { reservationId: '{reservationId}', after: '{cursor}' } },
			/'List Response'.* has no \{cursor\}/,
		],
		[
			'has an authorization of its own',
			{ requestHeaders: { authorization: 'Bearer mine' } },
			/'Request Headers'.* has 'Authorization', which carries the access token/,
		],
		[
			'has a header twice',
			{ requestHeaders: { 'Idempotency-Key': '{idempotencyKey}', 'idempotency-key': 'one' } },
			/'Request Headers'.* has 'idempotency-key' twice/,
		],
	])('because it %s is named before anything is sent', async (_, examples, words) => {
		const run = await service.run('create', lateCheckout, entered(examples));
		expect(panelOf(run.error)).toMatch(words);
		expect(service.asked).toEqual([]);
	});

	it.each<[string, object, RegExp]>([
		['a list by position', { createBody: ['{amount}', '{description}'] }, /'Create Body'/],
		[
			'entries of a list to be read by their names',
			{
				listResponse: [
					{
						id: '{id}',
						fields: [
							{ label: 'Price', value: '{amount}' },
							{ label: 'Text', value: '{description}' },
						],
					},
				],
			},
			/'List Response'/,
		],
		[
			'JSON written as a text',
			{ listQuery: { filters: '[{"field":"_id","value":"{reservationId}"}]' } },
			/'List Query'/,
		],
		[
			'an amount with a comma',
			{ createBody: { ...body, amount: '{amount as commaText}' } },
			/'Create Body'/,
		],
		[
			'a number in quotes',
			{ createBody: { ...body, amount: '{amount as minorUnits as text}' } },
			/'Create Body'/,
		],
		[
			'days that begin in UTC',
			{ createBody: { ...body, day: '{date as utcDaySeconds}' } },
			/'Create Body'/,
		],
	])('as it needs %s says that this is not supported', async (_, examples, setting) => {
		const run = await service.run('create', lateCheckout, entered(examples));
		expect(run.error?.message).toMatch(setting);
		expect(run.error?.message).toMatch(/not supported/);
		expect(service.asked).toEqual([]);
	});
});

describe('every operation', () => {
	const serviceId = byId('7');
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
		['check', { resource: 'setup', reservationId: '5512' }],
	];
	const mistakes = {
		createBody: '{ "a": "{amout}" }',
		updateBody: '{ "a": "{amount as cents}" }',
		listQuery: '{ "a": "{reservation}" }',
		listResponse: '{ "a": "{dat}" }',
		requestHeaders: '{ "a b": "c" }',
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

describe('a value', () => {
	it.each<[string, object, INodeParameters, RegExp]>([
		[
			'without a place',
			{ createBody: body },
			{ additionalFields: { accountCode: '4400' } },
			/'Account Code' is filled in, but 'Create Body'.* has no \{accountCode\}/,
		],
		[
			'finer than yen',
			{ createBody: { ...body, amount: '{amount as minorUnits(0)}' } },
			{ amount: '12.5' },
			/^'Amount' is 12\.5, but the currency has no decimals/,
		],
		[
			'finer than dinars',
			{ createBody: { ...body, amount: '{amount as text(3)}' } },
			{ amount: '12.3456' },
			/^'Amount' is 12\.3456, but the currency has 3 decimals/,
		],
		[
			'finer than euros',
			{ createBody: body },
			{ amount: '12.345' },
			/^'Amount' is '12\.345', but the currency has 2 decimals/,
		],
		[
			'that would change as a number',
			{ createBody: { ...body, code: '{accountCode as number}' } },
			{ additionalFields: { accountCode: '007' } },
			/^'Account Code' is '007', which would not stay the same as a number/,
		],
		[
			'that would change where it is read',
			{
				createBody: { ...body, code: '{accountCode}' },
				listResponse: [{ id: '{id}', amount: '{amount}', code: '{accountCode as number}' }],
			},
			{ additionalFields: { accountCode: 'SPA' } },
			/^'Account Code' is 'SPA', which would not stay the same/,
		],
	])('%s is refused by name, and nothing is sent', async (_, examples, fields, words) => {
		const run = await service.run('create', { ...lateCheckout, ...fields }, entered(examples));
		expect(run.error?.message).toMatch(words);
		expect(run.error?.description).toBeTruthy();
		expect(service.asked).toEqual([]);
	});

	it.each(["R' or '1'='1", 'R\\'])(
		'that would change the filter it stands in is refused: %s',
		async (reservationId) => {
			const listQuery = `{ "query": "ref eq '{reservationId}'" }`;
			const run = await service.run('getAll', { reservationId }, { listQuery });
			expect(run.error?.message).toMatch(/^'Reservation ID' is .* would change the filter/);
			expect(service.asked).toEqual([]);
		},
	);
});
