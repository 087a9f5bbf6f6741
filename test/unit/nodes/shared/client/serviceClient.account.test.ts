import { UserError } from 'n8n-workflow';

import { fingerprintOf } from '../../../../../nodes/shared/access/fingerprint';
import { CanceledError } from '../../../../../nodes/shared/client/requestFailure';
import { RateLimiter } from '../../../../../nodes/shared/client/rateLimiter';
import { ServiceClient } from '../../../../../nodes/shared/client/serviceClient';
import { clientOf, CREATE, created, outcomeOf, READ, reset } from '../../../support/scriptedClient';
import { useFakeClock } from '../../../support/fakeClock';

useFakeClock(Date.UTC(2026, 10, 21));

describe('what a client tells of its account', () => {
	it('is the same for the same account, whatever its key, and tells nothing of either', () => {
		const { client, access } = clientOf([created]);
		const other = clientOf([created]).client;

		expect(client.account).not.toBe(other.account);
		expect(client.fingerprint).not.toBe(other.fingerprint);
		expect(client.fingerprint).toBe(fingerprintOf(access));
		expect(client.environment).toBe('production');
		expect(`${client.account} ${client.fingerprint}`).not.toContain(access.apiKey);
		expect(`${client.account} ${client.fingerprint}`).not.toContain(access.accountId);
	});

	it('are the values that belong into no text: the key and every token', async () => {
		const { client, access } = clientOf([{ status: 422 }]);
		const failure = await outcomeOf(client, CREATE);

		expect(client.secrets()).toEqual(expect.arrayContaining([access.apiKey, 'T0']));
		expect(failure).toMatchObject({ secrets: client.secrets() });
	});

	it('is the address of a further page, which is never that of another service', () => {
		const { client } = clientOf([created]);
		const next = 'https://api.example.com/v1/services?page=2';
		expect(client.linkedAddress(next)).toBe(next);
		expect(() => client.linkedAddress('https://elsewhere.example/services')).toThrow(UserError);
	});
});

describe('an account that allows one request at a time', () => {
	it('lets the next one start when one is over, however it ended', async () => {
		const limits = { accountConcurrency: 1 };
		const { client } = clientOf([reset, 'endless', created], { maxRetries: 0, limits });
		const outcomes = [CREATE, CREATE, CREATE].map((request) => outcomeOf(client, request));

		expect(await Promise.all(outcomes)).toMatchObject([
			{ isUnclear: true },
			{ isUnclear: true },
			{ status: 201 },
		]);
	});

	it('has no more room because an execution was stopped', async () => {
		const limits = { accountConcurrency: 1 };
		const first = clientOf(['endless', created], { maxRetries: 0, limits });
		const stopped = new ServiceClient(first.context, first.credential, {
			...first.settings,
			rateLimiter: new RateLimiter(0, AbortSignal.abort()),
			signal: AbortSignal.abort(),
		});
		void first.client.send(READ).catch(() => undefined);
		await jest.advanceTimersByTimeAsync(0);
		for (let request = 0; request < 3; request++) {
			await expect(stopped.send(READ)).rejects.toThrow(CanceledError);
		}
		void first.client.send(READ).catch(() => undefined);
		await jest.advanceTimersByTimeAsync(10_000);

		expect(first.sent).toHaveLength(1);
	});
});
