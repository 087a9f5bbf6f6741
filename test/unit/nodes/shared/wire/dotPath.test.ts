import type { IDataObject } from 'n8n-workflow';

import { mergeBelow, readPath, writePath } from '../../../../../nodes/shared/wire/dotPath';

describe('reading a dot path', () => {
	it.each<[unknown, string, unknown]>([
		[{ amount: 5 }, 'amount', 5],
		[{ data: { amount: 0 } }, 'data.amount', 0],
		[{ data: { amount: null } }, 'data.amount', null],
		[{ data: { amount: 5 } }, 'data.price', undefined],
		[{ data: 'text' }, 'data.length', undefined],
		[{ data: [{ amount: 5 }] }, 'data.0.amount', undefined],
		[{ data: null }, 'data.amount', undefined],
		[null, 'amount', undefined],
		['text', 'length', undefined],
	])('in %p at %s gives %p', (source, path, value) => {
		expect(readPath(source, path)).toEqual(value);
	});

	it.each(['__proto__', 'constructor', 'constructor.name', 'toString', '__proto__.polluted'])(
		'finds nothing at %s that the service did not send',
		(path) => {
			expect(readPath({}, path)).toBeUndefined();
		},
	);

	it('finds what the service did send under __proto__', () => {
		expect(readPath(JSON.parse('{"__proto__":{"amount":5}}'), '__proto__.amount')).toBe(5);
	});
});

describe('writing a dot path', () => {
	it('creates the objects in between and leaves their neighbours', () => {
		const target: IDataObject = { data: { date: '2026-11-21' } };
		writePath(target, 'data.price.amount', 5);
		expect(target).toEqual({ data: { date: '2026-11-21', price: { amount: 5 } } });
	});

	it.each([['text'], [null], [[1, 2]]])('replaces %p, which cannot hold a property', (existing) => {
		const target: IDataObject = { data: existing };
		writePath(target, 'data.amount', 5);
		expect(target).toEqual({ data: { amount: 5 } });
	});

	it.each(['__proto__.polluted', 'constructor.prototype.polluted'])(
		'treats %s as data, sends it and touches no other object',
		(path) => {
			const target: IDataObject = {};
			writePath(target, path, 5);

			expect(readPath(JSON.parse(JSON.stringify(target)), path)).toBe(5);
			expect(({} as IDataObject).polluted).toBeUndefined();
		},
	);
});

describe('merging below', () => {
	it('adds what is missing and keeps what is there', () => {
		const target: IDataObject = { amount: 5, data: { date: 'd' }, zero: 0, blank: '', none: null };
		mergeBelow(target, {
			amount: 6,
			data: { date: 'x', note: 'n' },
			zero: 1,
			blank: 'x',
			none: 1,
			tags: ['a'],
		});
		expect(target).toEqual({
			amount: 5,
			data: { date: 'd', note: 'n' },
			zero: 0,
			blank: '',
			none: null,
			tags: ['a'],
		});
	});

	it('adds an explicit null, which clears a field', () => {
		const target: IDataObject = {};
		mergeBelow(target, { accountCode: null });
		expect(target).toEqual({ accountCode: null });
	});

	it('takes a name with a dot as it stands', () => {
		const target: IDataObject = { data: { amount: 5 } };
		mergeBelow(target, { 'data.amount': 6, 'data.note': 'n' });
		expect(target).toEqual({ data: { amount: 5 }, 'data.amount': 6, 'data.note': 'n' });
	});

	it('takes __proto__ as data and touches no other object', () => {
		const target: IDataObject = {};
		mergeBelow(
			target,
			JSON.parse('{"__proto__":{"polluted":1},"constructor":{"x":1}}') as IDataObject,
		);

		expect(JSON.stringify(target)).toBe('{"__proto__":{"polluted":1},"constructor":{"x":1}}');
		expect(({} as IDataObject).polluted).toBeUndefined();
	});
});
