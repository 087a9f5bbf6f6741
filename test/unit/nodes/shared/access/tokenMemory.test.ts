import { AccessTokens } from '../../../../../nodes/shared/access/accessTokens';
import { accessWith, TokenDesk } from '../../../support/access';

const desk = new TokenDesk();

it.each<[string, (tokens: AccessTokens, n: number) => Promise<unknown>]>([
	[
		'accounts',
		async (tokens, n) => await tokens.renew(accessWith({ accountId: `${n}` }), {}, desk.exchange),
	],
	[
		'tokens',
		async (tokens, n) =>
			await tokens.renew(accessWith({ accessToken: `old-${n}` }), {}, desk.exchange),
	],
	[
		'addresses called from the HTTP Request node',
		async (tokens, n) =>
			await tokens.renew(
				accessWith({ accessToken: `old-${n}` }),
				{ endpoint: `other GET https://api.example.com/v1/services/${n}` },
				desk.exchange,
			),
	],
])('a process that runs for months does not keep all %s it has seen', async (_what, use) => {
	const tokens = new AccessTokens();
	for (let n = 0; n < 500; n++) await use(tokens, n);
	const kept = entriesIn(tokens);
	for (let n = 500; n < 1000; n++) await use(tokens, n);

	expect(kept).toBeGreaterThan(0);
	expect(entriesIn(tokens)).toBeLessThanOrEqual(kept);
});

it('a forgotten account logs in again', async () => {
	const tokens = new AccessTokens();
	const ask = async (accountId: string) =>
		(await tokens.renew(accessWith({ accountId }), {}, desk.exchange)).token;
	const first = await ask('first');
	for (let n = 0; n < 1000; n++) await ask(`other-${n}`);

	expect(tokens.current(accessWith({ accountId: 'first' }))).toBe('');
	expect(await ask('first')).not.toBe(first);
});

/** How many entries all maps and sets below `value` hold. */
function entriesIn(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	const isKeeper = value instanceof Map || value instanceof Set;
	const inner: unknown[] = isKeeper ? [...value.values()] : Object.values(value);
	return inner.reduce<number>((sum, each) => sum + entriesIn(each), isKeeper ? value.size : 0);
}
