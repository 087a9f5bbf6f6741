import type { INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import {
	cutText,
	keepOtherwise,
	roundAmount,
	writeCapitals,
	type SentCharge,
} from './support/keepOtherwise';
import { meanwhile } from './support/meanwhile';
import { panelOf } from './support/workflowRun';

const hotel = useHotel();

const lateCheckout = { amount: 24.6, date: '2026-11-21', description: 'Late checkout' };
const item = { reservationId: 'R-1', ...lateCheckout, reference: 'order-1' };

const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
	reference: '={{ $json.reference }}',
};

/** What creates service items and can recognize them, and how the description is kept then. */
interface Creator {
	name: string;
	operation: string;
	parameters?: INodeParameters;
	own: string;
}

const bySameFields: Creator = {
	name: 'create by same fields',
	operation: 'create',
	parameters: { preventDuplicates: 'sameFields' },
	own: 'Late checkout',
};
const byReference: Creator[] = [
	{
		name: 'create by reference',
		operation: 'create',
		parameters: { preventDuplicates: 'reference' },
		own: 'Late checkout [ref:order-1]',
	},
	{ name: 'upsert', operation: 'upsert', own: 'Late checkout [ref:order-1]' },
	{ name: 'sync', operation: 'sync', own: 'Late checkout [ref:order-1]' },
];
const creators = [bySameFields, ...byReference];

function run(
	{ operation, parameters }: Creator,
	settings: Parameters<typeof hotel.run>[2] = {},
): ReturnType<typeof hotel.run> {
	return hotel.run(operation, { ...fromItem, ...parameters }, { items: [item], ...settings });
}

/** Runs it and gives out what was done for each item. */
async function actions(creator: Creator, items = [item]): Promise<unknown[]> {
	const { error, json } = await run(creator, { items }).then((done) => ({
		error: done.error?.message,
		json: done.json(),
	}));
	expect(error).toBeUndefined();
	return json.map(({ _action, action }) => _action ?? action);
}

/** A fault for the first charge; logins have none. */
function fail(kind: 'resetBefore' | 'resetAfter' | 'errorBefore', status?: number): void {
	hotel.service.faults.add({ method: 'POST', path: /^\/services/, kind, status });
}

function timesSent(): number {
	return hotel.requests.filter(({ method }) => method === 'POST').length;
}

/** Descriptions on the books. */
function booked(): string[] {
	return hotel.service.books.all().map(({ description }) => description);
}

const unclear =
	"The service item may or may not have been created on reservation 'R-1': the connection broke off. Service item 'si-1' has turned up since, which may be it in other words. Look at the reservation before creating it again";

describe.each([
	{ does: 'cuts texts off', change: cutText, affected: creators },
	{ does: 'writes capitals', change: writeCapitals, affected: byReference },
	{ does: 'rounds amounts', change: roundAmount, affected: [bySameFields] },
	{
		does: 'does all that',
		change: (sent: SentCharge) => ({
			...roundAmount(sent),
			description: sent.description.toUpperCase().slice(0, 11),
		}),
		affected: creators,
	},
])('by a service that $does, a charge whose answer is lost', ({ change, affected }) => {
	beforeEach(() => {
		keepOtherwise(hotel.service, change);
		fail('resetAfter');
	});

	it.each(affected)('is reported by $name, and sent in no other try or retry', async (creator) => {
		const failed = await run(creator, { retryOnFail: true, maxTries: 3 });
		const retried = await run(creator, { retryOf: failed });
		const again = await run(creator, { retryOf: retried });

		for (const { error } of [failed, retried, again]) {
			expect(panelOf(error).startsWith(unclear)).toBe(true);
		}
		expect(failed.error?.description).toContain('It was not sent again');
		expect(timesSent()).toBe(1);
		expect(booked()).toHaveLength(1);
	});
});

it('a lookalike of one item does not keep the others from being charged, with Continue', async () => {
	keepOtherwise(hotel.service, cutText);
	fail('resetAfter');
	const items = ['R-1', 'R-2', 'R-3'].map((reservationId) => ({ ...item, reservationId }));
	const { output, json } = await run(bySameFields, {
		items,
		onError: 'continueRegularOutput',
		retryOnFail: true,
	}).then((done) => ({ output: done.output(), json: done.json() }));

	const errors = json.filter(({ error }) => error !== undefined);
	expect(errors).toEqual([{ error: expect.stringContaining('has turned up since') as string }]);
	expect(output).toHaveLength(3);
	expect(timesSent()).toBe(3);
	expect(booked()).toHaveLength(3);
});

it.each(byReference)('a rounded amount does not hide the reference from $name', async (creator) => {
	keepOtherwise(hotel.service, roundAmount);
	fail('resetAfter');

	expect(await actions(creator)).toEqual(['created']);
	expect(timesSent()).toBe(1);
	expect(booked()).toEqual([creator.own]);
});

describe.each(creators)('no lookalike to $name is', (creator) => {
	it.each([
		['another charge', { amount: 60, date: '2026-12-06', description: 'Old town tour' }],
		['a charge for another reference', { ...lateCheckout, description: 'Late [ref:their-1]' }],
	])('%s that another workflow adds meanwhile', async (_, theirs) => {
		fail('resetBefore');
		meanwhile(hotel.service, { method: 'GET', after: 1 }, () => {
			hotel.service.books.add('R-1', theirs);
		});

		expect(await actions(creator)).toEqual(['created']);
		expect(timesSent()).toBe(2);
		expect(booked()).toEqual([theirs.description, creator.own]);
	});

	it('a similar charge that was there before', async () => {
		hotel.service.books.add('R-1', { ...lateCheckout, description: 'Late' });
		fail('resetBefore');

		expect(await actions(creator)).toEqual(['created']);
		expect(booked()).toEqual(['Late', creator.own]);
	});

	it('the charge itself, which comes in late', async () => {
		fail('errorBefore', 504);
		meanwhile(hotel.service, { method: 'GET', after: 2 }, () => {
			hotel.service.books.add('R-1', { ...lateCheckout, description: creator.own });
		});

		expect(await actions(creator)).toEqual(['created']);
		expect(timesSent()).toBe(1);
		expect(booked()).toEqual([creator.own]);
	});
});

it('a charge that another input item stands for is no lookalike', async () => {
	const suite = { ...lateCheckout, amount: 50, description: 'Late checkout, suite' };
	fail('resetBefore');
	meanwhile(hotel.service, { method: 'GET', after: 1 }, () => {
		hotel.service.books.add('R-1', suite);
	});

	expect(await actions(bySameFields, [item, { ...item, ...suite }])).toEqual([
		'created',
		'alreadyExisted',
	]);
	expect(booked()).toEqual([suite.description, 'Late checkout']);
});
