import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { findOperation } from '../../../nodes/ServiceItem/operations/operations';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import type { Session } from '../../../nodes/shared/http/session';
import type * as run from '../../../nodes/shared/run/runInputs';
import type { Settings } from '../support/format';
import { answered } from '../support/http';
import { sessionWith } from '../support/session';

const openSessions = jest.fn<Promise<Session[]>, []>();
jest.doMock('../../../nodes/shared/http/session', () => ({ openSessions }));
const { runInputs } = jest.requireActual<typeof run>('../../../nodes/shared/run/runInputs');

type Item = IDataObject & { id: string };

/** A service with charges on R-1, and what it was sent. */
class Hotel {
	readonly changes: string[] = [];
	/** What it answers to a change, and with which status. */
	answer: unknown;
	status = 200;
	/** What n8n keeps with the execution. */
	private readonly kept: IDataObject = {};

	constructor(
		public items: Item[],
		private readonly settings?: Settings,
	) {}

	private take(request: ServiceRequest) {
		const { method, serviceId, body, query } = request;
		const item = this.items.find(({ id }) => id === serviceId);
		if (method === 'GET' && serviceId === undefined) {
			return answered(200, query?.reservationId === 'R-1' ? this.items : []);
		}
		if (method !== 'GET') this.changes.push([method, serviceId].filter(Boolean).join(' '));
		request.mayHaveArrived = this.status >= 500;
		if (this.status !== 200) return answered(this.status);
		if (method === 'POST') this.items.push({ id: `new-${this.items.length}`, ...body });
		else if (!item) return answered(404, { message: 'no such item' });
		if (method === 'PATCH') Object.assign(item as object, body);
		if (method === 'DELETE') this.items = this.items.filter((each) => each !== item);
		return answered(200, method === 'GET' ? item : this.answer);
	}

	/** What comes out of one execution, or of its next try, with Continue. */
	async run(operation: string, parameters: IDataObject, items: IDataObject[] = [{}]) {
		const session = sessionWith((request) => this.take(request), this.settings);
		const options = { maxRetries: 0, timeout: 1 };
		Object.assign(session.client, { options, pause: () => Promise.resolve() });
		Object.assign(session, { concurrency: 1, settings: {} });
		openSessions.mockResolvedValue(items.map(() => session));
		const values: IDataObject = { ...parameters, operation };
		const context = {
			getInputData: () => items.map((json) => ({ json })),
			getNodeParameter: (name: string, _: number, preset: unknown) => values[name] ?? preset,
			getNode: () => ({ name: 'Charge', type: 'serviceItem', onError: 'continueRegularOutput' }),
			getContext: () => this.kept,
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
			continueOnFail: () => true,
			logger: { warn: () => {} },
			addExecutionHints: () => {},
		} as unknown as IExecuteFunctions;
		const outputs = await runInputs(context, findOperation(operation));
		return outputs.map(({ json }) => json.error ?? json);
	}
}

const spa = { amount: 40, date: '2026-12-05', description: 'Spa' };
const listed = (id: string, more: IDataObject = {}): Item => ({ id, ...spa, ...more });
const raw = { simplify: false, reservationId: 'R-1' };
const wish = (reference: string, more: IDataObject = {}): IDataObject => {
	return { ...raw, reference, ...spa, chargeDescription: 'Spa', ...more };
};
const serviceId = { __rl: true, mode: 'id', value: 'a' };
const saying = (words: string) => expect.stringContaining(words) as unknown;

describe.each(['get', 'update', 'delete'])('%s', (operation) => {
	it.each<[string, string, string, IDataObject]>([
		['id', 'R-2', "'a' is not on reservation 'R-2'", { reservationId: 'R-1' }],
		['list', 'R-2', "'a' is not on reservation 'R-2'", { reservationId: 'R-1' }],
		['list', 'R-2', "'a' is not on reservation 'R-2'", {}],
	])('by %s touches nothing of another reservation: of %j, %s: %j', async (...row) => {
		const [mode, reservationId, words, shown] = row;
		const hotel = new Hotel([listed('a', shown)]);
		const more = { options: { ignoreMissing: true }, updateFields: { amount: 1 } };
		const named = { serviceId: { ...serviceId, mode }, reservationId };
		expect(await hotel.run(operation, { ...raw, ...named, ...more })).toEqual([saying(words)]);
		expect(hotel.changes).toEqual([]);
	});
});

describe('update', () => {
	const none = { reference: null, accountCode: null, destinationAccount: null };

	it.each<[string, unknown, IDataObject]>([
		['nothing', undefined, {}],
		['what changed', { id: 'a', amount: 7 }, {}],
		['the charge', { ...listed('a'), amount: 7 }, { ...spa, ...none }],
	])('that is answered with %s says nothing that was not seen', async (_, answer, more) => {
		const hotel = new Hotel([listed('a', { reservationId: 'R-1' })]);
		hotel.answer = answer;
		const parameters = { ...raw, simplify: true, serviceId, updateFields: { amount: 7 } };
		const output = { id: 'a', reservationId: 'R-1', ...more, amount: 7 };
		expect(await hotel.run('update', parameters)).toEqual([output]);
	});

	it('is never empty', async () => {
		const hotel = new Hotel([listed('a')]);
		const updateFields = { amount: '', description: ' ', customFields: '{}' };
		const outputs = await hotel.run('update', { ...raw, serviceId, updateFields });
		expect(outputs).toEqual([saying("'Update Fields' is empty")]);
		expect(hotel.changes).toEqual([]);
	});
});

it.each(['a]b', '[ref:a]', 'a [ref:b]'])('the reference %s is refused', async (name) => {
	const hotel = new Hotel([]);
	expect(await hotel.run('upsert', wish(name))).toEqual([saying("'Reference' is")]);
	expect(hotel.changes).toEqual([]);
});

it.each([
	['  o-1\u00a0 x ', 'o-1 x'],
	['o\u200b-1\u200e\ufeff', 'o-1'],
])('references that look alike are one: %p', async (given, reference) => {
	const hotel = new Hotel([listed('a', { description: `Spa [ref:${reference}]` })]);
	const outputs = await hotel.run('sync', wish(given));
	expect(outputs).toMatchObject([{ action: 'unchanged', reference }]);
	const named = { ...raw, serviceId: { ...serviceId, mode: 'reference', value: given } };
	expect(await hotel.run('get', named)).toEqual(hotel.items);
});

it('a reference of which nothing is left is refused', async () => {
	const outputs = await new Hotel([]).run('upsert', wish(' \u200b'));
	expect(outputs).toEqual([saying("'Reference' is empty")]);
});

describe('a create that may have arrived, tried again', () => {
	const keyed = { requestHeaders: { Key: '{idempotencyKey}' } };
	it.each<[string, string, Settings, number]>([
		['off', 'off', {}, 1],
		['off', 'off', keyed, 2],
		['off', 'sameFields', {}, 2],
		['off', 'reference', {}, 1],
		['reference', 'reference', {}, 2],
		['reference', 'sameFields', {}, 1],
		['reference', 'off', {}, 1],
	])('first by %s, then by %s, with %j: sent %i times', async (first, then, settings, times) => {
		const hotel = new Hotel([], settings);
		hotel.status = 504;
		const [unclear] = await hotel.run('create', wish('spa-1', { preventDuplicates: first }));
		hotel.status = 200;
		const [output] = await hotel.run('create', wish('spa-1', { preventDuplicates: then }));
		expect(hotel.changes).toHaveLength(times);
		if (times === 1) expect(output).toBe(unclear);
		else expect(output).toMatchObject({ amount: 40 });
	});
});

it('a sync tried again as a dry run tells what is there', async () => {
	const hotel = new Hotel([]);
	const parameters = wish('={{ $json.reference }}', { amount: '={{ $json.amount }}' });
	const items = [{ reference: 'spa-a' }, { reference: 'spa-b', amount: 40 }];
	const outputs = await hotel.run('sync', parameters, items);
	expect(outputs).toEqual([saying("'Amount'"), expect.objectContaining({ action: 'created' })]);
	const planned = await hotel.run('sync', { ...parameters, amount: 40, dryRun: true }, items);
	expect(planned).toMatchObject([{ action: 'wouldCreate' }, { action: 'unchanged' }]);
});
