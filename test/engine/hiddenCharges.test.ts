import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useCannedService, type CannedAnswer, type CannedRequest } from './support/cannedService';
import { runNode } from './support/runWorkflow';

const canned = useCannedService();

/** What the service has in its books, oldest first. */
let booked: Array<IDataObject & { id: string }>;
/** So many items a list has at most; nothing tells that it was cut off. */
let most: number;
/** Which end of the list is cut off. */
let isNewestFirst: boolean;
/** So many lists after a create do not have the new item yet. */
let lag: number;
let nextReservation = 0;
let reservationId: string;
let credential: ReturnType<typeof canned.credential>;

beforeEach(() => {
	booked = [];
	most = 5;
	isNewestFirst = false;
	lag = 0;
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
	if (method === 'DELETE') booked = booked.filter((item) => item.id !== id);
	if (method === 'DELETE') return { status: 204, body: '' };
	if (id !== undefined) {
		const item = booked.find((each) => each.id === id);
		return item ? { body: item } : { status: 404, body: { message: 'Not found' } };
	}
	const known = lag > 0 && booked.length > 0 ? booked.slice(0, booked.length - 1) : booked;
	if (booked.length > 0) lag--;
	const items = isNewestFirst ? [...known].reverse() : known;
	return { body: { count: Math.min(most, items.length), data: items.slice(0, most) } };
}

/** Runs with On Error → Continue, so that every item has a word of its own. */
async function run(count: number, parameters: INodeParameters, staticData?: IDataObject) {
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
		{ credential, items, onError: 'continueRegularOutput', staticData },
	);
	const errors = workflow.json().flatMap(({ error }) => (error === undefined ? [] : [error]));
	return { errors, staticData: workflow.staticData };
}

const protectedWays: Array<[string, INodeParameters]> = [
	['create by same fields', { operation: 'create', preventDuplicates: 'sameFields' }],
	['create by reference', { operation: 'create', preventDuplicates: 'reference' }],
	['upsert', { operation: 'upsert' }],
	['sync', { operation: 'sync' }],
];

describe.each(protectedWays)('a list cut off without a word, to %s', (_, parameters) => {
	it('stops everything on the reservation at the first charge it does not show', async () => {
		const { errors } = await run(8, parameters);

		expect(booked).toHaveLength(6);
		expect(errors).toHaveLength(3);
		expect(errors[0]).toContain(`'c-${nextReservation}-6' was created. The list of reservation`);
		for (const error of errors) expect(error).toMatch(/does not show.*'Pagination'/);
	});

	it('lets no later run create anything, not even in another process', async () => {
		const { staticData } = await run(6, parameters);
		for (const kept of [{}, staticData]) {
			const { errors } = await run(8, parameters, kept);
			expect(errors).toHaveLength(8);
			expect(errors[0]).toMatch(/does not show service item .*, which is there/);
		}
		expect(booked).toHaveLength(6);
		expect(JSON.stringify(staticData)).toContain(`c-${nextReservation}-6`);
	});

	it('is found out when newer charges push out older ones', async () => {
		isNewestFirst = true;
		await run(8, parameters);
		await run(8, parameters);
		expect(booked).toHaveLength(6);
	});

	it('is forgotten as soon as the list shows it, or it is gone', async () => {
		const { staticData } = await run(6, parameters);
		most = 100;
		expect((await run(8, parameters, staticData)).errors).toEqual([]);
		expect(booked).toHaveLength(8);

		reservationId = `R-${++nextReservation}`;
		booked = [];
		most = 5;
		await run(6, parameters);
		booked = [];
		expect((await run(3, parameters)).errors).toEqual([]);
		expect(booked).toHaveLength(3);
	});
});

it('a list that lags behind a little shows in time what was made', async () => {
	lag = 1;
	const { errors, staticData } = await run(2, {
		operation: 'create',
		preventDuplicates: 'sameFields',
	});
	expect(errors).toEqual([]);
	expect(booked).toHaveLength(2);
	expect(JSON.stringify(staticData ?? {})).not.toContain('hiddenCharges');
});

it('many reservations of a few charges each take hardly more lists than one each', async () => {
	most = 100;
	canned.answer = (request) => {
		const { searchParams } = new URL(request.asked.split(' ')[1] ?? '', 'http://service');
		const given = answer(request) as { body: { data?: IDataObject[] } };
		const wanted = searchParams.get('reservationId');
		if (!given.body.data) return given;
		return { body: { data: given.body.data.filter((item) => item.reservationId === wanted) } };
	};
	credential.edit({ accountConcurrency: 1 });
	const { errors } = await run(40, {
		operation: 'create',
		preventDuplicates: 'sameFields',
		reservationId: '=S-{{ $json.n % 20 }}',
	});

	expect(errors).toEqual([]);
	expect(booked).toHaveLength(40);
	expect(canned.asked.filter((asked) => asked.startsWith('GET'))).toHaveLength(20 + 2);
});
