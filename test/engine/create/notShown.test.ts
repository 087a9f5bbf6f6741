import type { INodeParameters } from 'n8n-workflow';
import { chargeFromItem, charges, toldOf, useHotel } from '../support/hotel';

const hotel = useHotel();

const sameFields = { ...chargeFromItem, preventDuplicates: 'sameFields' };

const matching = (words: RegExp) => expect.stringMatching(words) as string;
const onBill = matching(/^The service item was created and may be on the bill, but the list/);
const held = matching(/^The service item was not created again: it was created and may be on/);
const notSent = matching(/^Nothing was sent, as the list does not show/);

// What else a list can lack is a case of the unit tests.
it.each<[string, INodeParameters, string]>([
	['create', sameFields, 'alreadyExisted'],
	['create', { ...chargeFromItem, preventDuplicates: 'reference' }, 'alreadyExisted'],
	['upsert', chargeFromItem, 'unchanged'],
	['sync', chargeFromItem, 'unchanged'],
])('%s %j makes no charge again until the list shows it', async (operation, parameters, found) => {
	const { dialect } = hotel.service;
	dialect.listLagMs = Infinity;
	const onError = 'continueRegularOutput';
	const make = (count: number) =>
		toldOf(hotel.run(operation, parameters, { items: charges(count), onError }));

	expect(await make(3)).toEqual([onBill, notSent, notSent]);
	expect(await make(1)).toEqual([held]);
	expect(hotel.ids()).toEqual(['si-1']);

	// Now it lags behind, and is waited for.
	dialect.listLagMs = 1000;
	expect(await make(3)).toEqual([found, 'created', 'created']);
	expect([hotel.ids().length, hotel.count('DELETE')]).toEqual([3, 0]);
});

it('no third one goes out on an account, whatever else of the credential an expression gives', async () => {
	hotel.service.dialect.listLagMs = Infinity;
	const requestHeaders = '={{ JSON.stringify({ "x-row": $json.reservationId }) }}';
	hotel.credential.edit({ customApiFormat: true, requestHeaders });
	const onError = 'continueRegularOutput';
	await hotel.run('create', sameFields, { items: charges(4, 4), onError });

	expect(hotel.ids()).toHaveLength(2);
});
