import type { AxiosError, AxiosInstance } from 'axios';
import { connectAs } from './client';
import { startMiniatureService, type MiniatureService } from './miniatureService';

let service: MiniatureService;
let client: AxiosInstance;

beforeEach(async () => {
	service = await startMiniatureService();
	client = await connectAs(service);
});

afterEach(() => service.stop());

const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa' };
const create = (timeout = 0) =>
	client.post<unknown>('/services', { reservationId: 'r1', ...spa }, { timeout });
const stored = () => service.books.all('r1').length;

/** What the caller sees: a status, or why there was none. */
async function outcomeOf(
	request: Promise<{ status: number }>,
): Promise<number | string | undefined> {
	return request.then(
		({ status }) => status,
		(error: AxiosError) => error.code,
	);
}

it.each([
	['tooManyRequests', 429, 0],
	['errorBefore', 503, 0],
	['errorAfter', 500, 1],
	['resetBefore', 'ECONNRESET', 0],
	['resetAfter', 'ECONNRESET', 1],
	['hangBefore', 'ECONNABORTED', 0],
	['hangAfter', 'ECONNABORTED', 1],
	['truncatedJson', 201, 1],
	['html', 200, 0],
	['htmlError', 502, 0],
	['emptyBody', 200, 1],
	['notJson', 200, 1],
	['redirect', 307, 0],
	['tokenRevoked', 401, 0],
] as const)('%s is seen as %s, and %d charges are made', async (kind, outcome, made) => {
	service.faults.add({ kind });
	expect(await outcomeOf(create(kind.startsWith('hang') ? 200 : 0))).toBe(outcome);
	expect(stored()).toBe(made);
	expect(service.log.entries.at(-1)?.fault).toBe(kind);
});

it.each(['cutBody', 'delay'] as const)('%s carries out, and no answer is read', async (kind) => {
	service.faults.add({ kind, delayMs: 60_000 });
	expect(await outcomeOf(create(200))).toMatch(/^(ERR_BAD_RESPONSE|ECONNRESET|ECONNABORTED)$/);
	expect(stored()).toBe(1);
});
