import { CHARGE, fromItem, useHotel } from '../support/hotel';

const hotel = useHotel();

it('adds a charge to a reservation, as JSON and with the token', async () => {
	const accounts = { accountCode: '4400', destinationAccount: 'GUEST' };
	const more = { currency: 'EUR', json: { a: 1 }, tags: ['x'], guest: { name: null } };
	const additionalFields = { ...accounts, customFields: JSON.stringify(more) };
	const run = await hotel.run('create', { ...CHARGE, additionalFields });

	const body = { ...CHARGE, ...accounts, ...more };
	expect(hotel.requests).toEqual([{ method: 'POST', path: '/services', body }]);
	expect(run.output()).toEqual([{ json: { id: 'si-1', ...body }, pairedItem: { item: 0 } }]);
	expect(hotel.service.books.all()).toMatchObject([{ id: 'si-1', ...CHARGE }]);
	const { headers } = hotel.service.log.entries.find(({ path }) => path === '/services') ?? {};
	expect(headers).toMatchObject({
		'content-type': 'application/json',
		accept: 'application/json',
		authorization: expect.stringMatching(/^Bearer access-/) as string,
	});
});

it('sends nothing for no items', async () => {
	const run = await hotel.run('create', fromItem, { items: [] });

	expect([run.status, run.output(), hotel.traffic]).toEqual(['success', [], []]);
});
