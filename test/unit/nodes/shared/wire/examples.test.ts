import { UserError } from 'n8n-workflow';

import { fieldsOf } from '../../../../../nodes/shared/reservation/comparison';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { parseReference, referenceOf } from '../../../../../nodes/shared/wire/reference';
import { encodeServiceItem, listQueryOf } from '../../../../../nodes/shared/wire/writtenItem';
import { returned, wireOf, wrapped, type Settings } from '../../../support/pastedExamples';
import { BANNED_WORDS } from '../../../support/wording';
import { thrownBy } from '../../../support/thrown';

describe('a reference', () => {
	it('has a place of its own where both examples have one', () => {
		expect(
			parseReference('a]b', wireOf({ createBody: wrapped, returnedItem: returned }).format),
		).toBe('a]b');
	});

	it('stays at the end of the description where none has one', () => {
		const wire = wireOf({
			createBody: { r: '{reservationId}', v: '{amount}', t: 'N: {description}' },
			returnedItem: { v: '{amount}', t: 'N: {description}' },
		});
		const body = encodeServiceItem({ amount: 1, description: 'Spa', reference: 'o-1' }, {}, wire);
		expect(body).toEqual({ v: 1, t: 'N: Spa [ref:o-1]' });
		expect(referenceOf(body, wire.format)).toBe('o-1');
		expect(fieldsOf(body, wire).description).toBe('Spa');
	});

	it.each<[Settings, string]>([
		[
			{ createBody: wrapped },
			`'Returned Service Item' in the Reservation Service credential has no {reference}`,
		],
		[
			{ returnedItem: returned },
			`'Create Body' in the Reservation Service credential has no {reference}`,
		],
		[
			{ createBody: { r: '{reservationId}', v: '{amount}' } },
			`'Create Body' in the Reservation Service credential has neither`,
		],
		[
			{ returnedItem: { v: '{amount}' } },
			`'Returned Service Item' in the Reservation Service credential has neither`,
		],
	])('that could not be found again is refused: %j', (settings, words) => {
		const error = thrownBy(() => parseReference('o-1', wireOf(settings).format));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain(words);
	});
});

describe('List Query', () => {
	it('is the reservation’s ID under the name of Reservation ID Field when blank', () => {
		expect(listQueryOf('1', wireOf({}))).toEqual({ reservationId: '1' });
		expect(listQueryOf('1', wireOf({ reservationIdField: 'booking.id' }))).toEqual({
			'booking.id': '1',
		});
	});

	it('may have text around the blank, and constants', () => {
		const listQuery = {
			filter: 'booking$eq:{reservationId}',
			'filter[kind]': 'charge',
			expand: true,
		};
		expect(listQueryOf('7', wireOf({ listQuery, reservationIdField: 'x' }))).toEqual({
			filter: 'booking$eq:7',
			'filter[kind]': 'charge',
			expand: true,
		});
	});
});

describe('an example that cannot be used', () => {
	it.each<[Settings, RegExp]>([
		[
			{ createBody: { v: '{amout}' } },
			/^'Create Body' in the Reservation Service credential has \{amout\}.*Write \{amount\}/,
		],
		[{ createBody: { v: '{date}' } }, /^'Create Body' .*has no \{amount\}/],
		[{ createBody: { v: 1 } }, /^'Create Body' .*has no \{amount\}/],
		[
			{ createBody: { v: '{amount}', id: '{id}' } },
			/^'Create Body' .*has \{id\}, which only 'Returned Service Item'/,
		],
		[{ updateBody: { id: '{id}', v: '{amount}' } }, /^'Update Body' .*has \{id\}/],
		[{ updateBody: '{"v": {amount}}' }, /^'Update Body' .*not valid JSON.*"\{amount\}"/],
		[{ returnedItem: '{ "id": ' }, /^'Returned Service Item' .*not valid JSON/],
		[
			{ returnedItem: { d: '{date as DD/MM/YYYY}' } },
			/^'Returned Service Item' .*Write \{date as dd\/MM\/yyyy\}/,
		],
		[{ returnedItem: { d: 'x' } }, /^'Returned Service Item' .*has no blanks/],
		[{ listQuery: { q: 'x' } }, /^'List Query' .*has no \{reservationId\}/],
		[{ listQuery: { q: '{id}', r: '{reservationId}' } }, /^'List Query' .*has \{id\}/],
		[{ listQuery: { q: '{amount}', r: '{reservationId}' } }, /^'List Query' .*has \{amount\}/],
		[{ currencyDecimals: 5 }, /^'Currency Decimals' .*from 0 to 4/],
		[{ currencyDecimals: 'two' }, /^'Currency Decimals' .*from 0 to 4/],
	])('is named, with what to write: %j', (settings, message) => {
		const error = thrownBy(() => wireOf(settings));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(message);
		expect(error.description).toBeTruthy();
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
	});

	it('is none while Custom API Format is off', () => {
		expect(() => apiFormatOf({ createBody: '{', currencyDecimals: 9 })).not.toThrow();
	});
});
