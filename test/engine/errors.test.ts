import type { INodeParameters } from 'n8n-workflow';
import type { ErrorBody } from '../service/dialect';
import { CHARGE, listOf } from './support/freshService';
import { since } from './support/n8nVersion';
import { runAsTool } from './support/runAsTool';
import { byId } from './support/serviceItemNode';
import { OPERATIONS, serviceId, useFailures, WORDS } from './support/failures';

const { fresh, failureOf, failureOfAnother, breakWith } = useFailures();

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
		[409, 'update', /'si-1' was not updated.*conflicts/, /Look at the reservation/, /closed/],
		[409, 'create', /was not created.*conflicts/, /Look at the reservation/, /Prevent Duplicates/],
		[422, 'create', /did not accept the values/, /Check the fields/, /Custom API Format/],
		[429, 'get', /too many requests/, /Try again later/, /'Requests per Second'/],
		[500, 'get', /'si-1' could not be read.*status 500/, /Try again later/, /Nothing was changed/],
		[
			502,
			'getAll',
			/service items could not be read.*502/,
			/Try again later/,
			/Nothing was changed/,
		],
		[
			503,
			'update',
			/update of.*may or may not have been carried out.*503/,
			/Try again later/,
			/safe to run/,
		],
		[
			504,
			'delete',
			/deletion of.*may or may not have been carried out.*504/,
			/Try again later/,
			/safe to run/,
		],
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
	const shapes: ErrorBody[] = ['message', 'problem'];

	it.each(shapes)('is in the message when it says so as "%s"', async (errorBody) => {
		fresh.service.dialect.errorBody = errorBody;
		fresh.service.dialect.requiredFields = ['accountCode'];
		expect((await failureOf('create')).message).toContain('accountCode is required');

		for (const status of [401, 404, 500]) {
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
			for (const status of [401, 404, 500]) {
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
