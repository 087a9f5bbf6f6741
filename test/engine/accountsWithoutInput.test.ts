import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { StoredCredential } from './support/credentialStore';
import { listSearch } from './support/listSearch';
import { since } from './support/n8nVersion';
import { poll } from './support/poll';
import { runAsTool } from './support/runAsTool';
import { useTwoHotels, type HotelName } from './support/twoHotels';

const hotels = useTwoHotels();

/** A credential of one hotel, with other values for some fields. */
function ofHotelA(changes: ICredentialDataDecryptedObject = {}): StoredCredential {
	return hotels.save({ ...hotels.dataOf('a'), ...changes });
}

describe('where there is no input', () => {
	const parameters = { resource: 'serviceItem', operation: 'get', reservationId: 'R-1' };

	it('the picker says so, and what to do', async () => {
		const search = listSearch('serviceItem', 'searchServiceItems', {
			credential: hotels.credential,
			parameters,
		});
		await expect(search).rejects.toThrow(/needs an input item.*By ID/s);
	});

	it.each(['activation', 'schedule', 'manualTest'] as const)(
		'the trigger says so, and what to do (%s)',
		async (occasion) => {
			const watched = { reservationIds: ['R-1'], events: ['created'] };
			const { credential } = hotels;
			const { error } = await poll('serviceItemTrigger', watched, { credential, occasion });
			expect(error?.message).toMatch(/needs an input item.*trigger of its own/s);
			expect(hotels.traffic('a')).toEqual([]);
		},
	);

	it('both work with expressions that need none', async () => {
		hotels.of('a').books.add('R-1', { amount: 1, date: '2026-11-21', description: 'Spa' });
		const credential = ofHotelA({ accountId: `=${hotels.dataOf('a').accountId}{{ "" }}` });
		const { results } = await listSearch('serviceItem', 'searchServiceItems', {
			credential,
			parameters,
		});
		expect(results).toHaveLength(1);
		const watched = { reservationIds: ['R-1'], events: ['created'] };
		const { error, items } = await poll('serviceItemTrigger', watched, {
			credential,
			occasion: 'manualTest',
		});
		expect([error, items?.length]).toEqual([undefined, 1]);
	});
});

// n8n before 2.3 calls a tool in a way that the tests have no stand-in for.
since('2.3').it.each<HotelName>(['a', 'b'])(
	'charges the account that the input of a tool call names (%s)',
	async (hotel) => {
		const parameters = {
			resource: 'serviceItem',
			operation: 'create',
			reservationId: 'R-1',
			amount: "={{ $fromAI('amount', 'Amount', 'number') }}",
			date: '2026-11-21',
			description: 'Spa',
		};
		const { credential } = hotels;
		const { answer } = await runAsTool(
			'serviceItem',
			parameters,
			{ amount: 5, hotel },
			{ credential },
		);
		expect(answer).toContain('Spa');
		expect(hotels.booked(hotel)).toEqual(['Spa']);
	},
);
