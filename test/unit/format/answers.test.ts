import type { IDataObject } from 'n8n-workflow';

import * as charges from '../../../nodes/shared/format/charges';
import { isSameValue } from '../../../nodes/shared/format/fields';
import { isEqual, parseJson } from '../../../nodes/shared/format/json';
import type { ToldError } from '../../../nodes/shared/n8n/userError';
import { thrownBy } from '../support/errors';
import { formatWith, withAmount } from '../support/format';

const { chargeIn, cursorIn, listIn, readCharge, simplify } = charges;
const format = formatWith();
const item = { id: 'S-1', amount: 12.5 };

it('the order of properties makes no difference, whatever they are called', () => {
	expect(isEqual({ x: { toString: 1 }, y: 2 }, { y: 2, x: { toString: 1 } })).toBe(true);
	expect(isEqual({ 'a,b': 'c', a: 'b,c' }, { a: 'b,c', 'a,b': 'c' })).toBe(true);
});

describe('the list in an answer', () => {
	it.each<[string, unknown, unknown[]]>([
		['the answer itself', [item], [item]],
		['the only list of objects', { success: true, charges: [item], tags: ['a'] }, [item]],
		['of several the one with a usual name', { items: [item], links: [{ rel: 'next' }] }, [item]],
		['of several the one that is not empty', { charges: [item], errors: [] }, [item]],
		['empty', { charges: [], errors: [] }, []],
		['empty', { success: true, items: null }, []],
	])('is %s', (_, body, items) => {
		expect(listIn(format, body)).toEqual(items);
	});

	const several = { a: [item], b: [item] };
	it.each([{ success: true }, undefined, 'text', several, { a: item }, [7]])(
		'is not in %j',
		(body) => {
			const error = thrownBy(() => listIn(format, body)) as ToldError;
			expect(error.message).toMatch(/is not found.*'List Response'/);
			expect(error.told.more).toMatch(/^Lists that are one object .* are not supported/);
		},
	);

	it('is where List Response shows it; lists around it stand for all their entries', () => {
		const listResponse = { bookings: [{ rows: [{ key: '{id}', amount: '{amount}' }] }] };
		const nested = formatWith({ listResponse });
		const bookings = [{ rows: [{ key: 1 }] }, { rows: [{ key: 2 }, { key: 3 }] }, { rows: null }];
		expect(listIn(nested, { bookings })).toEqual([{ key: 1 }, { key: 2 }, { key: 3 }]);
		for (const other of [{ bookings: {} }, {}, { bookings: [{ rows: [7] }] }]) {
			expect(() => listIn(nested, other)).toThrow("answer, at 'bookings.[0].rows.[0]'");
		}
	});

	it.each(['abc', 7, null, false, '', undefined])('goes on with the cursor %p', (next) => {
		const listQuery = { r: '{reservationId}', c: '{cursor}' };
		const data = [{ id: '{id}', amount: '{amount}' }];
		const paged = formatWith({ listQuery, listResponse: { data, meta: { next: '{cursor}' } } });
		const cursor = next ? String(next) : undefined;
		expect(cursorIn(paged, { data: [], meta: { next } })).toBe(cursor);
	});
});

describe('the charge in a single answer', () => {
	it.each<[string, unknown, object, string | undefined]>([
		['with the ID that was asked for', { id: 'req-1', data: item }, { id: 'S-1' }, 'S-1'],
		['with its fields', { id: 'S-1', data: item }, { id: 'S-1' }, 'S-1'],
		['in a list of one', { data: [item] }, { id: 'S-1' }, 'S-1'],
		['not another one', { data: { ...item, id: 'S-2' } }, { id: 'S-1' }, undefined],
		['with the amount that was sent', { id: 'req-1', data: item }, { sentAmount: 12.5 }, 'S-1'],
		['else the outermost with an ID', { id: 'S-9', price: 1 }, { sentAmount: 12.5 }, 'S-9'],
		['none', { success: true }, {}, undefined],
		['none', undefined, {}, undefined],
	])('is %s', (_, body, asked, id) => {
		const charge = chargeIn(format, body, asked);
		expect(charge?.id).toBe(id);
		// Not what has its ID around it.
		if (id === 'S-1') expect(charge?.raw).toBe(item);
	});
});

describe('a charge as it is read', () => {
	it('has IDs exactly, however long, and its reference from its place or the end of the description', () => {
		const raw = parseJson('{"id": 12345678901234567890, "description": "Spa [ref:o-1]"}');
		const fields = { description: 'Spa' };
		const id = '12345678901234567890';
		expect(readCharge(format, raw as never)).toMatchObject({ id, reference: 'o-1', fields });
		const createBody = withAmount({ text: '{description}', ext: '{reference}' });
		const placed = formatWith({ createBody });
		expect(readCharge(placed, { ext: 'o-2', text: 'Spa' }).reference).toBe('o-2');
		expect(readCharge(placed, { ext: '', text: 'Spa [ref:o-1]' }).reference).toBe('o-1');
	});

	it('has no other ID where that of List Response is empty', () => {
		const named = formatWith({ listResponse: [{ key: '{id}', amount: '{amount}' }] });
		expect(readCharge(named, { key: null, id: 7, amount: 1 }).id).toBeUndefined();
	});

	it.each([
		[{ a: null, b: 5 }, undefined],
		[{ a: 'much', b: 5 }, `'a' is "much"`],
	])('%j has an amount that cannot be read: %p', (raw, told) => {
		const listResponse = [{ id: '{id}', a: '{amount}', b: '{amount}' }];
		const charge = readCharge(formatWith({ listResponse }), raw);
		expect(charge.unreadable).toBe(told);
		expect(simplify(charge)).toMatchObject({ id: null, date: told ? undefined : null });
	});

	it.each<[IDataObject, boolean]>([
		[{ status: 'cancelled' }, true],
		[{ State: 'VOIDED' }, true],
		[{ deleted: true }, true],
		[{ CanceledUtc: '2026-11-21T10:00:00Z' }, true],
		[{ isVoided: 'Yes' }, true],
		[{ deleted_at: '0001-01-01T00:00:00' }, false],
		[{ cancelled_on: '1970-01-01' }, false],
		[{ is_deleted: 0 }, false],
		[{ CanceledUtc: null, status: 'open' }, false],
		[{ cancellable: true }, false],
	])('%j is gone: %p', (raw, isGone) => {
		expect(readCharge(format, raw).isGone).toBe(isGone);
	});

	it.each([
		["Joe's spa", 'Joe&#x27;s&nbsp;spa', true],
		["Joe's spa", 'Joe&apos;s spa', true],
		['Spa & more', 'Spa &amp;  more ', true],
		['Caf\u00e9', 'Cafe\u0301', true],
		['Spa', 'spa', false],
	])('%p is shown by %p: %p', (wanted, shown, isSame) => {
		expect(isSameValue(wanted, shown)).toBe(isSame);
	});
});
