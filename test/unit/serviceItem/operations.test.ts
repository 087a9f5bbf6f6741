import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { create } from '../../../nodes/ServiceItem/operations/create.operation';
import { deleteOperation } from '../../../nodes/ServiceItem/operations/delete.operation';
import { get } from '../../../nodes/ServiceItem/operations/get.operation';
import type { FormOperation } from '../../../nodes/ServiceItem/operations/operation';
import { sync } from '../../../nodes/ServiceItem/operations/sync.operation';
import { update } from '../../../nodes/ServiceItem/operations/update.operation';
import { upsert } from '../../../nodes/ServiceItem/operations/upsert.operation';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import type { Session } from '../../../nodes/shared/http/session';
import { Parameters } from '../../../nodes/shared/n8n/parameters';
import type { Sent } from '../../../nodes/shared/run/memory';
import type { Placed, Report } from '../../../nodes/shared/run/operation';
import { answered } from '../support/http';
import type { Settings } from '../support/format';
import { sessionWith } from '../support/session';

type Item = IDataObject & { id: string };
interface Earlier {
	earlier?: Sent;
	executeOnce?: boolean;
}

/** A service with charges on R-1, and what it was sent. */
class Hotel {
	readonly changes: string[] = [];
	readonly hints: string[] = [];
	/** What it answers to a change. */
	answer: unknown;
	private readonly session: Session;

	constructor(
		public items: Item[],
		settings?: Settings,
	) {
		this.session = sessionWith((request) => this.take(request), settings);
		const options = { maxRetries: 0, timeout: 1 };
		Object.assign(this.session.client, { options, pause: () => Promise.resolve() });
		Object.assign(this.session, { concurrency: 1 });
	}

	private take({ method, serviceId, body, query }: ServiceRequest) {
		const item = this.items.find(({ id }) => id === serviceId);
		if (method === 'GET' && serviceId === undefined) {
			return answered(200, query?.reservationId === 'R-1' ? this.items : []);
		}
		if (method !== 'GET') this.changes.push([method, serviceId].filter(Boolean).join(' '));
		if (method === 'POST') this.items.push({ id: `new-${this.items.length}`, ...body });
		else if (!item) return answered(404, { message: 'no such item' });
		if (method === 'PATCH') Object.assign(item as object, body);
		if (method === 'DELETE') this.items = this.items.filter((each) => each !== item);
		return answered(200, method === 'GET' ? item : this.answer);
	}

	/** What comes out, by input and behind them. */
	async run<Job>(
		operation: FormOperation<Job>,
		inputs: IDataObject[],
		{ earlier, executeOnce }: Earlier = {},
	): Promise<unknown[]> {
		const results: unknown[] = [];
		const extra: unknown[] = [];
		const hint = (text: string): void => void this.hints.push(text);
		const messageOf = (error: Error) => `failed: ${error.message}`;
		const report = {
			stopsAtFailure: false,
			shouldStop: () => false,
			get hasFailed() {
				return [...results, ...extra].some((each) => String(each).startsWith('failed'));
			},
			...{ sending: () => {}, answered: () => {}, refused: () => {}, hint },
			done: (index: number, rows: IDataObject[]) =>
				void (results[index] = rows.length === 1 ? rows[0] : rows),
			failed: (index: number, error: Error) => void (results[index] = messageOf(error)),
			extra: (rows: IDataObject[]) => void extra.push(...rows),
			extraFailed: (error: Error) => void extra.push(messageOf(error)),
		} as unknown as Report;
		const node: IDataObject = {};
		const jobs: Placed<Job>[] = [];
		const lines = new Map<string, Placed<Job>[]>();
		for (const [index, values] of inputs.entries()) {
			const context = contextOf(inputs, values, { node, executeOnce });
			const parameters = new Parameters(context, index);
			const { session } = this;
			const input = { index, parameters, session, hint, chargeKey: () => `key-${index}` };
			try {
				jobs.push({ input, job: operation.prepare(input), earlier });
			} catch (error) {
				report.failed(index, error as Error);
			}
		}
		const context = contextOf(inputs, {}, { node, executeOnce });
		const refuse = ({ input }: Placed<Job>, error: Error) => report.failed(input.index, error);
		operation.checkTogether?.(jobs, refuse, { context });
		for (const placed of jobs.filter(({ input }) => !(input.index in results))) {
			const key = operation.orderKey(placed.job, this.session) ?? String(placed.input.index);
			lines.set(key, [...(lines.get(key) ?? []), placed]);
		}
		for (const line of lines.values()) await operation.carryOut(line, report);
		await operation.finish?.(report);
		return [...results, ...extra];
	}
}

function contextOf(
	inputs: IDataObject[],
	values: IDataObject,
	more: IDataObject,
): IExecuteFunctions {
	return {
		getInputData: () => inputs.map((json) => ({ json })),
		getNodeParameter: (name: string, _: number, preset: unknown) => values[name] ?? preset,
		getNode: () => ({ executeOnce: more.executeOnce }),
		getContext: () => more.node,
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	} as unknown as IExecuteFunctions;
}

const spa = { amount: 40, date: '2026-12-05', description: 'Spa' };
const listed = (id: string, more: IDataObject = {}): Item => ({ id, ...spa, ...more });
const raw = { simplify: false, reservationId: 'R-1' };
const wish = (reference: string, more: IDataObject = {}): IDataObject => ({
	...{ ...raw, reference, amount: 40, date: spa.date, chargeDescription: 'Spa' },
	...more,
});
const rl = (mode: string, value: string) => ({ __rl: true, mode, value });
const marked = (id: string) => listed(id, { description: `Spa [ref:spa-${id}]` });
const twice = { ...marked('b'), id: 'c' };
const itsReservation = { reservationId: 'R-1' };

describe.each(['get', 'update', 'delete'])('%s', (name) => {
	const operation = { get, update, delete: deleteOperation }[name] as FormOperation;
	const updateFields = { amount: 1 };

	it.each<[string, IDataObject, IDataObject, string]>([
		[
			'an ID of another reservation',
			rl('id', 'b'),
			itsReservation,
			"'b' is on reservation 'R-1', and not on 'R-2'",
		],
		[
			'one picked from its list',
			rl('list', 'b'),
			itsReservation,
			"'b' is on reservation 'R-1', and not on 'R-2'",
		],
		['one whose items show none', rl('list', 'b'), {}, "'b' is not on reservation 'R-2'"],
	])('touches nothing for %s', async (_, serviceId, shown, message) => {
		const hotel = new Hotel([listed('b', shown)]);
		const parameters = { ...raw, serviceId, reservationId: 'R-2', updateFields };
		expect(await hotel.run(operation, [parameters])).toEqual([expect.stringContaining(message)]);
		expect(hotel.changes).toEqual([]);
	});

	it.each([
		['no charge', 'spa-x', "carries the reference 'spa-x'"],
		['several charges', 'spa-b', "carry the reference 'spa-b': 'b' and 'c'"],
	])('of %s with a reference says so', async (_, reference, message) => {
		const hotel = new Hotel([marked('a'), marked('b'), twice]);
		const parameters = { ...raw, serviceId: rl('reference', reference), updateFields };
		expect(await hotel.run(operation, [parameters])).toEqual([expect.stringContaining(message)]);
		expect(hotel.changes).toEqual([]);
	});

	it.each(['RES-1, RES-2', 'RES-1\nRES-2'])(
		'takes no two reservations: %s',
		async (reservationId) => {
			const parameters = { ...raw, serviceId: rl('id', 'b'), reservationId, updateFields };
			const [error] = await new Hotel([]).run(operation, [parameters]);
			expect(error).toContain('looks like several');
		},
	);
});

describe('update', () => {
	const change = async (hotel: Hotel, more: IDataObject) =>
		(await hotel.run(update, [{ ...raw, serviceId: rl('id', 'a'), ...more }]))[0];

	it.each(['id', 'reference'])(
		'keeps the reference with a new description: by %s',
		async (mode) => {
			const hotel = new Hotel([{ ...marked('a'), ...itsReservation }]);
			const serviceId = rl(mode, mode === 'id' ? 'a' : 'spa-a');
			await change(hotel, { serviceId, updateFields: { description: 'Massage' } });
			expect(hotel.items).toMatchObject([{ description: 'Massage [ref:spa-a]' }]);
		},
	);

	it.each<[string, unknown, IDataObject]>([
		['nothing', undefined, { id: 'a', reservationId: 'R-1', amount: 7 }],
		['what changed', { id: 'a', amount: 7 }, { id: 'a', reservationId: 'R-1', amount: 7 }],
		[
			'the charge',
			{ ...listed('a'), amount: 7 },
			{
				...{ id: 'a', reservationId: 'R-1', reference: null },
				...spa,
				amount: 7,
				accountCode: null,
				destinationAccount: null,
			},
		],
	])('that is answered with %s says nothing that was not seen', async (_, answer, output) => {
		const hotel = new Hotel([listed('a')]);
		hotel.answer = answer;
		const more = { simplify: true, updateFields: { amount: 7 } };
		expect(await change(hotel, more)).toEqual(output);
	});

	it.each([{}, { amount: '', description: ' ', customFields: '{}' }])(
		'is never empty: %j',
		async (updateFields) => {
			const hotel = new Hotel([listed('a')]);
			expect(await change(hotel, { updateFields })).toContain("'Update Fields' is empty");
			expect(hotel.changes).toEqual([]);
		},
	);
});

it('Max Amount holds, with either sign', async () => {
	const hotel = new Hotel([]);
	const options = { maxAmount: 39 };
	const inputs = [
		wish('', { options }),
		wish('', { options, amount: -40 }),
		wish('', { options, amount: 39 }),
	];
	const outputs = await hotel.run(
		create,
		inputs.map((each) => ({ ...each, preventDuplicates: 'off' })),
	);
	const refused = expect.stringContaining(
		"more than the option 'Max Amount' allows (39)",
	) as unknown;
	expect(outputs).toEqual([refused, refused, expect.anything()]);
});

describe('delete', () => {
	const serviceId = rl('id', 'x');
	it.each<[IDataObject, Earlier, unknown]>([
		[{}, {}, expect.stringContaining('failed')],
		[{ options: { ignoreMissing: true } }, {}, { deleted: true }],
		[{}, { earlier: { told: { what: '', advice: '' }, isAnswered: false } }, { deleted: true }],
	])('of what is gone, with %j %j', async (more, earlier, output) => {
		const hotel = new Hotel([]);
		expect(await hotel.run(deleteOperation, [{ serviceId, ...more }], earlier)).toEqual([output]);
	});

	it('that ignores what is missing does not ignore another reservation', async () => {
		const hotel = new Hotel([listed('b', itsReservation)]);
		const parameters = {
			serviceId: rl('id', 'b'),
			reservationId: 'R-2',
			options: { ignoreMissing: true },
		};
		expect(await hotel.run(deleteOperation, [parameters])).toEqual([
			expect.stringContaining('not on'),
		]);
	});
});

it.each(['a]b', '[ref:a]', 'a [ref:b'])(
	'the reference %s could not be read back',
	async (reference) => {
		const hotel = new Hotel([]);
		const [output] = await hotel.run(upsert, [wish(reference)]);
		expect(output).toContain("'Reference' is");
		expect(hotel.changes).toEqual([]);
	},
);

describe('one reference twice in a run', () => {
	it.each([
		['create', { preventDuplicates: 'reference' }],
		['upsert', {}],
		['sync', {}],
	])('is an error of both: %s', async (name, more) => {
		const hotel = new Hotel([]);
		const operation = { create, upsert, sync }[name] as FormOperation;
		const references = ['spa-1', 'spa-2', ' spa-1\u200b'];
		const outputs = await hotel.run(
			operation,
			references.map((each) => wish(each, more)),
		);
		const refused = expect.stringContaining(
			"'spa-1' on reservation 'R-1' in input items 0 and 2",
		) as unknown;
		expect(outputs).toEqual([refused, expect.objectContaining({ action: 'created' }), refused]);
		expect(hotel.changes).toEqual(['POST']);
	});
});

describe('what an earlier try has sent', () => {
	const told = { what: 'It may or may not have been created', advice: 'Look' };
	it.each<[string, string, Settings, boolean]>([
		['off', '', {}, true],
		['off', '', { requestHeaders: { Key: '{idempotencyKey}' } }, false],
		['sameFields', '', {}, false],
		['reference', '', {}, true],
		['reference', 'spa-1', {}, false],
		['sameFields', 'spa-1', {}, true],
	])('with %s, reference %j and %j: that error again: %j', async (...row) => {
		const [preventDuplicates, reference, settings, isRefused] = row;
		const hotel = new Hotel([], settings);
		const earlier = { told, isAnswered: false, reference };
		const [output] = await hotel.run(create, [wish('spa-1', { preventDuplicates })], { earlier });
		expect(hotel.changes).toEqual(isRefused ? [] : ['POST']);
		if (isRefused) expect(output).toContain(told.what);
	});
});

describe('sync', () => {
	const deleting = { deleteMissing: true, referencePrefix: 'spa-', maxDeletions: '10' };
	const charges = ['a', 'b', 'c'].map(marked);
	const actions = (outputs: unknown[]) =>
		outputs.map((each) => (each as IDataObject).action ?? each);

	it.each<[string, IDataObject, string[]]>([
		['10', {}, ['unchanged', 'deleted', 'deleted']],
		['', {}, ['unchanged', 'deleted', 'deleted']],
		[
			'1',
			{},
			[
				'unchanged',
				"failed: This run would delete 2 charges, more than 'Max Deletions' allows (1). If the input is complete, set it higher",
			],
		],
		['1', { dryRun: true }, ['unchanged', 'wouldDelete', 'wouldDelete']],
	])('with Max Deletions %j and %j: %j', async (maxDeletions, more, wanted) => {
		const hotel = new Hotel([...charges]);
		const inputs = [wish('spa-a', { ...deleting, maxDeletions, ...more })];
		expect(actions(await hotel.run(sync, inputs))).toEqual(wanted);
		const isDone = wanted.includes('deleted');
		expect(hotel.changes).toEqual(isDone ? ['DELETE b', 'DELETE c'] : []);
		expect(hotel.hints).toEqual(more.dryRun ? [expect.stringContaining("'Max Deletions'")] : []);
	});

	it.each<[string, IDataObject[], Earlier, string]>([
		['an input is no good', [wish('spa-a'), wish('spa-x', { amount: 'x' })], {}, "'Amount'"],
		['a reference is not its own', [wish('tour-1')], {}, "'Reference Prefix'"],
		['all else is empty, unless that is allowed', [{ ...raw }], {}, "'Reference' is empty"],
		['Execute Once is on', [wish('spa-a')], { executeOnce: true }, "'Execute Once'"],
		['settings differ', [wish('spa-a'), wish('spa-b', { maxDeletions: '9' })], {}, 'not the same'],
		['the prefix ends with a space', [wish('spa-a', { referencePrefix: 'spa ' })], {}, 'space'],
	])('deletes nothing where %s', async (_, inputs, how, message) => {
		const hotel = new Hotel([...charges]);
		const outputs = await hotel.run(
			sync,
			inputs.map((each) => ({ ...deleting, ...each })),
			how,
		);
		expect(hotel.changes).toEqual([]);
		expect(outputs.join()).toContain(message);
	});

	it('deletes all of its own where an input names nothing but its reservation', async () => {
		const hotel = new Hotel([...charges, listed('z')]);
		const date = spa.date;
		const outputs = await hotel.run(sync, [{ ...raw, ...deleting, allowEmpty: true, date }]);
		expect(actions(outputs.slice(1))).toEqual(['deleted', 'deleted', 'deleted']);
		expect(hotel.items.map(({ id }) => id)).toEqual(['z']);
	});

	it('begins each row with what was done', async () => {
		const hotel = new Hotel([marked('a')]);
		const outputs = await hotel.run(sync, [wish('spa-a', { amount: 9 })]);
		const names = ['action', 'reservationId', 'reference', 'before', 'after'];
		expect(Object.keys(outputs[0] as object)).toEqual(names);
		expect(outputs).toMatchObject([
			{ action: 'updated', before: { amount: 40 }, after: { amount: 9 } },
		]);
	});
});
