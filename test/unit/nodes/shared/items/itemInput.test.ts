import { NodeOperationError, UserError } from 'n8n-workflow';

import { parseAmount } from '../../../../../nodes/shared/wire/amount';
import { parseDay } from '../../../../../nodes/shared/wire/date';
import { inputWith } from '../../../support/itemContext';
import { thrownBy } from '../../../support/thrown';
import { BANNED_WORDS } from '../../../support/wording';

describe('a text that is required', () => {
	const read = (id: unknown): string => inputWith({ id }).requiredText('id', 'Reservation ID');

	it.each([
		['R-1', 'R-1'],
		[' R-1\n', 'R-1'],
		[4711, '4711'],
		[0, '0'],
	])('may be %p', (given, text) => {
		expect(read(given)).toBe(text);
	});

	it.each([[''], ['   '], [undefined], [null]])('is missing when it is %p', (given) => {
		expect(thrownBy(() => read(given)).message).toMatch(/^'Reservation ID' is empty$/);
	});

	it.each([[{}], [['R-1']], [true], [false], [new Date(0)], [NaN], [Infinity]])(
		'is refused when it is %p, before any request',
		(given) => {
			expect(thrownBy(() => read(given)).message).toMatch(/^'Reservation ID' is not/);
		},
	);

	it('is refused as a number that is no longer the one the user meant', () => {
		expect(thrownBy(() => read(12345678901234567890)).message).toContain(`'Reservation ID'`);
	});
});

describe('what names a reservation, a service item or a reference', () => {
	const read = (id: unknown): string => inputWith({ id }).requiredName('id', 'Reference');

	it.each(['R-1', 'null-7', 'undefined/2', 'NaNo', '{R-1}'])('may be %p', (given) => {
		expect(read(given)).toBe(given);
	});

	it.each(['undefined', ' null ', 'NaN', '[object Object]'])('is no value: %p', (given) => {
		expect(thrownBy(() => read(given)).message).toMatch(/what is left of a value that is not/);
	});

	it('is not the text of an expression', () => {
		const error = thrownBy(() => read('{{ $json.id }}'));
		expect(error.message).toContain('was not evaluated');
		expect(error.description).toMatch(/from Fixed to Expression/);
	});
});

describe('a text that may be left out', () => {
	it.each([[''], ['  '], [undefined], [null]])('is not sent when it is %p', (given) => {
		expect(inputWith().textOf(given, 'Account Code')).toBeUndefined();
	});

	it('keeps what it is made of', () => {
		expect(inputWith().textOf(' 0044 ', 'Account Code')).toBe('0044');
		expect(inputWith().textOf(4400, 'Account Code')).toBe('4400');
	});
});

describe('a JSON object', () => {
	const read = (given: unknown) => inputWith().objectOf(given, 'Custom Fields');

	it.each([
		['{"currency":"EUR","tags":["a"]}', { currency: 'EUR', tags: ['a'] }],
		[' {} ', {}],
		[{ currency: 'EUR' }, { currency: 'EUR' }],
		['', {}],
		['  \n', {}],
		[undefined, {}],
		[null, {}],
	])('may be given as %p', (given, object) => {
		expect(read(given)).toEqual(object);
	});

	it('never turns a long number into another one', () => {
		const long = '12345678901234567891';
		const sent = (): string => JSON.stringify(read(`{"folio":${long}}`));
		expect(textOrRefusal(sent)).toContain(long);
	});

	it.each([['[1]'], ['"text"'], ['5'], ['null'], ['true'], [[1]], [5], [true]])(
		'is asked for when %p is given',
		(given) => {
			expect(thrownBy(() => read(given)).message).toMatch(/^'Custom Fields' is not a JSON object/);
		},
	);

	it.each(['{"currency":"EUR"', '{currency: EUR}', 'EUR', "{'currency':'EUR'}"])(
		'is called invalid when it is %p',
		(given) => {
			expect(thrownBy(() => read(given)).message).toMatch(/^'Custom Fields' is not valid JSON/);
		},
	);
});

describe('a collection', () => {
	it('is empty when nothing was added to it', () => {
		expect(inputWith().collection('additionalFields')).toEqual({});
		expect(inputWith({ additionalFields: '' }).collection('additionalFields')).toEqual({});
	});
});

describe('what is wrong with the input', () => {
	it.each<[string, () => unknown, RegExp, RegExp]>([
		[
			'Amount',
			() => parseAmount('12,50'),
			/^'Amount' is '12,50', which is not a plain number$/,
			/^Write 12\.50/,
		],
		['Amount', () => parseAmount(''), /^'Amount' is empty$/, /^Give a number/],
		[
			'Date',
			() => parseDay('2026-02-30', 'UTC'),
			/^'Date' is '2026-02-30', which is not a date$/,
			/^Give a date/,
		],
	])('names the field and says what to give: %s', (label, parser, words, remedy) => {
		const error = thrownBy(() => inputWith().parse(label, parser));

		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toMatch(words);
		expect(error.description).toMatch(remedy);
		expect(error.message).not.toMatch(BANNED_WORDS);
		expect(error.description).toMatch(/[Nn]othing was sent/);
		expect(error).toMatchObject({ context: { itemIndex: 2 } });
	});

	it.each(['preexisting', 'ENOENT', 'seEACCESs'])(
		'shows the value %p, though n8n would take it for a system code',
		(given) => {
			const error = thrownBy(() => inputWith().parse('Amount', () => parseAmount(given)));
			expect(error.message).toContain(`'Amount' is '${given}'`);
		},
	);

	it('is not blamed on the input when it is our own', () => {
		const odd = () => {
			throw new TypeError('odd');
		};
		expect(thrownBy(() => inputWith().parse('Amount', odd)).message).toBe('odd');
	});

	it('leaves no gap where a parser gives no advice', () => {
		const bare = () => {
			throw new UserError('is odd');
		};
		expect(thrownBy(() => inputWith().parse('Amount', bare)).message).toMatch(
			/^'Amount' is odd\.?$/,
		);
	});
});

/** What an action gives, or the text in which it is refused. */
function textOrRefusal(action: () => string): string {
	try {
		return action();
	} catch (error) {
		return (error as Error).message;
	}
}
