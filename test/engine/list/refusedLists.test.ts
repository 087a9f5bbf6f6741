import type { INodeParameters } from 'n8n-workflow';
import type { Canned } from '../../service/answer';
import type { LoggedRequest } from '../../service/requestLog';
import { CHARGE, useHotel } from '../support/hotel';

const hotel = useHotel();

const reservationId = 'R-1';
const all = { reservationId, returnAll: true };
const spa = { id: 'si-7', amount: 80, date: '2026-11-21', description: 'Spa [ref:spa-1]' };
const tour = { ...spa, id: 'si-8', description: 'Tour [ref:spa-2]' };
const own = { ...spa, reservationId };

const serviceId = { __rl: true, mode: 'reference', value: 'spa-1' };
const deleting = { reference: 'spa-1', deleteMissing: true, referencePrefix: 'spa-' };

/** Everything that compares or changes what a reservation has. */
const changers: Array<[string, INodeParameters]> = [
	['create', { ...CHARGE, preventDuplicates: 'sameFields' }],
	['create', { ...CHARGE, preventDuplicates: 'reference', reference: 'new' }],
	['upsert', { ...CHARGE, reference: 'spa-1' }],
	['sync', { ...CHARGE, ...deleting }],
	['sync', { ...CHARGE, ...deleting, dryRun: true }],
	['update', { serviceId, reservationId, updateFields: { amount: 5 } }],
	['delete', { serviceId, reservationId }],
	['delete', { serviceId, reservationId, options: { ignoreMissing: true } }],
];
/** Everything that has to know the whole list. */
const readers: typeof changers = [...changers, ['getAll', all]];

const latin1 = { body: [{ ...own, description: 'Spätes' }], encoding: 'latin1' } as const;
const data = [spa, tour];
const busy = { code: 429, message: 'Busy' };
const goesOn = { success: true, data, count: 2, total: 45 };

const twice = [own, { ...own, amount: 1 }];
const others = [own, { ...tour, reservationId: 2 }];
const shows = /^The list of reservation 'R-1' shows a service item of '2', another guest's perhaps/;
const tokenEchoed = ({ headers }: LoggedRequest) => {
	return {
		body: { items: [], error: `bad token ${headers.authorization?.slice('Bearer '.length)}` },
	};
};
const withError = /could not be read: the service did not .*\(status 200\): bad token \*\*\*/;
const noOwnId = /'List Response'.* gives not every service item of 'R-1' an ID of its own.*{id}/;
const unread = /not found.*'List Response'.*Busy/;

it.each<[string, typeof readers, (request: LoggedRequest) => Canned, RegExp]>([
	[
		'that goes on',
		readers,
		() => ({ body: goesOn }),
		/not be whole: 'total'.*{ignored}.*Check API/,
	],
	['that is none', readers, () => ({ body: busy }), unread],
	['that came with an error', readers, tokenEchoed, withError],
	['that is no UTF-8', readers, () => latin1, /could not be read: the answer is not JSON/],
	["with another guest's item", readers, () => ({ body: others }), shows],
	['with two items of one ID', changers, () => ({ body: twice }), noOwnId],
	['with an item without ID', changers, () => ({ body: [{ ...own, id: null }] }), noOwnId],
])('a list %s is refused, and nothing is changed', async (_, operations, answer, words) => {
	hotel.answer(answer);
	for (const [operation, parameters] of operations) {
		const run = await hotel.run(operation, parameters);

		expect(`${run.error?.message}. ${run.error?.description}`).toMatch(words);
		expect(run.output()).toEqual([]);
	}
	expect(hotel.sent.filter((line) => line !== 'GET /services 200')).toEqual([]);
});

describe('404 for the list of a reservation that has no charges', () => {
	beforeEach(() => hotel.speak({ unknownReservation: 'refused' }, {}));

	it.each(changers.slice(0, 4))('is none for %s, in %j', async (operation, parameters) => {
		const { books } = hotel.service;
		hotel.meanwhile({ method: 'POST' }, () => void (books.knows = () => true));
		const run = await hotel.run(operation, parameters);

		expect(run.json()).toMatchObject([{ action: 'created' }]);
		expect(hotel.methods).toEqual(['GET', 'POST', 'GET']);
	});

	it.each(readers.slice(5))('is an error of %s, which says what it may mean', async (...row) => {
		const { error } = await hotel.run(...row);

		expect(error?.message).toMatch(/could not be read.*\(status 404\)/);
		expect(error?.description).toMatch(/It may mean that there are none: Create with/);
	});

	it('is an error behind a change', async () => {
		const body = { message: 'no such reservation' };
		hotel.answer(({ method }) => (method === 'POST' ? {} : { status: 404, body }));
		const { error } = await hotel.run('upsert', { ...CHARGE, reference: 'spa-1' });

		expect(error?.message).toMatch(/may or may not have been/);
		expect(hotel.count('POST')).toBe(1);
	});
});
