import type { IDataObject } from 'n8n-workflow';

import { checkApiFormat } from '../../../nodes/ServiceItem/operations/check';
import type { Recorded, Respond } from '../support/checkSession';
import { checkSessionOf } from '../support/checkSession';

const usual = [
	{
		id: 'si-1',
		reservationId: 'R-1',
		amount: 12.5,
		date: '2026-11-21',
		description: 'Late checkout',
		accountCode: '4400',
		destinationAccount: 'GUEST',
	},
	{
		id: 'si-2',
		reservationId: 'R-1',
		amount: 80.25,
		date: '2026-11-22',
		description: 'Spa treatment',
		accountCode: '4410',
		destinationAccount: 'COMPANY',
	},
];
/** The usual charges with some properties in another way. */
const like = (change: (charge: (typeof usual)[0]) => object): object[] =>
	usual.map((charge) => ({ ...charge, ...change(charge) }));
const blanks = Object.fromEntries(Object.keys(usual[0] ?? {}).map((name) => [name, `{${name}}`]));
const without = (example: object, ...names: string[]): object =>
	Object.fromEntries(Object.entries(example).filter(([name]) => !names.includes(name)));
const createBlanks = without(blanks, 'id');

/** Answers with a recorded body where the query has the reservation under a name; no other reservation is known. */
const listing =
	(body: unknown, name = 'reservationId'): Respond =>
	({ query }) =>
		query?.[name] === 'R-1' ? { body } : { status: 404, body: { message: `${name} is unknown` } };

async function check(respond: Respond, settings: object = {}) {
	const texts = Object.entries(settings).map(([name, value]) => [
		name,
		typeof value === 'object' ? JSON.stringify(value) : (value as unknown),
	]);
	const entered = Object.keys(settings).length > 0 ? { customApiFormat: true } : {};
	const session = checkSessionOf(respond, {
		...entered,
		...(Object.fromEntries(texts) as IDataObject),
	});
	const report = await checkApiFormat(session, 'R-1', false);
	const [{ credential, ...first } = {}, ...findings] = report;
	const examples = Object.entries(credential as IDataObject).map(([name, text]) => [
		name,
		typeof text === 'string' ? (JSON.parse(text) as unknown) : text,
	]);
	return {
		first,
		findings,
		credential: Object.fromEntries(examples) as IDataObject,
		sent: session.sent,
		line: (setting: string) => findings.find((line) => line.setting === setting),
	};
}

describe('what is right as it is', () => {
	it.each<[string, Respond, object]>([
		[
			'an example of somebody who knows better',
			listing([{ no: 7, labels: { a: 'x', b: 'y' }, worth: 1250, stamp: '21/11/2026' }]),
			{
				createBody: { worth: '{amount as minorUnits}', reservationId: '{reservationId}' },
				listResponse: [
					{
						no: '{id}',
						labels: { b: '{description}' },
						worth: '{amount as minorUnits}',
						stamp: '{date as dd/MM/yyyy}',
					},
				],
			},
		],
		[
			'items by their IDs, as an example says',
			listing({
				charges: { a: { amount: 2.5, date: '2026-11-21' }, b: { amount: 3.5, date: '2026-11-22' } },
			}),
			{ listResponse: { charges: { '{id}': { amount: '{amount}', date: '{date}' } } } },
		],
	])('%s', async (_name, respond, settings) => {
		const { first, credential, findings } = await check(respond, settings);
		expect(findings.filter(({ verdict }) => verdict === 'change' || verdict === 'unknown')).toEqual(
			[],
		);
		expect(credential).toEqual({});
		expect(first).toMatchObject({ setting: 'Custom API Format', verdict: 'right' });
	});
});

it('has the columns of the contract, with words in each', async () => {
	const { first, findings, sent } = await check(
		listing({ items: like(({ amount }) => ({ price: amount, amount: undefined })) }),
	);
	expect(Object.keys(first)).toEqual(['setting', 'verdict', 'advice']);
	for (const line of findings) {
		expect(Object.keys(line)).toEqual(['setting', 'now', 'found', 'verdict', 'advice']);
		expect(Object.values(line).filter((cell) => typeof cell !== 'string' || cell === '')).toEqual(
			[],
		);
	}
	expect(sent.every(({ method }) => method === 'GET')).toBe(true);
});

describe('what is advised', () => {
	const renamed = like(({ amount }) => ({
		price: { value: amount, currency: 'EUR' },
		amount: undefined,
	}));
	const others = without(blanks, 'amount');
	const otherCreateBlanks = without(createBlanks, 'amount');

	it.each<[string, Respond, object, object]>([
		[
			'other names: how a charge is created and listed',
			listing({ data: renamed }),
			{},
			{
				customApiFormat: true,
				createBody: { ...otherCreateBlanks, price: { value: '{amount}' } },
				listResponse: { data: [{ ...others, price: { value: '{amount}' } }] },
			},
		],
		[
			'items in a wrapper each, which is no part of a create',
			listing({
				edges: renamed.map((node) => ({ cursor: 'c', node: without(node, 'reservationId') })),
			}),
			{},
			{
				customApiFormat: true,
				createBody: { ...otherCreateBlanks, price: { value: '{amount}' } },
				listResponse: {
					edges: [{ node: { ...without(others, 'reservationId'), price: { value: '{amount}' } } }],
				},
			},
		],
		[
			'pages by a cursor, beside the user’s own query',
			({ query = {} }) =>
				query.hotel !== 'B' || query.of !== 'R-1'
					? { status: 400 }
					: {
							body: {
								items: usual.slice(query.cursor ? 1 : 0, query.cursor ? 2 : 1),
								nextCursor: query.cursor ? null : 'k2',
							},
						},
			{ listQuery: { of: '{reservationId}', hotel: 'B' } },
			{
				customApiFormat: true,
				listQuery: { of: '{reservationId}', hotel: 'B', cursor: '{cursor}' },
				listResponse: { items: [blanks], nextCursor: '{cursor}' },
			},
		],
	])('%s', async (_name, respond, settings, expected) => {
		const { first, credential } = await check(respond, settings);
		expect(first.verdict).toBe('change');
		expect(credential).toEqual(expected);
		const again = await check(respond, { ...settings, ...credential, customApiFormat: true });
		expect(again.first.verdict).toBe('right');
	});

	it('keeps what only the user’s example knows', async () => {
		const listResponse = {
			items: [{ ...blanks, date: '{date as dd/MM/yyyy}', vat: '{reference}' }],
			more: '{hasMore}',
		};
		const createBody = { ...createBlanks, vat: '{reference}' };
		const { credential } = await check(listing({ items: usual, more: false }), {
			createBody,
			listResponse,
		});
		expect(credential).toEqual({
			customApiFormat: true,
			listResponse: { items: [{ ...blanks, vat: '{reference}' }], more: '{hasMore}' },
		});
	});

	it('does not bring into force unseen what stands there while the switch is off', async () => {
		const { credential } = await check(listing({ data: [{ lines: usual }] }), {
			customApiFormat: false,
			updateBody: { old: '{amount}' },
			createBody: { old: '{amount}', reservationId: '{reservationId}' },
		});
		expect(credential).toMatchObject({ updateBody: {}, createBody: createBlanks });
	});
});

describe('what stays open', () => {
	it.each<[string, string, Recorded | Respond, object]>([
		[
			'List Query',
			'the same list for every reservation',
			() => ({ body: { items: usual } }),
			{ verdict: 'unknown' },
		],
		[
			'List Response: Amount',
			'whole amounts, which may be cents',
			listing(like(() => ({ amount: 1250 }))),
			{ verdict: 'unknown', advice: expect.stringContaining('if it stands for 12.5') as string },
		],
		[
			'List Response: Amount',
			'no amount',
			listing([{ id: 1, date: '2026-11-21', description: 'Spa' }]),
			{ verdict: 'unknown' },
		],
		[
			'List Response: Account Code',
			'no accounts',
			listing(like(() => ({ accountCode: undefined }))),
			{ verdict: 'notTested', now: 'nothing' },
		],
		[
			'List Query: Pages',
			'more that nobody says how to ask for',
			listing({ items: usual, hasMore: true }),
			{ verdict: 'unknown', found: expect.stringContaining(`'hasMore'`) as string },
		],
		[
			'List Query: Pages',
			'pages by number, which an answer does not show how to ask for',
			listing({ items: usual, page: 1, totalPages: 2 }),
			{ verdict: 'unknown', advice: expect.stringContaining('{page}') as string },
		],
		[
			'List Query: Pages',
			'a list within lists that one entry lacks',
			listing([{ day: 1, lines: like(() => ({ amount: undefined, price: 5 })) }, { day: 2 }]),
			{ verdict: 'unknown', found: expect.stringContaining(`'[1].lines'`) as string },
		],
		[
			'List Query',
			'items of several reservations',
			() => ({ body: like(({ id }) => ({ reservationId: id === 'si-1' ? 'R-1' : 'R-2' })) }),
			{ verdict: 'unknown' },
		],
		[
			'List Response: Reference',
			'a reference that Create Body has no place for',
			listing({ items: like(({ id }) => ({ externalReference: `order-${id}` })) }),
			{ verdict: 'notTested', advice: expect.stringContaining('{reference}') as string },
		],
		[
			'List Response: Reference',
			'a reference at the end of a description',
			listing({ items: like(({ id }) => ({ description: `Spa [ref:order-${id}]` })) }),
			{
				verdict: 'right',
				found: expect.stringContaining('at the end of the description') as string,
			},
		],
	])('%s: %s', async (setting, _name, respond, expected) => {
		const { line, credential } = await check(respond as Respond);
		expect(line(setting)).toMatchObject(expected);
		expect(credential).toEqual({});
	});
});
