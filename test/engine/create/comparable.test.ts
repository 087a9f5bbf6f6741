import type { INodeParameters } from 'n8n-workflow';
import { actionsOf, CHARGE, useHotel } from '../support/hotel';

const hotel = useHotel();

const protectedBy = (matchBy: string): INodeParameters => ({
	...CHARGE,
	preventDuplicates: matchBy,
	...(matchBy === 'reference' && { reference: 'order-1' }),
});

describe('By Same Fields refuses to overlook a field', () => {
	it('that Create Body has no place for: each day has its own tax', async () => {
		const createBody =
			'{ "reservationId": "{reservationId}", "amount": "{amount}", "description": "{description}" }';
		hotel.speak({ requiredFields: [] }, { createBody });
		const run = await hotel.run('create', protectedBy('sameFields'));
		expect(run.error?.message).toMatch(
			/^'Date' is filled in and cannot be compared, as 'Create Body'/,
		);
		expect(hotel.traffic).toEqual([]);
		expect(await actionsOf(hotel.run('create', protectedBy('reference')))).toEqual(['created']);
	});

	it('that List Response does not show', async () => {
		const item = { amount: '{amount}', date: '{date}', description: '{description}' };
		const listResponse = JSON.stringify({ items: [item] });
		hotel.credential.edit({ customApiFormat: true, listResponse });
		const additionalFields = { accountCode: '4400' };
		const run = await hotel.run('create', { ...protectedBy('sameFields'), additionalFields });
		expect(run.error?.message).toMatch(/^'Account Code' is filled in and .* 'List Response'/);
		expect(hotel.traffic).toEqual([]);
		expect(await actionsOf(hotel.run('create', protectedBy('sameFields')))).toEqual(['created']);
	});
});

it('a charge of a workflow in another time zone is not made again: both zones are named', async () => {
	hotel.speak({ dateFormat: 'dateTime' });
	const charge = protectedBy('sameFields');
	await hotel.run('create', charge, { timezone: 'Europe/Berlin' });
	const run = await hotel.run('create', charge, { timezone: 'America/New_York' });
	expect(run.error?.message).toMatch(/midnight in UTC\+01:00, .*America\/New_York/);
	expect(hotel.ids()).toHaveLength(1);
	expect(await actionsOf(hotel.run('create', charge, { timezone: 'Europe/Berlin' }))).toEqual([
		'alreadyExisted',
	]);
});
