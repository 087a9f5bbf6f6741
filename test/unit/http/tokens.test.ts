import type { TokenNeed } from '../../../nodes/shared/http/tokens';
import { Tokens } from '../../../nodes/shared/http/tokens';

/** An older token may have ended. */
const OLD_MS = 10_001;
const ENDPOINT = 'POST /services';

let tokens: Tokens;
let issued: number;
/** What n8n has stored now. */
let stored: string;
let looks: number;
let isRefused: (token: string) => boolean;

/** A token endpoint that counts: the tokens are T1, T2, … */
const exchange = async (): Promise<string> => await Promise.resolve(`T${++issued}`);
const readStored = async (): Promise<string> => {
	looks++;
	if (stored === 'gone') throw new Error('The database is gone');
	return await Promise.resolve(stored);
};

async function renew(by: TokenNeed['by'], ...refused: string[]): Promise<string> {
	return (await tokens.renew({ by, triedTokens: new Set(refused) }, exchange)) as string;
}

/** Sends a request, however long that takes. @returns the tokens it was sent with */
async function send(given: string, endpoint = ENDPOINT): Promise<string[]> {
	const sent: string[] = [];
	const trySend = async (): Promise<void> => {
		const triedTokens = new Set<string>();
		let isTokenAgain: boolean;
		do {
			const token = tokens.next(given, triedTokens) || (await renew('ourNode', ...triedTokens));
			sent.push(token);
			if (!isRefused(token)) return;
			isTokenAgain = triedTokens.has(token);
			triedTokens.add(token);
		} while (await tokens.mayTryAgain({ endpoint, triedTokens, isTokenAgain }, readStored));
	};
	const done = trySend();
	void done.catch(() => undefined);
	await jest.runAllTimersAsync();
	await done;
	return sent;
}

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
	tokens = new Tokens();
	issued = 0;
	stored = '';
	looks = 0;
	isRefused = () => false;
});

afterEach(() => {
	jest.useRealTimers();
});

describe('the token to send', () => {
	it('is the stored one, also when another process has fetched it', async () => {
		await renew('ourNode');
		expect(await send('other')).toEqual(['other']);
	});

	it('is the newest one when the stored one was replaced, or there is none', async () => {
		isRefused = (token) => token === 'T0';
		expect(await send('T0')).toEqual(['T0', 'T1']);
		expect(await send('T0')).toEqual(['T1']);
		expect(await send('')).toEqual(['T1']);
	});

	it('stays good when the service hands out the same one again', async () => {
		const again = () => Promise.resolve('T0');
		await tokens.renew({ by: 'ourNode', triedTokens: new Set(['T0']) }, again);
		expect(await send('T0')).toEqual(['T0']);
	});
});

describe('after a 401', () => {
	beforeEach(() => {
		isRefused = (token) => token === 'T0';
	});

	it('a look that cannot be taken is told, and the next one looks again', async () => {
		stored = 'gone';
		await expect(send('T0')).rejects.toThrow('The database is gone');
		stored = '';
		expect(await send('T0')).toEqual(['T0', 'T1']);
	});

	it('requests at the same time share the login, and the look before it', async () => {
		await renew('ourNode');
		jest.advanceTimersByTime(OLD_MS);
		isRefused = (token) => token === 'T1';
		const sent = await Promise.all([1, 2, 3].map(async () => await send('')));
		expect(sent).toEqual(Array(3).fill(['T1', 'T2']));
		expect([issued, looks]).toEqual([2, 1]);
	});

	it('a new token ends the rest that the one before it began', async () => {
		await renew('ourNode');
		isRefused = () => true;
		expect(await send('')).toEqual(['T1']);
		expect(await renew('testButton', 'T1')).toBe('T2');
		jest.advanceTimersByTime(OLD_MS);
		isRefused = (token) => token === 'T2';
		expect(await send('')).toEqual(['T2', 'T3']);
	});

	it('means that the token has ended, however young, where the endpoint has taken one: the key has the scope', async () => {
		await send('');
		tokens.permit(ENDPOINT);
		isRefused = (token) => token === 'T1';
		expect(await send('')).toEqual(['T1', 'T2']);
	});

	it('at an endpoint without the scope holds up no other that has taken a token', async () => {
		await send('');
		tokens.permit(ENDPOINT);
		isRefused = () => true;
		expect(await send('', 'DELETE /services/{serviceId}')).toEqual(['T1']);
		isRefused = (token) => token === 'T1';
		expect(await send('')).toEqual(['T1', 'T2']);
	});

	it('is the answer in the end where an endpoint that has taken one takes none any more', async () => {
		await send('');
		tokens.permit(ENDPOINT);
		isRefused = () => true;
		expect(await send('')).toEqual(['T1', 'T2', 'T3', 'T4']);
		expect(await send('')).toEqual(['T4']);
		jest.advanceTimersByTime(31_000);
		expect(await send('')).toEqual(['T4', 'T5']);
	});

	it('with the token of the login that it has led to it is the answer', async () => {
		isRefused = () => true;
		expect(await send('T0')).toEqual(['T0', 'T1']);
	});

	it('with a token that another process has fetched it costs a login, as nobody knows its age', async () => {
		stored = 'other';
		expect(await send('T0')).toEqual(['T0', 'other']);
		isRefused = (token) => token !== 'T1';
		expect(await send('')).toEqual(['other', 'T1']);
	});

	it('is the answer for half a minute then, whatever is asked for, and after that one login serves again', async () => {
		await send('');
		isRefused = () => true;
		await send('');
		jest.advanceTimersByTime(OLD_MS);
		expect(await send('')).toEqual(['T1']);
		jest.advanceTimersByTime(31_000);
		expect(await send('')).toEqual(['T1', 'T2']);
		expect(issued).toBe(2);
	});

	it('is not the answer where another process has stored a token in that half minute', async () => {
		await send('');
		isRefused = (token) => token !== 'other';
		await send('');
		stored = 'other';
		expect(await send('')).toEqual(['T1', 'other']);
		expect(issued).toBe(1);
	});
});

it('the HTTP Request node, which asks for a new token after any failing status, gets one for all it sends in half a minute', async () => {
	let used = 'T0';
	const next = async () => await renew('httpRequestNode', used);
	for (let request = 0; request < 20; request++) used = await next();
	expect(issued).toBe(1);
	jest.advanceTimersByTime(31_000);
	expect(await next()).toBe('T2');
});

it('whoever needs a token in the instant in which an exchange ends gets the new one', async () => {
	const gained = [renew('ourNode', 'T0')];
	for (let turn = 0; turn < 8; turn++) {
		await Promise.resolve();
		gained.push(renew('ourNode', 'T0'));
	}
	expect(new Set(await Promise.all(gained))).toEqual(new Set(['T1']));
});
