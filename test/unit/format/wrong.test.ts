import { assertExamples } from '../../../nodes/shared/format/apiFormat';
import type { ToldError } from '../../../nodes/shared/n8n/userError';
import { thrownBy } from '../support/errors';
import type { Settings } from '../support/format';
import { formatWith, withAmount } from '../support/format';

const listResponse = [{ id: '{id}', amount: '{amount}' }];

it.each<[Settings, string]>([
	[{ createBody: '{ broken' }, `'Create Body' in the Reservation Service credential is not valid`],
	[
		{ createBody: { a: '{amuont}' } },
		`has "{amuont}", and that is no placeholder there, or not supported`,
	],
	[{ createBody: { a: '{{amount}}' } }, 'is no placeholder there'],
	[{ createBody: withAmount({ a: '{accountCode as constructor}' }) }, 'is no placeholder there'],
	[{ createBody: withAmount({ d: '{date as dd/MM}' }) }, 'is no placeholder there'],
	[{ createBody: withAmount({ d: '{date as DD/MM/YYYY}' }) }, 'is no placeholder there'],
	[{ createBody: withAmount({ a: '{description} {accountCode}' }) }, 'each in a text of its own'],
	[{ createBody: withAmount({ a: '{description!}' }) }, 'or not supported'],
	[
		{ createBody: { r: '{reservationId}' } },
		`'Create Body' in the Reservation Service credential has no {amount}`,
	],
	[{ updateBody: { r: '{reservationId}' } }, `'Update Body' in the Reservation Service`],
	[
		{ listQuery: { a: 'x' } },
		`'List Query' in the Reservation Service credential has no {reservationId}`,
	],
	[{ listQuery: { r: '{reservationId}', p: '{lastId}' } }, 'or not supported'],
	[{ listQuery: { f: { r: '{reservationId}' } } }, "has 'f', which cannot be sent"],
	[
		{ createBody: { booking: { id: '{reservationId}' }, amount: '{amount}' } },
		`'List Query' in the Reservation Service credential has no {reservationId}`,
	],
	[
		{ listQuery: { r: '{reservationId}', c: '{cursor}' } },
		`'List Response' in the Reservation Service credential has no {cursor}`,
	],
	[
		{ listResponse: { data: listResponse, next: '{cursor}' } },
		`'List Query' in the Reservation Service credential has no {cursor}`,
	],
	[
		{ createBody: withAmount({ x: '{reference}' }), listResponse },
		`'List Response' in the Reservation Service credential has no {reference}`,
	],
	[
		{ listResponse: [{ id: '{id}', amount: '{amount}', x: '{reference}' }] },
		`'Create Body' in the Reservation Service credential has no {reference}`,
	],
	[
		{ listResponse: [{ id: '{id}' }] },
		`'List Response' in the Reservation Service credential has no {amount}`,
	],
	[{ listResponse: { '{id}': { amount: '{amount}' } } }, 'is no placeholder there'],
	[{ listResponse: [['{id}', '{amount}']] }, 'in a list within it'],
	[{ listResponse: [{ id: '{id}', lines: [{ amount: '{amount}' }] }] }, `has {amount} at`],
	[{ requestHeaders: { Authorization: 'x' } }, `has 'Authorization', which cannot be sent`],
	[{ requestHeaders: { 'X Y': 'x' } }, 'which cannot be sent'],
	[{ requestHeaders: { 'X-Y': 'ü' } }, 'which cannot be sent'],
])('%j is refused, naming the setting', (settings, message) => {
	const { message: told, ...error } = thrownBy(() => formatWith(settings)) as ToldError;
	expect(told).toContain(message);
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

it('the Test button refuses what is no JSON and unknown placeholders, but takes a pasted sample', () => {
	const settings = { customApiFormat: true };
	expect(() => assertExamples({ ...settings, listQuery: '{ "a": 1' })).toThrow(`'List Query'`);
	expect(() => assertExamples({ ...settings, updateBody: '{ "a": "{amuont}" }' })).toThrow(
		`'Update Body'`,
	);
	expect(() => assertExamples({ ...settings, createBody: '{ "amount": 12.5 }' })).not.toThrow();
	expect(() => assertExamples({ customApiFormat: false, listQuery: '{' })).not.toThrow();
});
