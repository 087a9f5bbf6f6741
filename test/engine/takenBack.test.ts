import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel, type SentCharge } from './support/hotel';
import { useCannedService, type CannedAnswer, type CannedRequest } from './support/cannedService';

const hotel = useHotel();
const canned = useCannedService();

const spa = { amount: 79.4, date: '2026-11-21', description: 'Spa treatment for two' };
const sameFields: INodeParameters = {
	reservationId: 'R-1',
	amount: '={{ $json.amount }}',
	date: spa.date,
	description: '={{ $json.description }}',
	preventDuplicates: 'sameFields',
};
const byReference: INodeParameters = {
	...sameFields,
	preventDuplicates: 'reference',
	reference: '={{ $json.reference }}',
};
/** Cuts descriptions off, as a column that is too narrow does. */
const cutText = ({ description }: SentCharge) => ({ description: description.slice(0, 11) });
/** Rounds amounts to the whole unit. */
const roundAmount = ({ amount }: SentCharge) => ({ amount: Math.round(amount) });
const onError = 'continueRegularOutput';
const methods = () => hotel.requests.map(({ method }) => method);
const booked = () => hotel.service.books.all('R-1').map(({ id }) => id);

describe('a charge that the service keeps in a form that would not be found again', () => {
	it.each([
		['cut off, by same fields', cutText, sameFields],
		['cut off, with its reference at the end', cutText, byReference],
		['rounded, by same fields', roundAmount, sameFields],
	])('%s, is deleted again, and the item says so', async (_, change, parameters) => {
		hotel.keepOtherwise(change);
		const run = await hotel.run('create', parameters, {
			items: [{ ...spa, reference: 'order-1' }],
		});

		expect(run.error?.message).toMatch(
			/^The service item 'si-1' was created, but the list of reservation 'R-1' does not show it/,
		);
		expect(run.error?.description).toMatch(/^It was deleted again; correct 'List Query'/);
		expect(methods()).toEqual(['GET', 'POST', 'GET', 'GET', 'GET', 'GET', 'DELETE']);
		expect(booked()).toEqual([]);
	});

	it('is said to be deleted for every item that it stood for', async () => {
		hotel.keepOtherwise(cutText);
		hotel.service.dialect.createAnswer = 'idOnly';
		const items = [1, 2].map(() => ({ ...spa, reference: 'order-1' }));
		const run = await hotel.run('create', byReference, { items, onError });

		expect(run.json().map(({ error }) => error)).toEqual([
			expect.stringContaining('It was deleted again'),
			expect.stringContaining('It was deleted again'),
		]);
		expect(booked()).toEqual([]);
	});

	it('is not said to be gone where an earlier request for it may have arrived', async () => {
		hotel.keepOtherwise(cutText);
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'resetAfter' });
		const run = await hotel.run('create', sameFields, { items: [spa], retryOnFail: true });

		expect(run.error?.message).toContain('may or may not have been carried out');
		expect(methods().filter((method) => method === 'POST')).toHaveLength(2);
		expect(booked()).toEqual(['si-1']);
	});

	it('is left, and said to be left, where its ID is not known', async () => {
		hotel.keepOtherwise(cutText);
		hotel.service.dialect.createAnswer = 'empty204';
		const run = await hotel.run('create', sameFields, { items: [spa], retryOnFail: true });

		expect(run.error?.description).toMatch(/^Delete it by hand, and do not run this again/);
		// Not even the tries of Retry On Fail make it again.
		expect(methods().filter((method) => method !== 'GET')).toEqual(['POST']);
		expect(booked()).toHaveLength(1);
	});

	it('is looked at although a later item failed', async () => {
		hotel.keepOtherwise(({ amount, description }) => ({
			description: amount === 2 ? description.slice(0, 3) : description,
		}));
		hotel.service.faults.add({
			method: 'POST',
			path: /services/,
			kind: 'errorBefore',
			status: 422,
			after: 2,
		});
		const items = [1, 2, 3].map((amount) => ({ ...spa, amount }));
		const run = await hotel.run('create', sameFields, { items, onError });

		expect(run.json()).toMatchObject([
			{ _action: 'created' },
			{ error: expect.stringContaining('was deleted again') as string },
			{ error: expect.stringContaining('did not accept the values') as string },
		]);
		expect(booked()).toEqual(['si-1']);
	});

	it('is looked at in the end where the list could not be read in between', async () => {
		hotel.keepOtherwise(({ amount, description }) => ({
			description: amount === 1 ? description.slice(0, 3) : description,
		}));
		hotel.refuse('GET', 500, { after: 1 });
		const items = [1, 2].map((amount) => ({ ...spa, amount }));
		const parameters = { ...sameFields, options: { maxRetries: 0 } };
		const run = await hotel.run('create', parameters, { items, onError });

		expect(run.json()).toMatchObject([
			{ error: expect.stringContaining('was deleted again') as string },
			{ _action: 'created' },
		]);
	});

	it('counts as made in a retry once the list shows it, where it could not be deleted', async () => {
		hotel.keepOtherwise(cutText);
		hotel.refuse('DELETE', 403);
		const failed = await hotel.run('create', sameFields, { items: [spa] });
		expect(failed.error?.description).toMatch(/^Delete it by hand/);
		hotel.edit('si-1', { description: spa.description });
		const run = await hotel.run('create', sameFields, { items: [spa], retryOf: failed });

		expect(run.json()).toMatchObject([{ id: 'si-1', _action: 'created' }]);
		expect(booked()).toEqual(['si-1']);
	});

	it('is made anew by a later try once the service shows it', async () => {
		let isCutting = true;
		hotel.keepOtherwise((sent) => (isCutting ? cutText(sent) : {}));
		const failed = await hotel.run('create', sameFields, { items: [spa] });
		isCutting = false;
		const run = await hotel.run('create', sameFields, { items: [spa], retryOf: failed });

		expect(run.json()).toMatchObject([{ id: 'si-2', _action: 'created' }]);
		expect(booked()).toEqual(['si-2']);
	});
});

const ways: Array<[string, INodeParameters]> = [
	['create', sameFields],
	['create', byReference],
	['upsert', byReference],
	['sync', byReference],
];

describe.each(ways)(
	'a list that does not show what was made, with %s %j',
	(operation, parameters) => {
		const run = async () => {
			const items = [1, 2, 3].map((amount) => ({
				amount,
				description: 'Spa',
				reference: `r-${amount}`,
			}));
			const done = await hotel.run(operation, parameters, { items, onError });
			return done.json().flatMap(({ error }) => (error === undefined ? [] : [error]));
		};

		it('stops everything on the reservation before a second charge, and takes the first back', async () => {
			hotel.service.dialect.listLagMs = Infinity;
			const errors = await run();

			expect(methods().filter((method) => method !== 'GET')).toEqual(['POST', 'DELETE']);
			expect(booked()).toEqual([]);
			const others = expect.stringMatching(/was not created: the list .*'List Query'/) as string;
			expect(errors).toEqual([
				expect.stringMatching(/was created, but the list .* It was deleted again.*'List Query'/),
				others,
				others,
			]);
		});

		it.each([403, 404])(
			'has the first deleted by hand where DELETE is answered %i',
			async (status) => {
				hotel.service.dialect.listLagMs = Infinity;
				hotel.refuse('DELETE', status);
				const errors = await run();

				expect(errors).toHaveLength(3);
				expect(errors[0]).toMatch(/'si-1' was created, but the list .*Delete it by hand/);
				expect(booked()).toEqual(['si-1']);
			},
		);

		it('is given time where it lags behind', async () => {
			hotel.service.dialect.listLagMs = 1000;

			expect(await run()).toEqual([]);
			expect(booked()).toHaveLength(3);
		});
	},
);

describe('a service that answers a create with the whole bill', () => {
	let bill: IDataObject[];
	let isShown: boolean;
	let keptAs: IDataObject;

	beforeEach(() => {
		keptAs = {};
		bill = [{ id: 'old', reservationId: 'R-1', ...spa, description: 'Room' }];
		isShown = true;
		canned.answer = ({ asked, body }: CannedRequest): CannedAnswer => {
			if (asked.startsWith('DELETE')) {
				bill = bill.filter(({ id }) => !asked.endsWith(`/${id as string}`));
				return { status: 204, body: '' };
			}
			if (asked.startsWith('POST')) bill.push({ id: 'new', ...(body as IDataObject), ...keptAs });
			return { body: asked.startsWith('POST') || isShown ? bill : bill.slice(0, 1) };
		};
	});

	const run = async () => {
		const { amount, description } = spa;
		return await canned.run('create', { ...sameFields, amount, description });
	};

	it('deletes nothing by an ID that may be of something else', async () => {
		const answerAll = canned.answer as (request: CannedRequest) => CannedAnswer;
		canned.answer = (request) => {
			const answer = answerAll(request);
			return request.asked.startsWith('POST') ? { body: { invoiceId: 77 } } : answer;
		};

		expect((await run()).json()).toMatchObject([{ id: 'new', _action: 'created' }]);
		expect(canned.asked.filter((asked) => asked.startsWith('DELETE'))).toEqual([]);
	});

	it('has made the new charge, whatever stands first, also if it is kept otherwise', async () => {
		keptAs = { description: spa.description.toUpperCase() };
		expect((await run()).json()).toMatchObject([{ _action: 'created' }]);
		expect(bill.map(({ id }) => id)).toEqual(['old', 'new']);
	});

	it('takes the new one for its own, not what somebody else has just added', async () => {
		const answerAll = canned.answer as (request: CannedRequest) => CannedAnswer;
		canned.answer = (request) => {
			if (request.asked.startsWith('POST'))
				bill.push({ id: 'desk', ...spa, description: 'Minibar' });
			return answerAll(request);
		};

		expect((await run()).json()).toMatchObject([{ _action: 'created' }]);
		expect(bill.map(({ id }) => id)).toEqual(['old', 'desk', 'new']);
	});

	it('deletes none of several where the list does not show it', async () => {
		isShown = false;
		const { error } = await run();

		expect(error?.message).toMatch(/was created, but the list .* does not show it/);
		expect(bill.map(({ id }) => id)).toEqual(['old', 'new']);
	});
});

describe('a charge that another process makes in the same instant', () => {
	const theirs = (changes: IDataObject = {}) => ({ ...spa, ...changes });

	it('by same fields: ours, the later one, is taken back', async () => {
		hotel.meanwhile({ method: 'POST' }, () => hotel.service.books.add('R-1', theirs()));
		const run = await hotel.run('create', sameFields, { items: [spa] });

		expect(run.json()).toMatchObject([{ id: 'si-1', _action: 'alreadyExisted' }]);
		expect(methods()).toEqual(['GET', 'POST', 'GET', 'DELETE']);
		expect(booked()).toEqual(['si-1']);
	});

	it('by same fields: ours, the earlier one, stays when theirs goes', async () => {
		hotel.meanwhile({ method: 'GET', after: 1 }, () =>
			hotel.service.books.add('R-1', { ...theirs(), id: 'si-9' }),
		);
		hotel.meanwhile({ method: 'GET', after: 3 }, () => hotel.remove('si-9'));
		const run = await hotel.run('create', sameFields, { items: [spa] });

		expect(run.json()).toMatchObject([{ id: 'si-1', _action: 'created' }]);
		expect(booked()).toEqual(['si-1']);
	});

	it('and that both stay is said with both names', async () => {
		hotel.meanwhile({ method: 'GET', after: 1 }, () =>
			hotel.service.books.add('R-1', { ...theirs(), id: 'si-9' }),
		);
		const run = await hotel.run('create', sameFields, { items: [spa] });

		expect(run.error?.message).toBe(
			"The charge may be on reservation 'R-1' twice: the service items 'si-1' and 'si-9' are the same",
		);
	});

	it('that ours cannot be deleted is said with both names', async () => {
		hotel.meanwhile({ method: 'POST' }, () => hotel.service.books.add('R-1', theirs()));
		hotel.service.faults.add({ method: 'DELETE', kind: 'errorBefore', status: 403 });
		const run = await hotel.run('create', sameFields, { items: [spa] });

		expect(run.error?.message).toContain("'si-2' and 'si-1' are the same");
		expect(methods().filter((method) => method === 'DELETE')).toHaveLength(1);
		expect(booked()).toEqual(['si-1', 'si-2']);
	});

	it.each(['upsert', 'sync'])(
		'with other fields: theirs is brought up to date by %s',
		async (operation) => {
			const description = 'Theirs [ref:order-1]';
			hotel.meanwhile({ method: 'POST' }, () =>
				hotel.service.books.add('R-1', theirs({ amount: 5, description })),
			);
			const run = await hotel.run(operation, byReference, {
				items: [{ ...spa, reference: 'order-1' }],
			});

			expect(run.json().map(({ _action, action }) => _action ?? action)).toEqual(['updated']);
			expect(hotel.service.books.all('R-1')).toMatchObject([
				{ id: 'si-1', amount: spa.amount, description: `${spa.description} [ref:order-1]` },
			]);
		},
	);

	const alikeRun = async () => {
		hotel.meanwhile({ method: 'POST', after: 1 }, () => hotel.service.books.add('R-1', theirs()));
		return await hotel.run('create', sameFields, { items: [spa, spa], onError });
	};

	it('is one of several alike: ours stay when theirs goes, which may have come with our first', async () => {
		hotel.meanwhile({ method: 'GET', after: 3 }, () => hotel.remove('si-2'));
		const run = await alikeRun();

		expect(run.json()).toMatchObject([
			{ id: 'si-1', _action: 'created' },
			{ id: 'si-3', _action: 'created' },
		]);
		expect(booked()).toEqual(['si-1', 'si-3']);
	});

	it('is one of several alike: that all stay is said', async () => {
		const message = expect.stringContaining("'si-3' and 'si-2' are the same") as string;

		expect((await alikeRun()).json()).toMatchObject([{ id: 'si-1' }, { error: message }]);
		expect(booked()).toHaveLength(3);
	});

	it('stands for no other wish of ours, as it may be taken back', async () => {
		hotel.meanwhile({ method: 'GET', after: 1 }, () =>
			hotel.service.books.add('R-1', { ...theirs(), id: 'si-9' }),
		);
		hotel.meanwhile({ method: 'GET', after: 2 }, () => hotel.remove('si-9'));
		const run = await hotel.run('create', sameFields, { items: [spa, spa] });

		expect(run.json().map(({ id }) => id)).toEqual(booked());
		expect(booked()).toEqual(['si-1', 'si-2']);
	});
});
