import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { itemOf } from '../../../../../nodes/shared/answers/envelope';
import { answeredItem } from '../../../../../nodes/shared/answers/answeredItem';
import { checkedItems } from '../../../../../nodes/shared/reservation/listChecks';
import { fieldsOf } from '../../../../../nodes/shared/reservation/comparison';
import { idOf } from '../../../../../nodes/shared/wire/itemId';
import { referenceOf } from '../../../../../nodes/shared/wire/reference';
import { simplifyServiceItem } from '../../../../../nodes/shared/wire/serviceItem';
import { asReturned, encodeServiceItem } from '../../../../../nodes/shared/wire/writtenItem';
import {
	fields,
	returned,
	wireOf,
	withoutReservation,
	wrapped,
} from '../../../support/pastedExamples';
import { BANNED_WORDS } from '../../../support/wording';
import { thrownBy } from '../../../support/thrown';

describe('Returned Service Item', () => {
	const wire = wireOf({ createBody: wrapped, returnedItem: returned });
	const item = {
		id: 'c-1',
		type: 'charges',
		attributes: {
			price: { value: '12.50', currency: 'CHF' },
			day: '2026-11-20T23:00:00Z',
			text: 'Late checkout',
			ledger: { code: '4400', to: 'GUEST' },
			ref: 'o-1',
			amount: 99,
		},
		amount: 98,
	};

	it('says where values are, and in which form', () => {
		const shown = withoutReservation;
		expect(simplifyServiceItem(item, wire, { reservationId: '1001' })).toEqual({
			...shown,
			id: 'c-1',
			reservationId: '1001',
		});
		expect(fieldsOf(item, wire)).toEqual({ ...shown, reference: 'o-1' });
	});

	it('reads minor units as 12.5', () => {
		const cents = wireOf({ returnedItem: { id: '{id}', total: '{amount as minorUnits}' } });
		expect(simplifyServiceItem({ total: 1250 }, cents).amount).toBe(12.5);
		const dinars = wireOf({
			currencyDecimals: 3,
			returnedItem: { total: '{amount as minorUnits}' },
		});
		expect(simplifyServiceItem({ total: 12500 }, dinars).amount).toBe(12.5);
		const yen = wireOf({ currencyDecimals: 0, amountFormat: 'minorUnits' });
		expect(simplifyServiceItem({ amount: 1200 }, yen).amount).toBe(1200);
	});

	it('gives out a value in another form as it came', () => {
		const other = { id: 77, attributes: { price: { value: 12.5 }, day: '21.11.2026', text: 5 } };
		expect(simplifyServiceItem(other, wire)).toMatchObject({
			id: 77,
			amount: 12.5,
			date: '21.11.2026',
			description: 5,
		});
	});

	it.each<[string, object, string]>([
		['an amount', { price: { value: 1250 } }, '{amount as text}'],
		['an amount', { price: { value: '12,50' } }, '{amount as text}'],
		['a date', { day: '21/11/2026' }, '{date as utc}'],
		['a text', { ledger: { code: 4400 } }, '{accountCode}'],
	])('never compares %s in another form', (_, attributes, blank) => {
		const list = [
			item,
			{ ...item, attributes: { ...item.attributes, ...attributes } },
		] as IDataObject[];
		for (const use of ['compared', 'identified'] as const) {
			const error = thrownBy(() => checkedItems(list, wire, use));
			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toContain(`'Returned Service Item' in the credential says ${blank}`);
			expect(error.message).not.toMatch(BANNED_WORDS);
		}
	});

	it.each<[object, string]>([
		[{ price: { value: 12.5 } }, '{amount as number}'],
		[{ day: '21/11/2026' }, '{date as dd/MM/yyyy}'],
		[{ day: 1795215600 }, '{date as unixSeconds}'],
		[{ ledger: { code: 4400 } }, '{accountCode as number}'],
	])('shows the spelling that reads %j', (attributes, right) => {
		const other = [{ ...item, attributes: { ...item.attributes, ...attributes } }] as IDataObject[];
		expect(thrownBy(() => checkedItems(other, wire, 'compared')).message).toContain(
			`Write ${right} there`,
		);
	});

	it('compares what has no value', () => {
		const blank = {
			...item,
			attributes: { ...item.attributes, price: { value: '' }, day: null, ledger: {} },
		};
		expect(() => checkedItems([item, blank], wire, 'compared')).not.toThrow();
		expect(() => checkedItems([], wire, 'compared')).not.toThrow();
	});

	it('finds single answers where it fits best', () => {
		for (const body of [
			item,
			{ data: item },
			[item],
			{ meta: { id: 1, text: 'x' }, result: { order: { charge: item } } },
			{ id: 5, request: { amount: 5 }, data: [item] },
		]) {
			expect(itemOf(body, wire.format)).toEqual(item);
		}
	});

	it('has ID Field beside it for an answer that it does not fit', () => {
		const { format } = wireOf({ createBody: wrapped, returnedItem: returned, idField: 'OrderId' });
		expect(idOf(item, format)).toBe('c-1');
		expect(idOf({ OrderId: 7 }, format)).toBe(7);
		expect(itemOf({ result: { OrderId: 7 } }, format)).toEqual({ OrderId: 7 });
		expect(idOf({ service_id: 7 }, wire.format)).toBeUndefined();
		expect(idOf({ service_id: 7 }, wireOf({ returnedItem: { v: '{amount}' } }).format)).toBe(7);
	});

	it('is what stands in for an answer without an item', () => {
		const given = { ...fields, reference: 'o-1' };
		const sent = asReturned(encodeServiceItem(given, {}, wire), given, wire, 'create');
		const answer = {
			kind: 'answer',
			status: 204,
			headers: {},
			body: undefined,
			isReadable: true,
		} as const;
		const standIn = answeredItem(answer, { id: 'c-1', sent }, wire.format);
		const shown = withoutReservation;
		expect(simplifyServiceItem(standIn, wire)).toMatchObject({ ...shown, id: 'c-1' });
		expect(referenceOf(standIn, wire.format)).toBe('o-1');
	});
});
