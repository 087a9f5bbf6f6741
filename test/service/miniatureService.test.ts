import type { Spelling } from './dialect';
import { DEFAULT_ACCOUNT, startMiniatureService, type MiniatureService } from './miniatureService';
import { SAMPLE } from './slots';
import { dialectOf, fillPattern, type Pattern } from './spelling';
import { SPELLINGS } from './spellings';

// The judge of all other tests keeps to the service's documentation, to the letter. Its faults are seen where they are used.
let service: MiniatureService;
let token: string | undefined;

interface Told {
	status: number;
	data: unknown;
}

/** An independent client: every status is an answer. */
async function send(request: string, body?: unknown, headers = {}): Promise<Told> {
	const [method, path] = request.split(' ');
	const type = { 'content-type': 'application/json', ...(token && { authorization: token }) };
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const sent = { method, body: text, headers: { ...type, ...headers } };
	const answer = await fetch(service.url + path, sent);
	const told = await answer.text();
	return { status: answer.status, data: told === '' ? '' : JSON.parse(told) };
}

beforeEach(async () => {
	service = await startMiniatureService();
	token = undefined;
	const { data } = await send('POST /token', DEFAULT_ACCOUNT);
	token = `Bearer ${(data as { token: string }).token}`;
});

afterEach(() => service.stop());

const late = { amount: 35, date: '2026-11-21', description: 'Late checkout' };
const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa', accountCode: '4200' };

it.each<[string, unknown, object]>([
	['an Authorization header', DEFAULT_ACCOUNT, { authorization: 'Bearer x' }],
	['another content type', DEFAULT_ACCOUNT, { 'content-type': 'text/plain' }],
	['malformed JSON', '{"accountId":', {}],
	['no key', { accountId: 'hotel-1' }, {}],
	['a number as account', { accountId: 1, key: 'key-1' }, {}],
])('POST /token refuses %s with 400', async (_, body, headers) => {
	token = undefined;
	expect((await send('POST /token', body, headers)).status).toBe(400);
	expect(service.tokens.issued).toBe(1);
});

it('lists the items of one reservation in the order of their creation', async () => {
	service.books.add('r1', late);
	service.books.add('r2', spa);
	service.books.add('r1', spa);
	const items = [
		{ id: 'si-1', reservationId: 'r1', ...late },
		{ id: 'si-3', reservationId: 'r1', ...spa },
	];
	expect(await send('GET /services?reservationId=r1')).toEqual({ status: 200, data: { items } });
	expect((await send('GET /services?reservationId=r9')).data).toEqual({ items: [] });
	expect((await send('GET /services')).status).toBe(400);
});

it('stores what is created, with what it does not know, under an ID of its own', async () => {
	const body = { reservationId: 'r1', ...spa, tags: ['vip'] };
	const data = { ...body, id: 'si-1' };
	expect(await send('POST /services', { ...body, id: 'mine' })).toEqual({ status: 201, data });
	expect(service.books.all('r1')).toMatchObject([{ id: 'si-1', ...spa }]);
});

it.each([
	['reservationId', '', 'reservationId is required'],
	['amount', '35', 'amount must be like 12.5'],
	['date', undefined, 'date is required'],
	['date', '2026-02-30', 'date must be like "2026-11-21"'],
	['accountCode', 4200, 'accountCode must be like "4400"'],
])('refuses to create with %s = %j', async (field, value, message) => {
	const body = { reservationId: 'r1', ...spa, [field]: value };
	expect(await send('POST /services', body)).toEqual({ status: 400, data: { message } });
	expect(service.books.all()).toEqual([]);
});

it('changes what is sent and nothing else, objects deeply', async () => {
	service.books.add('r1', { ...spa, raw: { meta: { a: 1, b: { c: [1, 2] } } } });
	const change = { amount: 99, accountCode: null, meta: { b: { c: [3] } } };
	const data = { ...spa, ...change, meta: { a: 1, b: { c: [3] } } };
	expect(await send('PATCH /services/si-1', change)).toMatchObject({ status: 200, data });
	expect(service.books.changes).toEqual({ created: 0, updated: 1, deleted: 0 });
});

it.each([
	[{}, 'The body holds no change'],
	[{ amount: null }, 'amount is required'],
	[{ id: 'si-2' }, 'id cannot be changed'],
	[{ reservationId: 'r2' }, 'reservationId cannot be changed'],
])('refuses the change %j', async (body, message) => {
	service.books.add('r1', spa);
	const refusal = { status: 400, data: { message } };
	expect(await send('PATCH /services/si-1', body)).toEqual(refusal);
	expect(service.books.all()).toMatchObject([spa]);
});

it('removes an item, once', async () => {
	service.books.add('r1', spa);
	expect((await send('DELETE /services/si-1')).status).toBe(204);
	const refusal = { status: 404, data: { message: 'Service item si-1 was not found' } };
	for (const method of ['GET', 'DELETE'])
		expect(await send(`${method} /services/si-1`)).toEqual(refusal);
});

it.each<[string, Spelling]>(Object.entries(SPELLINGS))(
	'takes and shows charges as %s',
	async (_, spelling) => {
		service.dialect = dialectOf(spelling);
		const { headers, created, changed, listed, shown, list = (items) => items } = spelling;
		const change = { ...SAMPLE, description: 'Spa' };
		const written = (pattern: Pattern, values: Partial<typeof SAMPLE>) =>
			fillPattern(pattern, ({ property, write }) => {
				const value = values[property];
				return value === undefined ? undefined : write(value);
			}) ?? null;
		expect((await send('POST /services', {}, headers)).status).toBe(400);
		expect((await send('POST /services', written(created, SAMPLE), headers)).status).toBe(201);
		const [{ id } = {}] = service.books.all('7731');
		const patch = await send(`PATCH /services/${id}`, written(changed, change), headers);
		expect(patch.status).toBeLessThan(300);
		const asked = new URLSearchParams(written(listed, SAMPLE) as Record<string, string>);
		const data = list([written(shown, { ...change, id })]);
		const answer = await send(`GET /services?${asked.toString()}`, undefined, headers);
		expect(answer).toMatchObject({ status: 200, data });
	},
);
