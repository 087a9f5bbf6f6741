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
		const pause = () => Promise.resolve();
		Object.assign(session, { options, pause, concurrency: 1, settings: {} });
		openSessions.mockResolvedValue(items.map(() => session));
		const values: IDataObject = { ...parameters, operation };
		const context = {
			getInputData: () => items.map((json) => ({ json })),
			getNodeParameter: (name: string, _: number, preset: unknown) => values[name] ?? preset,
			getNode: () => ({ name: 'Charge', type: 'serviceItem', onError: 'continueRegularOutput' }),
			getContext: () => this.kept,
			getExecutionCancelSignal: () => undefined,
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

const empty = { amount: '', description: ' ', customFields: '{}' };
const more = { options: { ignoreMissing: true }, updateFields: { amount: 1 } };
const by = (mode: string, reservationId = 'R-2') => {
	return { ...more, serviceId: { ...serviceId, mode }, reservationId };
};
const emptied: IDataObject = {
	...{ ...raw, deleteMissing: true, allowEmpty: true, referencePrefix: 'a-' },
	...{ chargeDescription: '', reference: '' },
};
const ELSEWHERE = "'a' is not on reservation 'R-2'";

type Refused = [operation: string, given: IDataObject, words: string, shown?: IDataObject];
const elsewhere = (operation: string): Refused[] => [
	[operation, by('id'), ELSEWHERE, { reservationId: 'R-1' }],
	[operation, by('list'), ELSEWHERE, { reservationId: 'R-1' }],
	[operation, by('list'), ELSEWHERE],
];

it.each<Refused>([
	...['get', 'update', 'delete'].flatMap(elsewhere),
	['update', { serviceId, updateFields: empty }, "'Update Fields' is empty"],
	['upsert', wish('a]b'), "'Reference' is"],
	['upsert', wish('a [ref:b]'), "'Reference' is"],
	['upsert', wish('\u200b \u200b'), "'Reference' is empty"],
	['sync', wish('\u200b \u200b'), "'Reference' is empty"],
	['delete', by('id', '\u200b'), "'Reservation ID' is empty"],
	['update', by('id', 'R-1, R-2'), 'looks like several'],
	['sync', { ...emptied, chargeDescription: '\u2060' }, "'Description' is empty"],
	['sync', { ...emptied, reference: 'a-1', maxDeletions: '\u200b' }, "'Max Deletions' is empty"],
])('%s with %j touches nothing, and says: %s', async (operation, given, words, shown = {}) => {
	const hotel = new Hotel([listed('a', shown)]);
	expect(await hotel.run(operation, { ...raw, ...given })).toEqual([saying(words)]);
	expect(hotel.changes).toEqual([]);
});

const none = { reference: null, accountCode: null, destinationAccount: null };

it.each<[string, unknown, IDataObject]>([
	['nothing', undefined, {}],
	['what changed', { id: 'a', amount: 7 }, {}],
	['the charge', { ...listed('a'), amount: 7 }, { ...spa, ...none }],
])('an update that is answered with %s says nothing that was not seen', async (...row) => {
	const [, answer, more] = row;
	const hotel = new Hotel([listed('a', { reservationId: 'R-1' })]);
	hotel.answer = answer;
	const parameters = { ...raw, simplify: true, serviceId, updateFields: { amount: 7 } };
	const output = { id: 'a', reservationId: 'R-1', ...more, amount: 7 };
	expect(await hotel.run('update', parameters)).toEqual([output]);
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

it.each<[string, string, Settings, number]>([
	['off', 'off', {}, 1],
	['off', 'off', { requestHeaders: { Key: '{idempotencyKey}' } }, 2],
	['off', 'sameFields', {}, 2],
	['off', 'reference', {}, 1],
	['reference', 'reference', {}, 2],
	['reference', 'sameFields', {}, 1],
	['reference', 'off', {}, 1],
])('a lost create by %s is tried again by %s, with %j: sent %i times', async (...row) => {
	const [first, then, settings, times] = row;
	const hotel = new Hotel([], settings);
	hotel.status = 504;
	const [unclear] = await hotel.run('create', wish('spa-1', { preventDuplicates: first }));
	hotel.status = 200;
	const [output] = await hotel.run('create', wish('spa-1', { preventDuplicates: then }));
	expect(hotel.changes).toHaveLength(times);
	if (times === 1) expect(output).toBe(unclear);
	else expect(output).toMatchObject({ amount: 40 });
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
