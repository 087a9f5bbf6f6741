import type { ToldError } from '../../../nodes/shared/n8n/userError';
import { thrownBy } from '../support/errors';
import type { Settings } from '../support/format';
import { formatWith, withAmount } from '../support/format';

const item = { id: '{id}', amount: '{amount}' };
const listResponse = [item];

it.each<[string, Settings, string]>([
	['Create Body', { createBody: '{ broken' }, 'is not valid JSON'],
	['Create Body', { createBody: { a: '{amuont}' } }, 'has "{amuont}", and that is no placeholder'],
	['Create Body', { createBody: { a: '{{amount}}' } }, 'is no placeholder there, or not supported'],
	['Create Body', { createBody: { a: '{accountCode as constructor}' } }, 'is no placeholder'],
	['Create Body', { createBody: { d: '{date as DD/MM/YYYY}' } }, 'is no placeholder'],
	['Create Body', { createBody: { d: '{date as dd/MM}' } }, 'is no placeholder'],
	['Create Body', { createBody: { d: '{date as dd.MMM.yyyy}' } }, 'is no placeholder'],
	['Create Body', { createBody: { a: '{description} {date}' } }, 'each in a text of its own'],
	['Create Body', { createBody: { a: '{description!}' } }, 'or not supported'],
	['Create Body', { createBody: { r: '{reservationId}' } }, 'has no {amount}'],
	['Update Body', { updateBody: { r: '{reservationId}' } }, 'is no placeholder'],
	['List Query', { listQuery: { a: 'x' } }, 'has no {reservationId}'],
	['List Query', { listQuery: { r: '{reservationId}', p: '{lastId}' } }, 'or not supported'],
	['List Query', { listQuery: { f: { r: '{reservationId}' } } }, "has 'f', which cannot be sent"],
	['List Query', { createBody: { b: { id: '{reservationId}' }, a: '{amount}' } }, 'has no {res'],
	['List Query', { listResponse: { data: listResponse, next: '{cursor}' } }, 'has no {cursor}'],
	['List Response', { listQuery: { r: '{reservationId}', c: '{cursor}' } }, 'has no {cursor}'],
	[
		'List Response',
		{ createBody: withAmount({ x: '{reference}' }), listResponse },
		'has no {refer',
	],
	['Create Body', { listResponse: [{ ...item, x: '{reference}' }] }, 'has no {reference}'],
	['List Response', { listResponse: [{ id: '{id}' }] }, 'has no {amount}'],
	['List Response', { listResponse: { '{id}': { amount: '{amount}' } } }, 'is no placeholder'],
	['List Response', { listResponse: [['{id}', '{amount}']] }, 'where it cannot stand'],
	['List Response', { listResponse: [{ id: '{id}', l: [{ a: '{amount}' }] }] }, 'has {amount} at'],
	[
		'List Response',
		{
			listQuery: { r: '{reservationId}', c: '{cursor}' },
			listResponse: [{ ...item, next: '{cursor}' }],
		},
		'has {cursor} at',
	],
	['Request Headers', { requestHeaders: { Authorization: 'x' } }, "has 'Authorization', which"],
	['Request Headers', { requestHeaders: { 'X Y': 'x' } }, 'which cannot be sent'],
	['Request Headers', { requestHeaders: { 'X-Y': 'ü' } }, 'which cannot be sent'],
])('%s is refused by name: %j', (setting, settings, words) => {
	const { message, ...error } = thrownBy(() => formatWith(settings)) as ToldError;
	expect(message).toContain(`'${setting}' in the Reservation Service credential `);
	expect(message).toContain(words);
	expect(error.told.more).toMatch(/Check API Format .* says what to enter\.$/);
});

it.each(['secret{', '{secret}', '{idempotencyKey} {secret}', 'secret\n'])(
	'the value of a header is in no message: %j',
	(value) => {
		const error = thrownBy(() => formatWith({ requestHeaders: { 'X-Key': value } }));
		expect(error.message).toContain('X-Key');
		expect(JSON.stringify(error)).not.toContain('secret');
	},
);
