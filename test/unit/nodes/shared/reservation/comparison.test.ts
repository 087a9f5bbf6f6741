import { differencesOf, fitOf } from '../../../../../nodes/shared/reservation/match';

const wanted = { amount: 12.5, date: '2026-11-21', description: 'Spa', accountCode: '4400' };

describe('a wanted item', () => {
	it.each<[string, object]>([
		['spaces around', { description: ' Spa ' }],
		['more', { destinationAccount: 'GUEST' }],
	])('is the same as one of the service that has %s', (_how, others) => {
		expect(differencesOf(wanted, { ...wanted, ...others })).toEqual({});
	});

	it.each<[string, object, object]>([
		['amount', { ...wanted, amount: 12.51 }, { amount: 12.5 }],
		['date', { ...wanted, date: '2026-11-20' }, { date: '2026-11-21' }],
		['description', { ...wanted, description: 'spa' }, { description: 'Spa' }],
		['account code', { ...wanted, accountCode: undefined }, { accountCode: '4400' }],
		['everything', {}, wanted],
	])('differs in its %s', (_what, item, differences) => {
		expect(differencesOf(wanted, item)).toEqual(differences);
	});

	it('of amount 0 is not one without an amount', () => {
		expect(differencesOf({ amount: 0 }, {})).toEqual({ amount: 0 });
	});
});

describe('a match', () => {
	it.each<[object, string | undefined]>([
		[wanted, 'exact'],
		[{ ...wanted, destinationAccount: '' }, 'exact'],
		[{ ...wanted, description: 'SPA' }, 'exact'],
		[{ ...wanted, destinationAccount: 'GUEST' }, 'filledIn'],
		[{ ...wanted, amount: 99, destinationAccount: 'GUEST' }, undefined],
		[{}, undefined],
	])('with %p is %p', (actual, match) => {
		expect(fitOf(wanted, actual)).toBe(match);
	});

	it.each([
		['Frühstück & Tee', 'Frühstück &amp; Tee'],
		['Frühstück'.normalize('NFC'), 'Frühstück'.normalize('NFD')],
		['Spa for two', 'Spa  for\ntwo'],
	])('does not mind how %j is written', (description, kept) => {
		expect(fitOf({ description }, { description: kept })).toBe('exact');
	});
});
