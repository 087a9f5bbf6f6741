import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { simplifyServiceItem } from '../../../../../nodes/shared/wire/serviceItem';
import {
	asReturned,
	encodeChanges,
	encodeServiceItem,
} from '../../../../../nodes/shared/wire/writtenItem';
import { wireOf } from '../../../support/pastedExamples';
import { BANNED_WORDS } from '../../../support/wording';
import { thrownBy } from '../../../support/thrown';

describe('a list whose entries have no names', () => {
	const values = ['{amount}', '{description}', '{accountCode}'];
	const wire = wireOf({
		createBody: ['{reservationId}', ...values],
		updateBody: values,
		returnedItem: { id: '{id}', values },
	});
	const sentBy = (changes: object, given = wire): IDataObject =>
		asReturned(encodeChanges(changes, {}, given), changes, given, 'update');

	it('is sent as long as every value keeps its position', () => {
		expect(encodeChanges({ amount: 5, description: 'Spa' }, {}, wire)).toEqual([5, 'Spa']);
		expect(encodeChanges({ amount: 5 }, {}, wire)).toEqual([5]);
	});

	it.each<[object, string, string]>([
		[{ description: 'Spa' }, 'Amount', 'description'],
		[{ amount: 5, accountCode: '4400' }, 'Description', 'accountCode'],
	])('is refused where one would be taken for another: %j', (changes, left, taken) => {
		const error = thrownBy(() => encodeChanges(changes, {}, wire));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(
			`'${left}' has no value, and 'Update Body' in the Reservation Service credential has a list without names, in which {${taken}} would stand in its place`,
		);
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
	});

	it('is refused in Create Body, too', () => {
		const given = wireOf({ createBody: ['{reservationId}', '{accountCode}', '{amount}'] });
		expect(
			encodeServiceItem({ reservationId: '1', accountCode: '2', amount: 3 }, {}, given),
		).toEqual(['1', '2', 3]);
		const error = thrownBy(() => encodeServiceItem({ reservationId: '1', amount: 3 }, {}, given));
		expect(error.message).toMatch(/^'Account Code' has no value, and 'Create Body'/);
	});

	it.each<[string, unknown[], unknown]>([
		['always sends its values', ['{amount!}', '{description!}'], [12.5, 'Spa']],
		[
			'has a name in each entry',
			[
				{ op: 'replace', path: '/amount', value: '{amount}' },
				{ op: 'replace', path: '/text', value: '{description}' },
			],
			[{ op: 'replace', path: '/text', value: 'Spa' }],
		],
		[
			'has other properties in each entry',
			[{ v: '{amount}' }, { t: '{description}' }],
			[{ t: 'Spa' }],
		],
	])('is fine where it %s', (_, updateBody, body) => {
		const given = wireOf({ updateBody, returnedItem: { v: '{amount}', t: '{description}' } });
		const changes = { description: 'Spa' };
		expect(encodeChanges(changes, {}, given, { amount: 12.5 })).toEqual(body);
		expect(sentBy(changes, given)).toEqual({ t: 'Spa' });
	});

	it('is shown by position where nothing is answered', () => {
		const given = wireOf({
			updateBody: { v: '{amount}', t: '{description}', c: '{accountCode}' },
			returnedItem: { id: '{id}', values },
		});
		const sent = sentBy({ accountCode: '4400' }, given);
		expect(simplifyServiceItem(sent, given)).toMatchObject({
			amount: null,
			description: null,
			accountCode: '4400',
		});
	});

	it('gives the values of a create, whichever of them are left out', () => {
		const given = wireOf({
			createBody: {
				r: '{reservationId}',
				lines: [{ code: '{accountCode}' }, { price: '{amount}' }],
			},
			returnedItem: { price: '{amount}', code: '{accountCode}', tag: '{destinationAccount}' },
		});
		const charge = { reservationId: '1', amount: 5 };
		const body = encodeServiceItem(charge, {}, given);
		expect(body).toEqual({ r: '1', lines: [{ price: 5 }] });
		expect(asReturned(body, charge, given, 'create')).toEqual({ price: 5 });
	});
});
