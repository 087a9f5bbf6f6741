import { isJsonObject, parseJson } from '../../../../../nodes/shared/wire/json';

describe('parsing an answer', () => {
	it.each([
		['{"id":1}', { id: 1 }],
		['[]', []],
		['null', null],
		['0', 0],
		['false', false],
		['"text"', 'text'],
		[' {"a":{}} \n', { a: {} }],
	])('reads %s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	it.each([[''], ['  '], ['{"id":1'], ['<html></html>'], ['OK'], [undefined], [null], [{}], [5]])(
		'gives nothing for %p',
		(text) => {
			expect(parseJson(text)).toBeUndefined();
		},
	);

	it('never rounds a long id to that of another item', () => {
		const text =
			'{"items":[{"id":9007199254740993},{"id":12345678901234567890},{"id":-9007199254740993}]}';
		expect(parseJson(text)).toEqual({
			items: [
				{ id: '9007199254740993' },
				{ id: '12345678901234567890' },
				{ id: '-9007199254740993' },
			],
		});
	});

	it.each([
		['{"id":9007199254740991}', { id: 9007199254740991 }],
		['{"amount":1234567890123456.5}', { amount: 1234567890123456.5 }],
		['{"amount":1e30}', { amount: 1e30 }],
		['{"id":"12345678901234567890","n":1}', { id: '12345678901234567890', n: 1 }],
		['{"12345678901234567890":1}', { '12345678901234567890': 1 }],
		[
			'{"note":"say \\"12345678901234567890\\", 9007199254740993"}',
			{ note: 'say "12345678901234567890", 9007199254740993' },
		],
	])('leaves alone what is exact or is no whole number: %s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});
});

it('tells JSON objects from everything else', () => {
	const values = [{}, { a: 1 }, [], null, undefined, 'text', 5, true];
	expect(values.map(isJsonObject)).toEqual([true, true, ...Array<boolean>(6).fill(false)]);
});
