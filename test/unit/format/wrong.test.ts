import { UserError } from 'n8n-workflow';

import { mapperFor } from '../../../nodes/shared/format/mapper';
import type { Settings } from '../support/mapper';
import { mapperOf, withAmount } from '../support/mapper';
import { thrownBy } from '../support/thrown';
import { BANNED_WORDS } from '../support/wording';

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

describe('an example that is wrong is refused by name', () => {
	it.each<[keyof Settings, unknown, string]>([
		// No JSON.
		['createBody', 'nonsense', 'is not valid JSON. Check quotes'],
		['createBody', '{ "amount": {amount} }', 'Put quotes around the blank: "{amount}"'],
		['createBody', '"{amount}"', 'neither a JSON object nor a list'],
		['createBody', '12', 'neither a JSON object nor a list'],
		['createBody', '{ "a": "{amount}", "hotel": 12345678901234567890 }', 'more than 15 digits'],
		['updateBody', '{ "hotel": 12345678901234567 }', 'more than 15 digits'],
		['listQuery', '{', 'is not valid JSON'],
		['listResponse', '[', 'is not valid JSON'],
		['requestHeaders', '{ "X": s3cret }', 'not a JSON object of names and texts'],
		// Unknown fields and formats.
		['createBody', withAmount({ a: '{amuont}' }), '{amuont}, which is no blank. Write {amount}'],
		['createBody', withAmount({ a: '{}' }), '{}, which is no blank'],
		['createBody', withAmount({ a: '{Amount}' }), 'Write {amount}'],
		[
			'createBody',
			withAmount({ a: '{amount as cents}' }),
			'{amount as cents}, a format that is not supported',
		],
		['createBody', withAmount({ a: '{amount as number(5)}' }), 'a format that is not supported'],
		['createBody', withAmount({ a: '{date as number}' }), 'a format that is not supported'],
		['createBody', withAmount({ a: '{date as DD/MM/YYYY}' }), 'Write {date as dd/MM/yyyy}'],
		['createBody', withAmount({ a: '{date as dd/mm/yyyy}' }), 'Write {date as dd/MM/yyyy}'],
		['createBody', withAmount({ a: '{date as MM/yyyy}' }), 'a format that is not supported'],
		['createBody', withAmount({ a: '{date as dd/MM/yyyy dd}' }), 'a format that is not supported'],
		['createBody', withAmount({ a: '{date as yyyy年MM月dd日}' }), 'a format that is not supported'],
		[
			'createBody',
			withAmount({ a: '{date as dd. MM. yyyy Uhr}' }),
			'a format that is not supported',
		],
		[
			'createBody',
			withAmount({ a: '{description as minorUnits}' }),
			'a format that is not supported',
		],
		// No amount, no reservation.
		['createBody', { reservationId: '{reservationId}' }, 'has no {amount}'],
		['createBody', { a: 1 }, 'has no {amount}'],
		['createBody', [], 'has no {amount}'],
		['listResponse', { data: [{ id: '{id}' }] }, 'has no {amount}'],
		['listQuery', { a: 'b' }, 'has no {reservationId}'],
		['listQuery', { page: '{page}' }, 'has no {reservationId}'],
		// Blanks where they do not belong.
		['createBody', withAmount({ a: '{id}' }), `{id}, which belongs in 'List Response' only`],
		[
			'createBody',
			withAmount({ a: '{cursor}' }),
			`belongs in 'List Query' and 'List Response' only`,
		],
		['createBody', withAmount({ a: '{idempotencyKey}' }), `belongs in 'Request Headers' only`],
		['createBody', withAmount({ a: '{date!}' }), 'Take out the exclamation mark'],
		['updateBody', withAmount(), 'Write {reservationId!}, or take it out'],
		['updateBody', { a: '{id}' }, `belongs in 'List Response' only`],
		['listQuery', { ...query, a: '{amount}' }, 'only. Take it out'],
		['listQuery', { ...query, a: '{nextPage}' }, `belongs in 'List Response' only`],
		['listResponse', { data: [{ ...item, next: '{cursor}' }] }, '{cursor}'],
		['listResponse', { ...item, more: '{hasMore}' }, '{hasMore}'],
		['listResponse', { booking: '{reservationId}', data: [item] }, '{reservationId}'],
		['listResponse', { data: [{ lines: [item], next: '{nextPage}' }] }, '{nextPage}'],
		['listResponse', [{ ...item, key: '{idempotencyKey}' }], `belongs in 'Request Headers' only`],
		['requestHeaders', { 'X-Res': '{reservationId}' }, 'with {idempotencyKey} as the only blank'],
		// Names with blanks, and stray braces.
		['createBody', withAmount({ '{description}': 1 }), 'in the name "{description}"'],
		['createBody', withAmount({ '{id}': { a: '{date}' } }), 'in the name "{id}"'],
		['listResponse', { data: [item], '{id}': 1 }, 'in the name "{id}"'],
		['listResponse', { '{amount}': item }, 'in the name "{amount}"'],
		['createBody', withAmount({ a: '{{date}}' }), 'Write a blank with one pair of braces, {date}'],
		['createBody', withAmount({ a: 'a } b' }), 'a brace too many or too few'],
		['createBody', withAmount({ note: 'a { b' }), 'a brace too many or too few'],
		['listResponse', { data: [item], note: '}' }, 'a brace too many or too few'],
		// Lists, queries and headers of another form.
		['listQuery', { ...query, a: { b: 1 } }, 'not a JSON object of names and texts'],
		['listQuery', { ...query, a: null }, 'not a JSON object of names and texts'],
		['listQuery', ['{reservationId}'], 'not a JSON object of names and texts'],
		['requestHeaders', { 'X-A': ['s3cret'] }, 'not a JSON object of names and texts'],
		['requestHeaders', ['s3cret'], 'not a JSON object of names and texts'],
		['requestHeaders', { Authorization: 'Bearer s3cret' }, `'Authorization'`],
		['requestHeaders', { authorization: 's3cret' }, `'Authorization'`],
		['requestHeaders', { 'X-A': 's3cret', 'x-a': 'other' }, `'x-a' twice`],
		[
			'requestHeaders',
			{ 'Idempotency-Key': '{idempotencyKey}', 'idempotency-key': 's3cret' },
			'twice',
		],
		['requestHeaders', { 'X A': 's3cret' }, `'X A', which cannot be the name`],
		['requestHeaders', { 'X-A': 's3cret\nX-B: 1' }, `a value for 'X-A'`],
		['requestHeaders', { 'X-A': 's3cr{et' }, 'with {idempotencyKey} as the only blank'],
		['requestHeaders', { 'X-A': '{s3cret}' }, 'with {idempotencyKey} as the only blank'],
	])('%s %j', (setting, example, words) => {
		const more = setting === 'listQuery' ? {} : { listQuery: query };
		const message = refusal({ ...more, [setting]: example }, setting);
		expect(message).toContain(words);
		if (setting === 'requestHeaders') expect(message).not.toContain('s3cret');
	});

	it('asks for {cursor} in both of List Query and List Response, or in none', () => {
		const cursor = { ...query, c: '{cursor}' };
		expect(refusal({ listQuery: cursor }, 'listResponse')).toContain('has no {cursor}');
		const listResponse = { data: [item], next: '{cursor}' };
		expect(refusal({ listResponse }, 'listQuery')).toContain('has no {cursor}');
		expect(mapperOf({ listQuery: cursor, listResponse }).paging).toEqual(new Set(['cursor']));
	});

	it('asks for List Query where Create Body has the reservation deeper or not at all', () => {
		const deep = { booking: { id: '{reservationId}' }, amount: '{amount}' };
		expect(refusal({ createBody: deep }, 'listQuery')).toContain('has to be filled in');
		expect(refusal({ createBody: { a: '{amount}' } }, 'listQuery')).toContain(
			'has to be filled in',
		);
		expect(refusal({ createBody: [withAmount()] }, 'listQuery')).toContain('has to be filled in');
		expect(mapperOf({ createBody: deep, listQuery: query }).listQuery('R-1')).toEqual({ r: 'R-1' });
	});
});

describe('what is no longer offered is said to be not supported', () => {
	it.each<[keyof Settings, unknown]>([
		['createBody', ['{amount}', '{description}']],
		['createBody', withAmount({ fields: ['{description}', '{accountCode}'] })],
		['createBody', withAmount({ fields: [{ a: '{date}' }, '{description}'] })],
		['createBody', withAmount({ fields: [['{date}'], ['{description}']] })],
		['updateBody', ['{amount!}', '{description!}']],
		['createBody', withAmount({ a: '{date as utcDaySeconds}' })],
		['createBody', withAmount({ a: '{amount as minorUnits as text}' })],
		['listQuery', { filters: '[{"field":"id","value":"{reservationId}"}]' }],
		['listQuery', { filters: '{"id":"{reservationId}"}' }],
		[
			'listResponse',
			[
				{
					...item,
					rows: [
						{ name: 'text', value: '{description}' },
						{ name: 'code', value: '{accountCode}' },
					],
				},
			],
		],
		['listResponse', { '{id}': '{amount}' }],
		['listResponse', ['{amount}']],
	])('%s %j', (setting, example) => {
		const more = setting === 'listQuery' ? {} : { listQuery: query };
		expect(refusal({ ...more, [setting]: example }, setting)).toContain('not supported');
	});

	it('is named List Response where Create Body could not be read back', () => {
		const rows = [
			{ n: 'a', v: '{description}' },
			{ n: 'b', v: '{accountCode}' },
		];
		const message = refusal({ createBody: withAmount({ rows }) }, 'listResponse');
		expect(message).toContain('has to be filled in');
		expect(message).toContain('Enter what the service answers to a list there');
		expect(message).not.toContain('Show one');
	});

	it('is refused where an example shows two service items', () => {
		expect(refusal({ listResponse: [item, item] }, 'listResponse')).toContain('does not belong');
		expect(refusal({ listResponse: { a: [item], b: [item] } }, 'listResponse')).toContain(
			'does not belong',
		);
	});
});

describe('an example that is not filled in', () => {
	it.each(['', ' ', '{}', '{ }', {}, null, undefined])('is %j', (blank) => {
		const settings = Object.fromEntries(Object.keys(LABELS).map((name) => [name, blank]));
		const mapper = mapperFor({ customApiFormat: true, ...settings }, 'UTC');
		expect(mapper.createBody({ reservationId: 'R', amount: 1 })).toEqual({
			reservationId: 'R',
			amount: 1,
		});
		expect(mapper.listQuery('R')).toEqual({ reservationId: 'R' });
		expect(mapper.headers()).toEqual({});
	});

	it('is any as long as Custom API Format is off', () => {
		const mapper = mapperFor({ createBody: 'nonsense', requestHeaders: { a: 'b' } }, 'UTC');
		expect(mapper.createBody({ reservationId: 'R', amount: 1 })).toEqual({
			reservationId: 'R',
			amount: 1,
		});
		expect(mapper.headers()).toEqual({});
	});

	it('may be given by an expression as an object', () => {
		const mapper = mapperFor({ customApiFormat: true, createBody: withAmount({ v: 2 }) }, 'UTC');
		expect(mapper.createBody({ amount: 1, reservationId: 'R' })).toEqual({
			reservationId: 'R',
			amount: 1,
			v: 2,
		});
	});
});
