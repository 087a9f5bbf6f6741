import { pastedFor } from '../../service/pasted';
import { useCannedService } from '../support/cannedService';
import { charges, expectRow, openRows, useChecks } from '../support/checks';
import { paste, PASTED } from '../support/pastedSettings';

const { hotel, check, checkToTheEnd } = useChecks();
const canned = useCannedService();

// With values in place of placeholders, all spellings are in documentedRequests.test.ts.
it.each(['jsonApi', 'yen', 'customFields', 'folioWindows'] as const)(
	'a service that writes otherwise than it reads, with examples of writing in placeholders, such as %s',
	async (name) => {
		const { amounts = [12.5, 80.25], accounts: codes = {}, settings } = PASTED[name];
		// Where Create Body has a place for it, Check can tell where only from a charge that has a reference.
		const takesReference = JSON.stringify(settings.createBody).includes('{reference}');
		// The documented answer to a list is needed where Create Body has a list of named entries.
		paste(hotel, name, name === 'customFields' ? [] : ['listResponse']);
		for (const [n, { date, description }] of charges.entries()) {
			const reference = takesReference ? `order-${n}` : undefined;
			const charge = { date, description, reference, ...codes, amount: amounts[n] };
			hotel.service.books.add('5512', charge as never);
		}
		await checkToTheEnd('5512');
	},
);

it('leaves to the documentation how pages are asked for where no answer shows it', async () => {
	hotel.service.dialect = { ...hotel.service.dialect, pagination: 'lastItem', maxPageSize: 1 };
	for (const charge of charges) hotel.service.books.add('R-1', charge);
	expectRow(openRows(await check()), {
		setting: 'List Query: Pages',
		verdict: 'unknown',
		advice: /\{lastId\}/,
	});

	const { listQuery, listResponse } = pastedFor(hotel.service.dialect);
	hotel.credential.edit({ customApiFormat: true, listQuery, listResponse });
	await checkToTheEnd('R-1');
});

it('names the setting to enter first, and what reading cannot tell', async () => {
	hotel.service.dialect = { ...hotel.service.dialect, amountField: 'price' };
	for (const charge of charges) hotel.service.books.add('R-1', charge);
	const [first, ...findings] = await check();
	const { createBody, listResponse } = first?.credential as Record<string, string>;

	expect(first).toMatchObject({
		setting: 'Custom API Format',
		verdict: 'change',
		credential: { customApiFormat: true },
		advice: expect.stringContaining(`'Create Body' and 'List Response'`) as string,
	});
	expect(JSON.parse(createBody ?? '')).toMatchObject({ price: '{amount}' });
	expect(JSON.parse(listResponse ?? '')).toMatchObject({
		items: [{ id: '{id}', price: '{amount}' }],
	});
	expectRow(findings, { setting: 'Create Body', verdict: 'notTested' });
	for (const line of findings) {
		expect(Object.keys(line)).toEqual(Object.keys(first ?? {}));
		// An empty text would be a red word in n8n's table.
		expect(Object.values(line).every((cell) => typeof cell === 'string' && cell !== '')).toBe(true);
		expect((line.credential as string).trim()).toBe('');
	}
});

/** Checks a service that answers so where it is asked for R-1; it knows no other reservation. */
async function checkAnswer(body: unknown, examples: object = {}) {
	canned.answer = ({ asked }) => {
		const query = new URL(asked.slice('GET '.length), 'https://x').searchParams;
		if (![...query.values()].includes('R-1')) return { status: 404 };
		return {
			body: typeof body === 'function' ? (body as (of: typeof query) => unknown)(query) : body,
		};
	};
	const texts = Object.entries(examples).map(([name, value]) => [
		name,
		typeof value === 'object' ? JSON.stringify(value) : (value as unknown),
	]);
	const parameters = { resource: 'setup', reservationId: 'R-1' };
	const run = await canned.run('check', parameters, Object.fromEntries(texts) as typeof parameters);
	const [first, ...findings] = run.json();
	const credential = first?.credential as Record<string, string>;
	return {
		verdict: first?.verdict,
		findings,
		credential: Object.fromEntries(
			Object.entries(credential).map(([name, text]) => [name, JSON.parse(String(text)) as unknown]),
		),
	};
}

/** The two charges as a list shows them, with some properties in another way. */
const listed = (change: (n: number) => object = () => ({})): object[] =>
	charges.map((charge, n) => ({ id: `si-${n}`, reservationId: 'R-1', ...charge, ...change(n) }));
/** One charge on each of two pages, the second of which this parameter asks for. */
const paged = (name: string, told: (isLast: boolean) => object) => (query: URLSearchParams) => {
	const isLast = query.has(name);
	return { items: listed().slice(isLast ? 1 : 0, isLast ? 2 : 1), ...told(isLast) };
};
const { id, ...created } = Object.fromEntries(
	Object.keys(listed()[0] ?? {}).map((name) => [name, `{${name}}`]),
);
const { reservationId, amount, ...others } = created;
const price = { value: '{amount}' };
const taxes = ['VAT', 'CITY'].map((code) => ({ code, rate: 7 }));

it.each<[string, unknown, object, object]>([
	[
		'items in a wrapper each',
		{
			edges: charges.map(({ amount: value, ...charge }, n) => ({
				node: { id: `si-${n}`, ...charge, price: { value } },
			})),
		},
		{},
		{
			createBody: { reservationId, node: { ...others, price } },
			listResponse: { edges: [{ node: { ...others, id, price } }] },
		},
	],
	[
		'the cursor of the next page, behind that of the one before, beside the query of the user',
		paged('after', (isLast) => ({
			paging: { startCursor: 'k1', cursors: { before: 'k1', after: isLast ? '' : 'k2' } },
			totalCount: 2,
		})),
		{ listQuery: { of: '{reservationId}', hotel: 'B' } },
		{
			listQuery: { of: '{reservationId}', hotel: 'B', after: '{cursor}' },
			listResponse: {
				items: [{ ...created, id }],
				paging: { cursors: { after: '{cursor}' } },
			},
		},
	],
	[
		'a cursor under the name of the parameter that takes it',
		paged('navigation', (isLast) => ({
			info: { totalItems: 2, ...(!isLast && { navigation: 'k2' }) },
		})),
		{ listQuery: { of: '{reservationId}', navigation: '{cursor}' } },
		{ listResponse: { items: [{ ...created, id }], info: { navigation: '{cursor}' } } },
	],
	[
		'one charge where the documentation shows two',
		{ items: listed() },
		{
			createBody: {
				reservationId: 'R-9',
				lines: [
					{ amount: 30, date: '2026-03-14', description: 'Breakfast' },
					{ amount: 20, date: '2026-03-15', description: 'Tour' },
				],
				taxes,
			},
		},
		{
			createBody: {
				reservationId,
				lines: [{ amount, date: '{date}', description: '{description}' }],
				taxes,
			},
			listResponse: { items: [{ ...created, id }] },
		},
	],
	[
		'a date in another format, beside what only the example of the user knows',
		{ items: listed(), more: false },
		{
			createBody: { ...created, vat: '{reference}' },
			listResponse: {
				items: [{ ...created, id, date: '{date as dd/MM/yyyy}', vat: '{reference}' }],
				more: '{hasMore}',
			},
		},
		{ listResponse: { items: [{ ...created, id, vat: '{reference}' }], more: '{hasMore}' } },
	],
])('advises %s', async (_, body, examples, expected) => {
	const { credential } = await checkAnswer(body, examples);
	expect(credential).toEqual({ customApiFormat: true, ...expected });
	const again = await checkAnswer(body, { ...examples, ...credential });
	expect(again).toMatchObject({ verdict: 'right', credential: {} });
});

it.each<[string, unknown, object]>([
	[
		'other names than the usual ones',
		[{ no: 7, labels: { a: 'x', b: 'y' }, worth: 1250, stamp: '21/11/2026' }],
		{
			createBody: { worth: '{amount as minorUnits}', reservationId },
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
		'items by their IDs, with the amount in a list',
		{
			charges: {
				a1: { prices: [{ amount: 2.5 }], date: '2026-11-21', description: 'Spa' },
				b2: { prices: [{ amount: 3 }], date: '2026-11-22', description: 'Tour' },
			},
		},
		{
			createBody: { prices: [{ amount }], reservationId },
			listResponse: {
				charges: { '{id}': { prices: [{ amount }], date: '{date}', description: '{description}' } },
			},
		},
	],
])('leaves an example as it is that shows %s', async (_, body, examples) => {
	const { verdict, credential, findings } = await checkAnswer(body, examples);
	expect({ verdict, credential }).toEqual({ verdict: 'right', credential: {} });
	expect(openRows(findings)).toEqual([]);
});

it.each<[string, unknown, string, object]>([
	[
		'items of several reservations',
		listed((n) => ({ reservationId: `R-${n}` })),
		'List Query',
		{ verdict: 'unknown' },
	],
	[
		'an amount that only some charges show',
		listed((n) => (n === 0 ? { amount: undefined, worth: 35 } : {})),
		'List Response: Amount',
		{ verdict: 'unknown' },
	],
	[
		'no date that can be recognized',
		listed(() => ({ date: undefined, stamp: '2026-11-21' })),
		'List Response: Date',
		{ verdict: 'unknown', found: 'nothing' },
	],
	[
		'no amount',
		[{ id: 1, date: '2026-11-21', description: 'Spa' }],
		'List Response: Amount',
		{ verdict: 'unknown' },
	],
	[
		'no accounts',
		listed(() => ({ accountCode: undefined })),
		'List Response: Account Code',
		{ verdict: 'notTested', now: 'nothing' },
	],
	[
		'a list within lists that one entry lacks',
		[{ day: 1, lines: listed(() => ({ amount: undefined, price: 5 })) }, { day: 2 }],
		'List Query: Pages',
		{ verdict: 'unknown', found: /'\[\]\.lines'/ },
	],
	[
		'a reference that Create Body has no place for',
		listed((n) => ({ externalReference: `order-${n}` })),
		'List Response: Reference',
		{ verdict: 'notTested', advice: /\{reference\}/ },
	],
	[
		'a reference in the description',
		listed((n) => ({ description: `Spa [ref:order-${n}]` })),
		'List Response: Reference',
		{ verdict: 'right', found: '"order-0"' },
	],
])('advises nothing for %s', async (_, body, setting, expected) => {
	const { credential, findings } = await checkAnswer(body);
	expectRow(findings, { setting, ...expected });
	expect(credential).toEqual({});
});

it('asks for the amount where it is not recognized in documented requests, and for nothing else', async () => {
	const shown = { date: '2026-11-21', description: 'Spa', worth: 12.5 };
	const documented = { createBody: { reservationId: 'R-1', ...shown } };
	const { credential, findings } = await checkAnswer([{ id: 1, ...shown }], documented);
	const createBody = { reservationId, date: '{date}', description: '{description}', worth: 12.5 };
	expect(credential).toEqual({ customApiFormat: true, createBody });
	expectRow(findings, {
		setting: 'List Query: Pages',
		verdict: 'unknown',
		advice: /^First do what the other rows say/,
	});
	const row = { setting: 'Create Body', advice: /^Put \{amount\} in place of the value/ };
	expectRow(findings, row);
	expectRow((await checkAnswer([{ id: 1, ...shown }], credential)).findings, row);

	const filled = { ...createBody, worth: '{amount}' };
	const again = await checkAnswer([{ id: 1, ...shown }], { ...credential, createBody: filled });
	expect(openRows(again.findings)).toEqual([]);
});

it.each<[string, object]>([
	['a cursor that no answer has', { after: 'x' }],
	['the size of a page', { limit: 100 }],
])('asks how pages go on where the documentation shows %s', async (_, parameters) => {
	const { findings } = await checkAnswer(
		(query: URLSearchParams) => (query.has('after') ? [] : listed()),
		{ createBody: created, listQuery: { reservationId: 'R-1', ...parameters } },
	);
	expectRow(findings, { setting: 'List Query: Pages', verdict: 'unknown' });
});

it('calls no list right that says that it has more pages, however it says so', async () => {
	const { verdict, findings } = await checkAnswer({ items: listed(), meta: { pages: 3 } }, {});
	expect(verdict).not.toBe('right');
	expectRow(findings, { setting: 'List Query: Pages', found: /meta\.pages/ });
});

it('asks about whole amounts, which may be cents, until they are entered', async () => {
	const body = listed(() => ({ amount: 1250 }));
	const { credential, findings } = await checkAnswer(body);
	expectRow(findings, {
		setting: 'List Response: Amount',
		verdict: 'unknown',
		advice: /If 1250 stands for 12\.5/,
	});
	expect(await checkAnswer(body, credential)).toMatchObject({ verdict: 'right', credential: {} });
});

describe('of several lists, it takes the one', () => {
	const other = listed((n) => ({ id: `p-${n}`, amount: 50.5, description: 'VISA' }));
	const body = { lines: listed(), entries: other };

	it('that the user’s List Response shows', async () => {
		const listResponse = { lines: [{ ...created, id }] };
		expect(await checkAnswer(body, { listResponse })).toMatchObject({ verdict: 'right' });
	});

	it('that it asks about, where nothing else tells', async () => {
		const { findings } = await checkAnswer(body);
		expectRow(findings, {
			setting: 'List Response: Amount',
			verdict: 'unknown',
			advice: /There is another list at/,
		});
	});

	it('that alone has amounts', async () => {
		const links = [{ rel: 'self', href: '/charges' }];
		expect(await checkAnswer({ links, items: listed() })).toMatchObject({ credential: {} });
		const { findings } = await checkAnswer({ links, items: listed() });
		expect(openRows(findings)).toEqual([]);
	});

	it('that is not called payments', async () => {
		const paid = listed((n) => ({ payments: [{ ...other[n], reference: 'x', folio: 'A' }] }));
		const { credential } = await checkAnswer({ services: paid, payments: other });
		expect(credential).toEqual({});
	});
});

it.each(['id', 'uuid'])(
	'takes of several IDs the %s by which the service knows an item',
	async (known) => {
		const items = charges.map((charge, n) => ({ id: `${n}7`, uuid: `u-${n}`, ...charge }));
		canned.answer = ({ asked }) => {
			const item = items.find((each) => asked.endsWith(`/${each[known as 'id' | 'uuid']}`));
			if (item) return { body: item };
			return asked.endsWith('=R-1') ? { body: items } : { status: 404 };
		};
		const run = await canned.run('check', { resource: 'setup', reservationId: 'R-1' });
		const found = expect.stringContaining(` at ${known}`) as string;
		const row = { setting: 'List Response: ID', found };
		expect(run.json()).toContainEqual(expect.objectContaining(row));
	},
);

it.each<[string, (answer: number) => object]>([
	['', () => ({})],
	[
		', also where nothing but the link is another with every answer',
		(answer) => ({ reservationId: undefined, link: `/r?signature=${answer}` }),
	],
])('tells where List Query is ignored%s', async (_, change) => {
	let answers = 0;
	canned.answer = () => {
		answers++;
		return { body: listed(() => change(answers)) };
	};
	const run = await canned.run('check', { resource: 'setup', reservationId: 'R-1' });
	expectRow(run.json(), { setting: 'List Query', verdict: 'unknown' });
});

it('says so when the reservation has no charges to learn from', async () => {
	const run = await hotel.run('check', { resource: 'setup', reservationId: 'R-9' });
	expect(run.error?.message).toMatch(/No list of charges came back for reservation 'R-9'/);
});

it.each([
	['Which booking?', { status: 400, body: { message: 'Which booking?' } }],
	['No list of charges came back', { body: [] }],
])('names the examples that cannot be used where no list comes back: %s', async (why, answer) => {
	canned.answer = answer;
	const parameters = { resource: 'setup', reservationId: 'R-9' };
	const examples = { updateBody: '{ "a": ', listQuery: '{ "booking": 7, } // the stay' };
	const run = await canned.run('check', parameters, examples);
	expect(run.error?.message).toContain(why);
	expect(run.error?.description).toMatch(
		/^'Update Body' is not valid JSON\..*'List Query' is not valid JSON\..*comments/,
	);
});

it('gives the words in which the service refuses to list', async () => {
	canned.answer = { status: 400, body: { message: 'Header X-Property-Id is missing' } };
	const run = await canned.run('check', { resource: 'setup', reservationId: 'R-9' });
	expect(run.error?.message).toContain('Header X-Property-Id is missing');
});

describe('what the other operations refuse does not stop it', () => {
	it('an example with a mistake is named, and advice is given all the same', async () => {
		const { verdict, credential, findings } = await checkAnswer(
			{ items: listed(() => ({ amount: undefined, price: 12.5 })) },
			{ createBody: '{ "price": "{prize}" }', listQuery: '{ "reservationId": ' },
		);
		expect(verdict).toBe('change');
		expect(credential.createBody).toMatchObject({ price: '{amount}' });
		expect(findings.slice(0, 2)).toMatchObject([
			{
				setting: 'Create Body',
				verdict: 'change',
				found: expect.stringContaining('{prize}') as string,
			},
			{
				setting: 'List Query',
				verdict: 'change',
				found: expect.stringContaining('JSON') as string,
			},
		]);
	});

	it('a cursor in List Query alone gets its counterpart', async () => {
		const listQuery = { reservationId: '{reservationId}', after: '{cursor}' };
		const page = paged('after', (isLast) => ({ paging: { next: isLast ? null : 'k2' } }));
		const { credential } = await checkAnswer(page, { listQuery });
		expect(credential.listResponse).toMatchObject({ paging: { next: '{cursor}' } });
		const again = await checkAnswer(page, { listQuery, ...credential });
		expect(again).toMatchObject({ verdict: 'right', credential: {} });
	});

	it('the documented answer to a list shows what no charge has yet', async () => {
		const { credential } = await checkAnswer(
			{ data: listed(() => ({ accountCode: null })) },
			{
				listResponse: {
					data: [{ id: 'x1', amount: 3.5, date: '2026-01-31', accountCode: '4400' }],
				},
			},
		);
		expect(credential.listResponse).toMatchObject({
			data: [{ id: '{id}', amount: '{amount}', accountCode: '{accountCode}' }],
		});
	});
});

it('values that every charge would be sent with as they stand are asked about', async () => {
	const createBody = {
		reservationId: 'R-9',
		amount: 30,
		quantity: 1,
		date: '2026-03-14',
		endDate: '2026-03-15',
		currency: 'EUR',
	};
	const rows = async (examples: object) => {
		const { findings } = await checkAnswer({ items: listed() }, examples);
		const ofBody = findings.filter(({ setting }) => /^Create Body: /.test(setting as string));
		return ofBody.map(({ setting, found, verdict }) => [setting, found, verdict]);
	};
	expect(await rows({ createBody })).toEqual([
		['Create Body: quantity', '1', 'unknown'],
		['Create Body: endDate', '"2026-03-15"', 'unknown'],
		['Create Body: currency', '"EUR"', 'unknown'],
	]);
	// What the user has left beside placeholders is the user's word.
	const own = { ...createBody, reservationId, amount, date: '{date}' };
	expect(await rows({ createBody: own })).toEqual([]);
});

it('what stands in a documented body and may mean something else is asked about', async () => {
	const body = { reservationId: 'R-9', price: 4550, day: '03/04/2025' };
	const { findings } = await checkAnswer(listed(), { createBody: body, updateBody: body });
	for (const setting of ['Create Body', 'Update Body']) {
		const [price, day] = [/If 4550 stands for 45\.5/, /In 03\/04\/2025, day and month/];
		expectRow(findings, { setting: `${setting}: price`, verdict: 'unknown', advice: price });
		expectRow(findings, { setting: `${setting}: day`, verdict: 'unknown', advice: day });
	}
});

it('{total} on a number of pages is taken out: it would end the list too early', async () => {
	const page = (query: URLSearchParams) => {
		const n = Number(query.get('page'));
		return { items: listed().slice(n - 1, n), meta: { pages: 1 } };
	};
	const listQuery = { reservationId: '{reservationId}', page: '{page}' };
	const listResponse = { items: [{ ...created, id }], meta: { pages: '{total}' } };
	const { credential, findings } = await checkAnswer(page, { listQuery, listResponse });
	expectRow(findings, {
		setting: 'List Query: Pages',
		found: '2 charges in all, 1 of them beyond {total}',
		advice: /not of pages/,
	});
	expect(credential).toEqual({
		customApiFormat: true,
		listResponse: { items: [{ ...created, id }] },
	});
});

describe('what cannot be used yet leads to what can', () => {
	const nested = { data: created };
	const cursor = { items: [{ ...created, id }], next: '{cursor}' };

	it.each<[string, object, object]>([
		['a List Query that is a list', { listQuery: '[]' }, { listQuery: { reservationId } }],
		[
			'a List Query that names no reservation',
			{ listQuery: { hotel: 'B' } },
			{ listQuery: { hotel: 'B', reservationId } },
		],
		[
			'a List Query that lacks {reservationId} alone',
			{ listQuery: { reservationId: 'R-1', offset: '{offset}' } },
			{ listQuery: { reservationId } },
		],
		[
			'the reservation further inside Create Body',
			{ createBody: nested },
			{ listQuery: { reservationId } },
		],
		[
			'{cursor} in List Response alone',
			{ listResponse: cursor },
			{ listQuery: { cursor: '{cursor}' } },
		],
		[
			'the reservation in a documented Update Body',
			{ updateBody: { reservationId: 'R-9', amount: 10.5 } },
			{ updateBody: { reservationId: '{reservationId!}', amount } },
		],
	])('%s', async (_, examples, expected) => {
		const body = { items: listed(), next: null };
		const { verdict, credential } = await checkAnswer(body, examples);
		expect(verdict).toBe('change');
		expect(credential).toMatchObject(expected);
		const again = await checkAnswer(body, { ...examples, ...credential });
		expect(again).toMatchObject({ verdict: 'right', credential: {} });
	});

	it('a list is read though Create Body has no {amount} yet', async () => {
		const createBody = { reservationId, description: '{description}' };
		const { credential, findings } = await checkAnswer({ items: listed() }, { createBody });
		expect(Object.keys(credential)).toEqual(['customApiFormat', 'listResponse']);
		const row = { setting: 'Create Body', verdict: 'unknown' };
		expectRow(findings, row);
	});
});

it('a cursor in both examples is right where there is one page', async () => {
	const listQuery = { reservationId, after: '{cursor}' };
	const listResponse = { items: [{ ...created, id }], next: '{cursor}' };
	const answer = { items: listed(), next: null };
	const checked = await checkAnswer(answer, { listQuery, listResponse });
	expect(checked).toMatchObject({ verdict: 'right', credential: {} });
});

it('a number that every update sends in place of {amount} is asked about until it is explained', async () => {
	const updateBody = { 'new amount': '45', description: 'Spa' };
	const first = await checkAnswer({ items: listed() }, { updateBody });
	const again = await checkAnswer({ items: listed() }, first.credential);
	const row = { setting: 'Update Body: new amount', found: '"45"', verdict: 'unknown' };
	expectRow(again.findings, row);
	expect(again.verdict).toBe('unknown');

	const filled = {
		updateBody: { ...(first.credential.updateBody as object), 'new amount': '{amount}' },
	};
	expect(await checkAnswer({ items: listed() }, filled)).toMatchObject({ verdict: 'right' });
});

it('a day or a text that every charge is sent with in place of a placeholder is asked about until it is explained', async () => {
	const own = { reservationId, amount, day: '2024-02-29', title: 'Late checkout', type: 'EXTRA' };
	const first = await checkAnswer(listed(), { createBody: own });
	const again = await checkAnswer(listed(), { createBody: own, ...first.credential });
	expect(again.verdict).toBe('unknown');
	expect(openRows(again.findings)).toMatchObject([
		{ setting: 'Create Body: day', found: '"2024-02-29"' },
		{ setting: 'Create Body: title', found: '"Late checkout"' },
	]);
	const createBody = { ...own, day: '{date}', title: '{description}' };
	const filled = await checkAnswer(listed(), { ...first.credential, createBody });
	expect(filled.verdict).toBe('right');
});

it('names List Query to copy only where there is one to copy, and leaves no cell empty', async () => {
	const createBody = { booking: 'R-9', amount: 10.5, date: '2026-01-31', description: 'Tour' };
	const { credential, findings } = await checkAnswer({ items: listed() }, { createBody });
	expect(credential).not.toHaveProperty('listQuery');
	const row = { setting: 'List Query', now: 'nothing', verdict: 'right' };
	expectRow(findings, row);
});
