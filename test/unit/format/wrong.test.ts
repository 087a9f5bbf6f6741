import { UserError } from 'n8n-workflow';

import { mapperFor } from '../../../nodes/shared/format/mapper';
import type { Settings } from '../support/mapper';
import { mapperOf, withAmount } from '../support/mapper';
import { BANNED_WORDS, thrownBy } from '../support/errors';

const LABELS: Record<keyof Settings, string> = {
	createBody: 'Create Body',
	updateBody: 'Update Body',
	listQuery: 'List Query',
	listResponse: 'List Response',
	requestHeaders: 'Request Headers',
};
const query = { r: '{reservationId}' };
const item = { id: '{id}', amount: '{amount}' };

/** What is told of a setting that cannot be used. */
function refusal(settings: Settings, setting: keyof Settings): string {
	const error = thrownBy(() => mapperOf(settings));
	expect(error).toBeInstanceOf(UserError);
	expect(error.message).toContain(`'${LABELS[setting]}' in the Reservation Service credential`);
	expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
	return error.message;
}
/** The same of one setting, where the others are right. */
function refusalOf(setting: keyof Settings, example: unknown): string {
	return refusal({ listQuery: query, [setting]: example }, setting);
}

describe('an example that is wrong is refused by name', () => {
	it.each<[keyof Settings, unknown, string]>([
		['createBody', 'nonsense', 'is not valid JSON. Check quotes'],
		['createBody', '{ "amount": {amount} }', 'is not valid JSON'],
		['createBody', '"{amount}"', 'neither a JSON object nor a list'],
		['createBody', '{ "a": "{amount}", "hotel": 12345678901234567890 }', 'more than 15 digits'],
		['updateBody', '{ "hotel": 12345678901234567 }', 'more than 15 digits'],
		// No amount, no reservation.
		['createBody', { reservationId: '{reservationId}' }, 'has no {amount}'],
		['listResponse', { data: [{ id: '{id}' }] }, 'has no {amount}'],
		['listQuery', { page: '{page}' }, 'has no {reservationId}'],
		// Blanks where they do not belong.
		['updateBody', withAmount(), 'Write one of {reservationId!}, {amount}, {amount!}'],
		['requestHeaders', { a: '{idempotencyKey as number}' }, 'as the only placeholder'],
		['updateBody', { a: '{id}' }, '{id}, which is no placeholder there'],
		['listQuery', { ...query, a: '{amount}' }, '{amount}, which is no placeholder there'],
		['listResponse', { data: [{ ...item, next: '{cursor}' }] }, '{cursor}'],
		['listResponse', { booking: '{reservationId}', data: [item] }, '{reservationId}'],
		['listResponse', { data: [{ lines: [item], next: '{nextPage}' }] }, '{nextPage}'],
		['listResponse', [{ ...item, key: '{idempotencyKey}' }], 'is no placeholder there'],
		['listResponse', [item, item], 'several entries'],
		['listResponse', { a: [item], b: [item] }, 'does not belong'],
		// Names with blanks, and stray braces.
		['createBody', withAmount({ '{description}': 1 }), 'in the name "{description}"'],
		['createBody', withAmount({ '{id}': { a: '{date}' } }), 'in the name "{id}"'],
		['listResponse', { data: [item], '{id}': 1 }, 'in the name "{id}"'],
		['listResponse', { data: [item], note: '}' }, 'a brace too many or too few'],
		// Queries of another form.
		['listQuery', { ...query, a: { b: 1 } }, 'not a JSON object of names and texts'],
		['listQuery', { ...query, a: null }, 'not a JSON object of names and texts'],
		['listQuery', ['{reservationId}'], 'not a JSON object of names and texts'],
	])('%s %j', (setting, example, words) => {
		expect(refusalOf(setting, example)).toContain(words);
	});

	it.each([
		[
			'{colour}',
			'{colour}, which is no placeholder there. Write one of {reservationId}, {amount},',
		],
		['{price}', '{price}, which is no placeholder there. Write one of {reservationId}, {amount},'],
		['{amount as cents}', 'Write one of number, '],
		['{amount as string}', 'Write one of number, text, minorUnits, with the number of decimals'],
		['{}', '{}, which is no placeholder'],
		['{amount as cents}', '{amount as cents}, a format that is not supported'],
		['{description as minorUnits}', 'a format that is not supported'],
		['{date as DD/MM/YYYY}', 'or a pattern that has yyyy, MM and dd'],
		['{date as dd/mm/yyyy}', 'a format that is not supported'],
		['{date as MM/yyyy}', 'a format that is not supported'],
		['{date as yyyy年MM月dd日}', 'a format that is not supported'],
		['{id}', '{id}, which is no placeholder there'],
		['{cursor}', 'is no placeholder there'],
		['{idempotencyKey}', 'is no placeholder there'],
		['{date!}', '{date!}, which is no placeholder there'],
		['{{date}}', 'Write a placeholder with one pair of braces, such as {amount}'],
		['a { b', 'a brace too many or too few'],
		['[{"date":"{date}"}]', 'a brace too many or too few'],
	])('the text %s in createBody', (text, words) => {
		expect(refusalOf('createBody', withAmount({ a: text }))).toContain(words);
	});

	const noTexts = 'not a JSON object of names and texts';
	const noBlank = 'with {idempotencyKey} as the only placeholder';
	it.each<[unknown, string]>([
		['{ "X": s3cret }', noTexts],
		[{ 'X-A': ['s3cret'] }, noTexts],
		[{ authorization: 'Bearer s3cret' }, `'authorization', which cannot be sent`],
		[{ 'X-A': 's3cret', 'x-a': 'other' }, `'x-a', which cannot be sent`],
		[{ 'Idempotency-Key': '{idempotencyKey}', 'idempotency-key': 's3cret' }, 'cannot be sent'],
		[{ 'X A': 's3cret' }, `'X A', which cannot be sent`],
		[{ 'X-A': 's3cret\nX-B: 1' }, `'X-A', which cannot be sent`],
		[{ 'X-A': 's3cr{et' }, noBlank],
		[{ 'X-Res': '{reservationId}' }, noBlank],
	])('requestHeaders %j, without their values', (headers, words) => {
		const message = refusalOf('requestHeaders', headers);
		expect(message).toContain(words);
		expect(message).not.toContain('s3cret');
	});

	it('asks for {cursor} in both of List Query and List Response, or in none', () => {
		const cursor = { ...query, c: '{cursor}' };
		expect(refusal({ listQuery: cursor }, 'listResponse')).toContain('has no {cursor}');
		const listResponse = { data: [item], next: '{cursor}' };
		expect(refusal({ listResponse }, 'listQuery')).toContain('has no {cursor}');
		expect(mapperOf({ listQuery: cursor, listResponse }).paging).toEqual(new Set(['cursor']));
	});

	const deep = { booking: { id: '{reservationId}' }, amount: '{amount}' };
	it.each([deep, { a: '{amount}' }, [withAmount()]])(
		'asks for List Query with %j',
		(createBody) => {
			expect(refusal({ createBody }, 'listQuery')).toContain('has to be filled in');
			expect(mapperOf({ createBody, listQuery: query }).listQuery('R-1')).toEqual({ r: 'R-1' });
		},
	);

	const lines = [{ v: '{description}' }, { v: '{accountCode}' }];
	it.each<[keyof Settings, unknown]>([
		['createBody', ['{amount}', '{description}']],
		['createBody', withAmount({ fields: [{ a: '{date}' }, '{description}'] })],
		['updateBody', ['{amount!}', '{description!}']],
		['createBody', withAmount({ a: '{amount as minorUnits as text}' })],
		['listResponse', [{ ...item, lines }]],
		['listResponse', { '{id}': '{amount}' }],
		['listResponse', ['{amount}']],
	])('says of what is not offered that it is not supported: %s %j', (setting, example) => {
		expect(refusalOf(setting, example)).toContain('not supported');
	});

	it('asks for List Response where Create Body could not be read back', () => {
		const message = refusal({ createBody: withAmount({ lines }) }, 'listResponse');
		expect(message).toContain(`has to be filled in, as 'Create Body' has a list`);
	});
});

describe('an example that is not filled in', () => {
	const least = { reservationId: 'R', amount: 1 };

	it.each(['', ' ', '{}', '{ }', {}, null, undefined])('is %j', (blank) => {
		const settings = Object.fromEntries(Object.keys(LABELS).map((name) => [name, blank]));
		const mapper = mapperFor({ customApiFormat: true, ...settings }, 'UTC');
		expect(mapper.toCreate(least).body).toEqual(least);
		expect(mapper.listQuery('R')).toEqual({ reservationId: 'R' });
		expect(mapper.headers()).toEqual({});
	});

	it('may be given by an expression as an object', () => {
		const mapper = mapperFor({ customApiFormat: true, createBody: withAmount({ v: 2 }) }, 'UTC');
		expect(mapper.toCreate(least).body).toEqual({ ...least, v: 2 });
	});
});
