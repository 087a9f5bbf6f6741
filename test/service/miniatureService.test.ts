import { DEFAULT_ACCOUNT, startMiniatureService, type MiniatureService } from './miniatureService';

// The judge of all other tests keeps to the service's documentation, to the letter. Its faults are seen where they are used, its
// spellings in the engine tests.
let service: MiniatureService;
let token = '';

/** An independent client: every status is an answer. */
async function send(request: string, body?: unknown): Promise<[status: number, data: unknown]> {
	const [method, path] = request.split(' ');
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
	if (path === '/token') Reflect.deleteProperty(headers, 'authorization');
	const answer = await fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
	const told = await answer.text();
	return [answer.status, told && JSON.parse(told)];
}

const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa', accountCode: '4200' };
const charge = { reservationId: 'r1', ...spa };

beforeEach(async () => {
	service = await startMiniatureService();
	const [, data] = await send('POST /token', DEFAULT_ACCOUNT);
	({ token } = data as { token: string });
	service.books.add('r1', spa);
});

afterEach(() => service.stop());

it.each<[string, unknown, string]>([
	['POST /token', { accountId: 'hotel-1' }, 'key is required and must be a text'],
	['POST /token', { accountId: 1, key: 'key-1' }, 'accountId is required and must be a text'],
	['POST /token', [], 'The body must be a JSON object'],
	['GET /services', undefined, 'reservationId is required'],
	['POST /services', { ...charge, reservationId: '' }, 'reservationId is required'],
	['POST /services', { ...charge, amount: '35' }, 'amount must be {amount}'],
	['POST /services', { ...charge, date: undefined }, 'date is required'],
	['POST /services', { ...charge, date: '2026-02-30' }, 'date must be {date}'],
	['POST /services', { ...charge, accountCode: 4200 }, 'accountCode must be {accountCode}'],
	['PATCH /services/si-1', {}, 'The body holds no change'],
	['PATCH /services/si-1', { amount: null }, 'amount is required'],
	['PATCH /services/si-1', { id: 'si-2' }, 'id cannot be changed'],
	['PATCH /services/si-1', { reservationId: 'r2' }, 'reservationId cannot be changed'],
])('refuses %s with %j', async (request, body, message) => {
	expect(await send(request, body)).toEqual([400, { message }]);
	expect(service.books.all()).toMatchObject([charge]);
});

it.each<Record<string, string>>([
	{ authorization: 'Bearer x', 'content-type': 'application/json' },
	{},
])('refuses a login with the headers %j', async (headers) => {
	const body = JSON.stringify(DEFAULT_ACCOUNT);
	const login = await fetch(`${service.url}/token`, { method: 'POST', headers, body });
	expect(login.status).toBe(400);
});

it('keeps what it does not know, changes objects deeply, and gives each reservation its own', async () => {
	const own = { ...charge, id: 'si-2', meta: { a: 1, b: { c: [1, 2] } } };
	expect(await send('POST /services', { ...own, id: 'mine' })).toEqual([201, own]);
	const change = { amount: 99, accountCode: null, meta: { b: { c: [3] } } };
	const changed = { ...own, ...change, meta: { a: 1, b: { c: [3] } } };
	expect(await send('PATCH /services/si-2', change)).toEqual([200, changed]);
	expect(await send('GET /services?reservationId=r2')).toEqual([200, { items: [] }]);
});
