import type { INodeParameters } from 'n8n-workflow';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorBody } from '../service/dialect';
import type { FaultKind } from '../service/faults';
import { CHARGE, listOf, useFreshService } from './support/freshService';
import { since } from './support/n8nVersion';
import { runAsTool } from './support/runAsTool';
import { byId } from './support/serviceItemNode';
import type { ShownError } from './support/workflowRun';
import { panelOf } from './support/workflowRun';

const fresh = useFreshService();

/** What the service says whenever it is told to fail. */
const WORDS = 'The service is unavailable';

const serviceId = byId('si-1');
const PARAMETERS: Record<string, INodeParameters> = {
	create: CHARGE,
	delete: { serviceId },
	get: { serviceId },
	getAll: { reservationId: 'R-1' },
	update: { serviceId, updateFields: { amount: 30 } },
};
const OPERATIONS = Object.keys(PARAMETERS);

/** Runs one operation without retries and returns what n8n shows. */
async function failureOf(
	operation: string,
	options: INodeParameters = {},
	credential = fresh.credential,
): Promise<ShownError> {
	const parameters = { ...PARAMETERS[operation], options: { maxRetries: 0, ...options } };
	const run = await fresh.run(operation, parameters, { credential });
	if (run.error === undefined) throw new Error(`It succeeded: ${JSON.stringify(run.json())}`);
	return run.error;
}

let guests = 0;

/** The same with an account of its own, as an account that was refused has to wait before it asks again. */
async function failureOfAnother(operation: string): Promise<ShownError> {
	return await failureOf(operation, {}, fresh.addAccount(`hotel-${++guests}`));
}

/** From now on every request about service items goes wrong; logins do not. */
function breakWith(kind: FaultKind, details: { status?: number; location?: string } = {}) {
	fresh.service.faults.add({ kind, path: /^\/services/, times: 1000, ...details });
}

beforeEach(async () => {
	fresh.seed('si-1');
	await fresh.run('get', { serviceId });
	fresh.service.log.clear();
});

describe('the status of an answer', () => {
	it.each([
		[400, 'create', /did not accept the values/, /Check the fields/, /Custom API Format/],
		[400, 'update', /did not accept the values/, /Check the fields/, /Custom API Format/],
		[400, 'getAll', /did not accept/, /'Reservation ID'/, /Custom API Format/],
		[401, 'get', /refused the access token even after a new login/, /scope/, /new API key/],
		[403, 'get', /API key's scope does not include this operation/, /new API key/i, /new API key/],
		[404, 'get', /Service item 'si-1' was not found/, /'Service Item'/, /Get Many/],
		[404, 'update', /Service item 'si-1' was not found/, /'Service Item'/, /Get Many/],
		[404, 'delete', /Service item 'si-1' was not found/, /'Service Item'/, /deleted/],
		[404, 'getAll', /does not know this reservation or address/, /'Base URL'/, /address/],
		[404, 'create', /does not know this reservation or address/, /'Reservation ID'/, /address/],
		[409, 'update', /'si-1' was not updated.*conflicts/, /Read the service item again/, /changed/],
		[409, 'create', /was not created.*conflicts/, /Look at the reservation/, /Prevent Duplicates/],
		[422, 'create', /did not accept the values/, /Check the fields/, /Custom API Format/],
		[429, 'get', /too many requests/, /fewer requests at a time/, /'Requests per Second'/],
		[500, 'get', /'si-1' could not be read.*status 500/, /Try again later/, /Nothing was changed/],
		[
			502,
			'getAll',
			/service items could not be read.*502/,
			/Try again later/,
			/Nothing was changed/,
		],
		[503, 'update', /may or may not have been updated.*503/, /Try again later/, /safe to run/],
		[504, 'delete', /may or may not have been deleted.*504/, /Try again later/, /safe to run/],
		[408, 'get', /could not be read.*408/, /Try again later/, /Nothing was changed/],
		[
			500,
			'create',
			/may or may not have been created on reservation 'R-1'.*500/,
			/Look at/,
			/twice/,
		],
		[
			503,
			'create',
			/may or may not have been created on reservation 'R-1'.*503/,
			/Look at/,
			/twice/,
		],
		[
			408,
			'create',
			/may or may not have been created on reservation 'R-1'.*408/,
			/Look at/,
			/twice/,
		],
	])('%d to %s', async (status, operation, what, advice, next) => {
		breakWith('errorBefore', { status });
		const error = await failureOf(operation);

		expect(error.message).toMatch(what);
		expect(error.description).toMatch(advice);
		expect(error.message).toContain(WORDS);
		expect(error.description).toMatch(next);
		expect(error.httpCode).toBe(String(status));
		expect(error.name).toBe('NodeApiError');
		expect(error.context).toEqual({ itemIndex: 0 });
	});
});

describe('what the service says', () => {
	const shapes: ErrorBody[] = ['message', 'error.message', 'errors', 'problem', 'text'];

	it.each(shapes)('is in the message when it says so as "%s"', async (errorBody) => {
		fresh.service.dialect.errorBody = errorBody;
		fresh.service.dialect.requiredFields = ['accountCode'];
		expect((await failureOf('create')).message).toContain('accountCode is required');

		for (const status of [401, 403, 404, 409, 422, 429, 500, 503]) {
			fresh.service.faults.clear();
			breakWith('errorBefore', { status });
			for (const operation of OPERATIONS) {
				expect((await failureOfAnother(operation)).message).toContain(WORDS);
			}
		}
	});

	it.each<ErrorBody>(['html', 'empty'])(
		'is never markup, and the status where it is "%s"',
		async (errorBody) => {
			fresh.service.dialect.errorBody = errorBody;
			for (const status of [400, 401, 403, 404, 409, 422, 429, 500, 503]) {
				fresh.service.faults.clear();
				breakWith('errorBefore', { status });
				for (const operation of OPERATIONS) {
					const { message, description, httpCode } = await failureOfAnother(operation);
					expect(`${message} ${description}`).not.toMatch(/[<>]|DOCTYPE|undefined|null/);
					expect(httpCode).toBe(String(status));
				}
			}
		},
	);

	it('is repeated without key and token', async () => {
		const { apiKey, accessToken } = fresh.saved;
		for (const secret of [apiKey, accessToken]) {
			Object.assign(fresh.service.dialect, {
				requiredFields: ['accountCode'],
				accountCodeField: secret,
			});

			expect((await failureOf('create')).message).toContain('*** is required');
		}
	});
});

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
				['update', /'si-1' may or may not have been updated/],
				['delete', /'si-1' may or may not have been deleted/],
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

describe('a 200 that says success: false, as POST /token may', () => {
	it.each(OPERATIONS)('to %s is a refusal, in its own words', async (operation) => {
		const refusing = createServer((request, response) => {
			request.resume();
			const isLogin = request.url === '/token';
			const body = isLogin ? { success: true, token: 'x' } : { success: false, message: WORDS };
			response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
			response.end(JSON.stringify(body));
		});
		await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
		try {
			const { port } = refusing.address() as AddressInfo;
			fresh.credential.edit({ baseUrl: `http://127.0.0.1:${port}` });

			expect((await failureOf(operation)).message).toContain(WORDS);
		} finally {
			refusing.close();
		}
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

describe('the item that failed', () => {
	const items = [{ id: 'si-1' }, { id: 'lost-1' }, { id: 'lost-2' }];
	const readEach = { serviceId: byId('={{ $json.id }}') };

	it('is named when there are several', async () => {
		const { error } = await fresh.run('get', readEach, { items });

		expect(error?.message).toMatch(/'lost-1'.* \[item 1\]$/);
		expect(error?.context).toEqual({ itemIndex: 1 });
	});

	it('is the first by position, not by time', async () => {
		fresh.service.faults.add({ kind: 'delay', path: /lost-1/, delayMs: 150 });
		const { error } = await fresh.run('get', readEach, { items });

		expect(error?.message).toContain("'lost-1'");
		expect(error?.context).toEqual({ itemIndex: 1 });
	});

	it('is not named when it is the only one', async () => {
		const { error } = await fresh.run('get', { serviceId: byId('lost') });

		expect(error?.message).toContain("'lost'");
		expect(error?.message).not.toContain('[item');
	});
});

// Before n8n 2.3 an agent runs a tool in a way of its own.
since('2.3').it('an AI agent reads what to do in the message', async () => {
	const reader = fresh.addAccount('reader', ['services:read']);
	const asTool = async (operation: string, parameters: INodeParameters) =>
		(await runAsTool('serviceItem', { operation, ...parameters }, {}, { credential: reader }))
			.answer;

	expect(await asTool('create', CHARGE)).toMatch(/new API key with the needed scope/);
	expect(await asTool('get', { serviceId: byId('lost') })).toMatch(
		/'lost' was not found.*'Service Item'/,
	);
	expect(await asTool('create', { ...CHARGE, amount: '12,50' })).toMatch(/'Amount'.*12,50/);
});

it('nothing n8n keeps of a hundred failures holds a key or token', async () => {
	fresh.service.faults.random({ seed: 7, rate: 1, kinds: ['errorBefore', 'resetBefore', 'html'] });
	const run = await fresh.run(
		'get',
		{ serviceId, options: { maxRetries: 0 } },
		{ items: listOf(100, (n) => ({ n })), onError: 'continueErrorOutput' },
	);

	expect(run.output(1)).toHaveLength(100);
	fresh.expectNoSecrets(run.stored);
});
