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
	])('because it %s is named before anything is sent', async (_, examples, words) => {
		const run = await service.run('create', lateCheckout, entered(examples));
		expect(panelOf(run.error)).toMatch(words);
		expect(service.asked).toEqual([]);
	});

	it.each<[string, object, RegExp]>([
		['a list by position', { createBody: ['{amount}', '{description}'] }, /'Create Body'/],
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
