import { UserError } from 'n8n-workflow';

import type { BlankValues } from '../../../../../../nodes/shared/wire/templates/fillTemplate';
import { fillTemplate } from '../../../../../../nodes/shared/wire/templates/fillTemplate';
import { parseTemplate } from '../../../../../../nodes/shared/wire/templates/parseTemplate';
import type { Reading } from '../../../../../../nodes/shared/wire/templates/readTemplate';
import { readTemplate } from '../../../../../../nodes/shared/wire/templates/readTemplate';
import type { Template } from '../../../../../../nodes/shared/wire/templates/template';
import { BANNED_WORDS } from '../../../../support/wording';
import { thrownBy } from '../../../../support/thrown';

const charge: BlankValues = {
	reservationId: '1001',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: 'GUEST',
	reference: 'order-1',
};

function parsed(example: unknown, decimals = 2): Template {
	const given = typeof example === 'string' ? example : JSON.stringify(example);
	const template = parseTemplate(given, decimals);
	if (!template) throw new Error('There is no example');
	return template;
}

function filled(example: unknown, values = charge, zone = 'Europe/Berlin', decimals = 2): unknown {
	return fillTemplate(parsed(example, decimals), values, zone);
}

function read(example: unknown, item: unknown, zone = 'Europe/Berlin', decimals = 2): Reading {
	return readTemplate(parsed(example, decimals), item, zone);
}

describe('an example with blanks', () => {
	it('keeps everything but the blanks as it is', () => {
		const example = {
			booking: { id: '{reservationId}' },
			lines: [{ total: '{amount}', currency: 'EUR', tax: null, rates: [7, 19], on: true }],
			text: '{description}',
			source: { name: 'n8n', tags: [] },
		};
		expect(filled(example)).toEqual({
			booking: { id: '1001' },
			lines: [{ total: 12.5, currency: 'EUR', tax: null, rates: [7, 19], on: true }],
			text: 'Late checkout',
			source: { name: 'n8n', tags: [] },
		});
	});

	it('may have a list at its root', () => {
		expect(filled([{ price: '{amount}', kind: 'EXTRA' }])).toEqual([
			{ price: 12.5, kind: 'EXTRA' },
		]);
	});

	it('may have JSON as text, as filters are written, into which values are put safely', () => {
		const example = {
			filter: '[{"field":"kind"},{"field":"id","value":"{reservationId}","of":{"n":1}}]',
		};
		const odd = { reservationId: 'A"1\\' };
		const { filter } = filled(example, odd) as { filter: string };
		expect(JSON.parse(filter)).toEqual([
			{ field: 'kind' },
			{ field: 'id', value: 'A"1\\', of: { n: 1 } },
		]);
		expect(read(example, { filter }).values).toEqual(odd);
		expect(filled({ filter: '[{"id":{reservationId}}]' })).toEqual({ filter: '[{"id":1001}]' });
	});

	it('may have the same blank several times', () => {
		expect(filled({ a: '{amount}', b: { c: '{amount as text}' }, d: 'EUR {amount}' })).toEqual({
			a: 12.5,
			b: { c: '12.50' },
			d: 'EUR 12.5',
		});
	});

	it('may be given as a value, by an expression', () => {
		expect(fillTemplate(parseTemplate({ a: '{amount}' }, 2) ?? [], charge, 'UTC')).toEqual({
			a: 12.5,
		});
	});

	it.each([undefined, null, '', ' \n '])('is none when it is %j', (given) => {
		expect(parseTemplate(given, 2)).toBeUndefined();
	});

	it('is not changed by what is made of it', () => {
		const template = parsed({ a: '{amount}', meta: { tags: ['x'] } });
		const body = fillTemplate(template, charge, 'UTC') as { meta: { tags: string[] } };
		body.meta.tags.push('y');
		expect(fillTemplate(template, charge, 'UTC')).toEqual({ a: 12.5, meta: { tags: ['x'] } });
	});

	it('may use any name for a property', () => {
		const example = '{"__proto__": {"a": "{amount}"}, "a.b": "{date}", "": "{description}"}';
		expect(JSON.stringify(filled(example))).toBe(
			'{"__proto__":{"a":12.5},"a.b":"2026-11-21","":"Late checkout"}',
		);
	});
});

describe('a field without a value', () => {
	const plain = { ...charge, accountCode: undefined, destinationAccount: undefined };

	it('is left out', () => {
		expect(filled({ a: '{amount}', code: '{accountCode}' }, plain)).toEqual({ a: 12.5 });
	});

	it('takes its object or list with it, and the constants in there', () => {
		const example = {
			a: '{amount}',
			ledger: { kind: 'account', code: '{accountCode}', more: { x: 1 } },
			postings: [{ type: 'to', value: '{destinationAccount}' }],
			pair: ['{accountCode}', '{destinationAccount}', 'x'],
		};
		expect(filled(example, plain)).toEqual({ a: 12.5 });
		expect(filled(example, { ...plain, accountCode: '1' })).toEqual({
			a: 12.5,
			ledger: { kind: 'account', code: '1', more: { x: 1 } },
			pair: ['1', 'x'],
		});
	});

	it('takes only its own entry out of a list', () => {
		const example = {
			custom: [
				{ name: 'code', value: '{accountCode}' },
				{ name: 'sum', value: '{amount}' },
				{ name: 'fixed', value: 1 },
			],
		};
		expect(filled(example, plain)).toEqual({
			custom: [
				{ name: 'sum', value: 12.5 },
				{ name: 'fixed', value: 1 },
			],
		});
	});

	it('keeps an object of which another blank has a value', () => {
		const example = {
			data: { type: 'charge', attributes: { a: '{amount}', code: '{accountCode}' } },
		};
		expect(filled(example, plain)).toEqual({ data: { type: 'charge', attributes: { a: 12.5 } } });
	});

	it('leaves other constants as they stand', () => {
		expect(filled({ a: '{amount}', kind: 'EXTRA', meta: { x: 1 } }, plain)).toEqual({
			a: 12.5,
			kind: 'EXTRA',
			meta: { x: 1 },
		});
	});
});

describe('a blank inside a longer text', () => {
	it('is written between the text around it', () => {
		expect(
			filled({
				q: 'booking$eq:{reservationId}',
				t: '{description} ({accountCode}), {date as dd.MM.yyyy}: {amount as text} EUR',
				s: 'at {date as unixSeconds}',
			}),
		).toEqual({
			q: 'booking$eq:1001',
			t: 'Late checkout (4400), 21.11.2026: 12.50 EUR',
			s: 'at 1795215600',
		});
	});

	it.each([
		[
			'{description} [{reference}]',
			'Spa [a.b] [order-1]',
			{ description: 'Spa [a.b]', reference: 'order-1' },
		],
		['EUR {amount}', 'EUR 12.5', { amount: 12.5 }],
		['EUR {amount as text}', 'EUR 12.50', { amount: 12.5 }],
		['c{amount as minorUnits}', 'c1250', { amount: 12.5 }],
		['{accountCode}/{destinationAccount}', '4400/', { accountCode: '4400' }],
		['on {date as dd/MM/yyyy}', 'on 21/11/2026', { date: '2026-11-21' }],
		[
			'{description}\nRef: {reference}',
			'two\nlines\nRef: r',
			{ description: 'two\nlines', reference: 'r' },
		],
	])('is read from between it: %j', (example, text, values) => {
		expect(read({ x: example }, { x: text })).toEqual({ values, misfits: {} });
	});

	it.each(['USD 12.5', 'EUR 12,50', 'EUR twelve', 'EUR 12.5 net'])('is not found in %j', (text) => {
		const { values, misfits } = read({ x: 'EUR {amount}' }, { x: text });
		expect(values).toEqual({});
		expect(misfits.amount).toMatchObject({ path: ['x'], value: text });
	});
});

describe('reading a service item', () => {
	const example = {
		id: '{id}',
		money: { cents: '{amount as minorUnits}', currency: 'EUR' },
		when: ['{date as utcDay}'],
		text: '{description}',
		posting: { code: '{accountCode as number}' },
	};

	it('takes only the places of the blanks', () => {
		const item = {
			id: 'si-1',
			money: { cents: 1250, currency: 'USD', tax: 3 },
			when: ['2026-11-21T00:00:00Z', 'later'],
			text: 'Spa',
			posting: { code: 4400 },
			amount: 99,
		};
		expect(read(example, item)).toEqual({
			values: {
				id: 'si-1',
				amount: 12.5,
				date: '2026-11-21',
				description: 'Spa',
				accountCode: 4400,
			},
			misfits: {},
		});
	});

	it('tells values in another form than the template says from those that are not there', () => {
		const item = {
			id: 'si-1',
			money: { cents: '12.50' },
			when: ['21 Nov'],
			text: null,
			posting: {},
		};
		const { values, misfits } = read(example, item);
		expect(values).toEqual({ id: 'si-1' });
		expect(Object.keys(misfits)).toEqual(['amount', 'date']);
		expect(misfits.amount).toMatchObject({ path: ['money', 'cents'], value: '12.50' });
	});

	it('takes the first place with a value', () => {
		const twice = { gross: { value: '{amount}' }, net: '{amount}' };
		expect(read(twice, { net: 10 }).values).toEqual({ amount: 10 });
		expect(read(twice, { gross: { value: 12 }, net: 10 }).values).toEqual({ amount: 12 });
	});

	it('reads what it has written', () => {
		const all = {
			b: 'r:{reservationId}',
			a: '{amount as text}',
			d: { on: '{date as dd/MM/yyyy}' },
			t: [
				'{description} #{reference}',
				{ c: '{accountCode as number}', to: '{destinationAccount}' },
			],
		};
		expect(read(all, filled(all))).toEqual({
			values: { ...charge, accountCode: 4400 },
			misfits: {},
		});
	});

	it.each([null, 'text', 5, [], [[]], { money: 5, when: 'x' }])('finds nothing in %j', (item) => {
		expect(read({ money: { c: '{amount}' }, when: ['{date}'] }, item)).toEqual({
			values: {},
			misfits: {},
		});
	});
});

describe('an example that is none', () => {
	it.each<[unknown, RegExp]>([
		['{"a": "{amout}"}', /^has \{amout\}, which is no blank\. Write \{amount\}/],
		['{"a": "{Amount}"}', /Write \{amount\}/],
		['{"a": "{reservation_id}"}', /Write \{reservationId\}/],
		['{"a": "{account code}"}', /Write \{accountCode\}/],
		['{"a": "{desc}"}', /Write \{description\}/],
		['{"a": "{ref}"}', /Write \{reference\}/],
		['{"a": "{amount:number}"}', /Write \{amount\}/],
		['{"a": "{amount as}"}', /Write \{amount\}/],
		['{"a": "{}"}', /has \{\}, which is no blank/],
		[
			'{"a": "{amount as cents}"}',
			/^has \{amount as cents\}, a format that there is not\. Write \{amount as /,
		],
		['{"a": "{amount as minorUnit}"}', /Write \{amount as minorUnits\}/],
		['{"a": "{amount as minorUnits(5)}"}', /Write \{amount as minorUnits/],
		['{"a": "{amount as string}"}', /Write \{amount as /],
		['{"a": "{description as date}"}', /Write \{description as (text|number)\}/],
		['{"a": "{date as unixSecond}"}', /Write \{date as unixSeconds\}/],
		['{"a": "{date as UTC}"}', /Write \{date as utc\}/],
		['{"a": "{date as DD/MM/YYYY}"}', /Write \{date as dd\/MM\/yyyy\}/],
		['{"a": "{date as dd/mm/yyyy}"}', /Write \{date as dd\/MM\/yyyy\}/],
		['{"a": "{date as yyyy-MM-dd hh:mm}"}', /Write \{date as yyyy-MM-dd HH:mm\}/],
		[
			'{"a": "{{amount}}"}',
			/brace too many or too few in "\{\{amount\}\}".*one pair of braces, \{amount\}/,
		],
		['{"a": "[{\\"b\\": {{amount}}}]"}', /brace too many or too few/],
		['{"a": "{\\"b\\": \\"{amout}\\"}"}', /has \{amout\}, which is no blank/],
		['{"a": "{amount"}', /brace too many or too few/],
		['{"a": "amount}"}', /brace too many or too few/],
		['{"{amount}": 1}', /has a blank in the name "\{amount\}"/],
		['{"a": {amount}}', /is not valid JSON\. Put quotes around the blank: "\{amount\}"/],
		['[{amount as text}]', /Put quotes around the blank: "\{amount as text\}"/],
		['{"a": "{amount}"', /is not valid JSON\. Check quotes, commas and braces/],
		["{'a': '{amount}'}", /is not valid JSON/],
		['"{amount}"', /is neither a JSON object nor a list/],
		['12', /is neither a JSON object nor a list/],
		[true, /is neither a JSON object nor a list/],
		['{"a": "{amount}", "b": 12345678901234567890}', /more than 15 digits/],
	])('says so and shows the nearest right spelling: %s', (given, message) => {
		const error = thrownBy(() => parseTemplate(given, 2));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(message);
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
		expect(error.description).toBeTruthy();
	});
});
