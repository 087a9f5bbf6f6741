import { panelOf } from './support/workflowRun';
import { OPERATIONS, useFailures } from './support/failures';

const { fresh, failureOf, breakWith } = useFailures();

describe('an answer that cannot be used', () => {
	it.each([
		['truncatedJson', /not complete JSON/, /Nothing was changed/],
		['html', /web page came in place.*'Base URL'/, /Nothing was changed/],
		['notJson', /not complete JSON.*'Base URL'/, /Nothing was changed/],
		['cutBody', /could not be read/, /Nothing was changed/],
		['emptyBody', /si-1|service items/, /\w/],
		['htmlError', /status 502/, /Nothing was changed/],
		['redirect', /redirect.*'Base URL'/, /not followed/],
	] as const)('%s to a read', async (kind, what, next) => {
		breakWith(kind);
		for (const operation of ['get', 'getAll']) {
			const error = await failureOf(operation);

			expect(panelOf(error)).toMatch(what);
			expect(error.description).toMatch(next);
			expect(`${error.message} ${error.description}`).not.toMatch(/[<>]/);
		}
	});

	it.each(['truncatedJson', 'html', 'notJson', 'cutBody', 'htmlError'] as const)(
		'%s to a change leaves open whether it was made',
		async (kind) => {
			breakWith(kind);
			for (const [operation, what] of [
				[
					'create',
					/may or may not have been created on reservation 'R-1'.*Look at the reservation/,
				],
				['update', /update of service item 'si-1' may or may not have been carried out/],
				['delete', /deletion of service item 'si-1' may or may not have been carried out/],
			] as const) {
				const error = await failureOf(operation);

				expect(panelOf(error)).toMatch(what);
				expect(`${error.message} ${error.description}`).not.toMatch(/[<>]|Guest|guest network/);
			}
			expect(fresh.service.log.count('POST', /services/)).toBe(1);
		},
	);

	it('redirect to a change is none, and goes nowhere else', async () => {
		const location = `${fresh.service.url}/elsewhere`;
		for (const status of [301, 302, 303, 307, 308]) {
			fresh.service.faults.clear();
			breakWith('redirect', { status, location });
			for (const operation of OPERATIONS) {
				const error = await failureOf(operation);
				// 302 and 303 may also mean that it was done.
				const isOpen = operation !== 'get' && operation !== 'getAll' && [302, 303].includes(status);
				expect(error.message).toMatch(
					isOpen
						? /may or may not have been/
						: /could not be read|was not (created|updated|deleted)/,
				);
				expect(error.message).toContain(`status ${status}`);
			}
		}

		expect(fresh.service.log.count(undefined, /elsewhere/)).toBe(0);
	});
});

describe('a connection that fails', () => {
	it.each([
		['hangBefore', 100, /did not answer in time.*'Timeout'/],
		['hangAfter', 100, /did not answer in time.*'Timeout'/],
		['resetBefore', 20_000, /connection broke off.*network/],
		['resetAfter', 20_000, /connection broke off.*network/],
	] as const)('with %s', async (kind, timeout, what) => {
		breakWith(kind);
		for (const operation of ['get', 'getAll', 'update', 'delete']) {
			const error = await failureOf(operation, { timeout });
			expect(panelOf(error)).toMatch(what);
			expect(error.message).not.toMatch(/ECONN|aborted|socket/);
			expect(error.description).toMatch(/Nothing was changed|safe to run this again/);
		}
		const { message, description } = await failureOf('create', { timeout });

		expect(message).toMatch(
			/^The service item may or may not have been created on reservation 'R-1'/,
		);
		expect(description).toMatch(/not sent again.*not charged twice.*Get Many/);
	});

	it('because the service is down sends nothing and says so', async () => {
		await fresh.service.stop();
		for (const operation of OPERATIONS) {
			const error = await failureOf(operation);
			expect(error.message).toMatch(/could not be read|was not (created|updated|deleted)/);
			expect(panelOf(error)).toMatch(/refused the connection.*address and port/);
			expect(error.description).toMatch(/Nothing was sent/);
		}
	});

	it.each([
		['the host name is unknown', 'https://reservations..example.com', /host name.*was not found/],
		['nothing listens there', 'http://127.0.0.1:1', /refused the connection/],
	])('because %s', async (_, baseUrl, what) => {
		fresh.credential.edit({ baseUrl });
		const { message, description } = await failureOf('create');

		expect(message).toMatch(what);
		expect(description).toMatch(/credential.*nothing was sent/i);
	});

	it('because the service speaks no TLS', async () => {
		fresh.credential.edit({ baseUrl: fresh.service.url.replace('http:', 'https:') });
		const error = await failureOf('create', { maxRetries: 3 });

		expect(panelOf(error)).toMatch(/no secure connection.*address in the credential/);
	});
});
