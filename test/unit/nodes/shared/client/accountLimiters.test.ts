import { AccountLimiters } from '../../../../../nodes/shared/client/accountLimiters';

it('gives an account always the same limiter, and every account its own', () => {
	const limiters = new AccountLimiters();
	const first = limiters.of('a');
	expect(limiters.of('b')).not.toBe(first);
	expect(limiters.of('a')).toBe(first);
});

it('forgets accounts that nobody uses, however many there are', () => {
	const limiters = new AccountLimiters();
	for (let account = 0; account < 10_000; account++) limiters.of(`account ${account}`);
	expect(limiters.size).toBe(100);
});

it('remembers an account that comes while all others are in use', async () => {
	const limiters = new AccountLimiters();
	for (let account = 0; account < 100; account++) {
		await limiters.of(`account ${account}`).enter({ owner: {} });
	}
	const late = limiters.of('late');
	expect(limiters.of('late')).toBe(late);
});

it('keeps accounts that have a request under way', async () => {
	const limiters = new AccountLimiters();
	const busy = limiters.of('busy');
	await busy.enter({ owner: {} });
	for (let account = 0; account < 1_000; account++) limiters.of(`account ${account}`);
	expect(limiters.of('busy')).toBe(busy);

	busy.leave();
	for (let account = 0; account < 1_000; account++) limiters.of(`account ${account}`);
	expect(limiters.of('busy')).not.toBe(busy);
});
