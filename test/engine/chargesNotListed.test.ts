import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useCannedService, type CannedAnswer, type CannedRequest } from './support/cannedService';
import { runNode } from './support/runWorkflow';

const canned = useCannedService();

/** What the service has in its books, oldest first. */
let booked: Array<IDataObject & { id: string }>;
/** So many items a list has at most; nothing tells that it was cut off. */
let most: number;
/** So many lists after a create do not have the new item yet. */
let lag: number;
/** What it answers to a DELETE, instead of carrying it out. */
let deletion: CannedAnswer | undefined;
let nextReservation = 0;
let reservationId: string;
let credential: ReturnType<typeof canned.credential>;

beforeEach(() => {
	booked = [];
	most = 5;
	lag = 0;
	deletion = undefined;
	reservationId = `R-${++nextReservation}`;
	credential = canned.credential();
	canned.answer = answer;
});

function answer({ asked, body }: CannedRequest): CannedAnswer {
	const [method = '', url = ''] = asked.split(' ');
	const id = new URL(url, 'http://service').pathname.split('/')[2];
	if (method === 'POST') {
		const item = { id: `c-${nextReservation}-${booked.length + 1}`, ...(body as IDataObject) };
		booked.push(item);
		return { status: 201, body: item };
	}
	if (method === 'DELETE' && deletion) return deletion;
	if (method === 'DELETE') booked = booked.filter((item) => item.id !== id);
	if (method === 'DELETE') return { status: 204, body: '' };
	if (id !== undefined) {
		const item = booked.find((each) => each.id === id);
		return item ? { body: item } : { status: 404, body: { message: 'Not found' } };
	}
	const known = lag > 0 && booked.length > 0 ? booked.slice(0, booked.length - 1) : booked;
	if (booked.length > 0) lag--;
	return { body: { count: Math.min(most, known.length), data: known.slice(0, most) } };
}

/** Runs with On Error → Continue, so that every item has a word of its own. */
async function run(count: number, parameters: INodeParameters) {
	const items = Array.from({ length: count }, (_, n) => ({ n: n + 1 }));
	const workflow = await runNode(
		'serviceItem',
		{
			resource: 'serviceItem',
			reservationId,
			amount: '={{ $json.n }}',
			date: '2026-11-21',
			description: '=Charge {{ $json.n }}',
			reference: '=ref-{{ $json.n }}',
			...parameters,
		},
		{ credential, items, onError: 'continueRegularOutput' },
	);
	return workflow.json().flatMap(({ error }) => (error === undefined ? [] : [error as string]));
}

const protectedWays: Array<[string, INodeParameters]> = [
	['create by same fields', { operation: 'create', preventDuplicates: 'sameFields' }],
	['create by reference', { operation: 'create', preventDuplicates: 'reference' }],
	['upsert', { operation: 'upsert' }],
	['sync', { operation: 'sync' }],
];

describe.each(protectedWays)('a list that does not show what was made, to %s', (_, parameters) => {
	it('stops everything on the reservation before a second charge, and takes the first back', async () => {
		most = 0;
		const [first, ...others] = await run(3, parameters);

		expect(
			canned.asked.map((asked) => asked.split(' ')[0]).filter((method) => method !== 'GET'),
		).toEqual(['POST', 'DELETE']);
		expect(booked).toEqual([]);
		expect(first).toMatch(
			/was created, but the list .* does not show it .* It was deleted again.*'List Query'/,
		);
		expect(others).toHaveLength(2);
		for (const error of others) expect(error).toMatch(/was not created: the list .*'List Query'/);
	});

	it.each([403, 404])(
		'has the first charge deleted by hand where DELETE is answered %i',
		async (status) => {
			most = 0;
			deletion = { status, body: { message: 'No' } };
			const errors = await run(3, parameters);

			expect(booked).toHaveLength(1);
			expect(errors[0]).toMatch(
				/'c-\d+-1' was created, but the list .* does not show it .*Delete it by hand/,
			);
			expect(errors).toHaveLength(3);
		},
	);

	it('is given time where it lags behind', async () => {
		lag = 1;

		expect(await run(2, parameters)).toEqual([]);
		expect(booked).toHaveLength(2);
	});
});

it('one protected charge takes a list, a create and a list', async () => {
	await run(1, { operation: 'create', preventDuplicates: 'sameFields' });

	expect(canned.asked.map((asked) => asked.split(' ')[0])).toEqual(['GET', 'POST', 'GET']);
});
