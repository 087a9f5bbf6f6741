import { spa, usePicker } from './support/picker';
import { type ListSearch } from './support/listSearch';
import { useCannedService } from './support/cannedService';

const { hotel, search, names } = usePicker();
const canned = useCannedService();

/** What the user reads in place of a list. */
async function trouble(how: ListSearch = {}): Promise<string> {
	return await search(how).then(
		() => 'none',
		(error: Error) => error.message,
	);
}

describe('when there is no list to show', () => {
	it.each([
		['missing', {}],
		['empty', { reservationId: '' }],
		['blank', { reservationId: '  ' }],
	])('a reservation ID that is %s is asked for', async (_, parameters) => {
		expect(await trouble({ parameters: { operation: 'get', ...parameters } })).toBe(
			"Fill in 'Reservation ID' first: the list shows the service items of that reservation",
		);
		expect(hotel.service.log.entries).toEqual([]);
	});

	it('a wrong key is told', async () => {
		hotel.credential.edit({ apiKey: 'key-2' });

		expect(await trouble()).toContain("Check 'Account ID' and 'API Key' in the credential");
		expect(hotel.service.log.tokenExchanges()).toBe(1);
	});

	it('what the service says is told', async () => {
		hotel.service.faults.add({ kind: 'errorBefore', status: 500, path: /^\/services$/ });

		expect(await trouble()).toContain('The service is unavailable');
	});

	it('an answer without a list is told', async () => {
		canned.answer = { body: { charges: [], taxes: [] } };

		expect(await trouble({ credential: canned.credential() })).toContain("Fill in 'List Response'");
	});

	it('a service that is busy for a moment is asked again', async () => {
		hotel.service.books.add('R-1', spa);
		hotel.service.faults.add({ kind: 'tooManyRequests', path: /^\/services$/, retryAfter: 0 });

		expect(await names()).toEqual(['Spa treatment · 2026-12-05 · 89.50']);
		expect(hotel.requests).toHaveLength(2);
	});
});
