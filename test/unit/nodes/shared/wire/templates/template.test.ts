import { UserError } from 'n8n-workflow';

import { fillTemplate } from '../../../../../../nodes/shared/wire/templates/fillTemplate';
import { parseTemplate } from '../../../../../../nodes/shared/wire/templates/parseTemplate';
import { charge, filled, parsed, read } from '../../../../support/templates';
import { thrownBy } from '../../../../support/thrown';

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

describe('an amount finer than its format', () => {
	it.each([
		['{amount as text}', 2, 12.345, 'at most 2 decimals'],
		['{amount as minorUnits}', 0, 12.5, 'whole amounts'],
		['{amount as minorUnits(0)}', 2, 12.5, 'whole amounts'],
		['{amount as minorUnits(3)}', 2, 1.2345, 'at most 3 decimals'],
		['EUR {amount as text}', 1, 12.55, 'at most 1 decimal'],
	])('is refused by name, not rounded: %s', (blank, decimals, amount, most) => {
		const error = thrownBy(() => filled({ a: blank }, { amount }, 'UTC', decimals));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(`'Amount' is ${amount}, and the service takes ${most} here`);
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
