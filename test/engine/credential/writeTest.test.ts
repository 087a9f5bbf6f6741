import type { IDataObject } from 'n8n-workflow';
import type { PlannedFault } from '../../service/faults';
import { charges, expectRow, useChecks } from '../support/checks';
import { path } from '../support/hotel';

const { hotel, check } = useChecks();

const blanks: Record<string, string> = Object.fromEntries(
	['reservationId', ...Object.keys(charges[0] ?? {})].map((name) => [name, `{${name}}`]),
);

beforeEach(() => hotel.service.books.add('R-1', charges[0] as never));

/** The lines of the write test that are not right. */
async function troubles(): Promise<IDataObject[]> {
	const report = await check(true);
	return report.filter(
		({ setting, verdict }) => /^Test Writing/.test(setting as string) && verdict !== 'right',
	);
}

it('is refused for the production environment, before anything is sent', async () => {
	hotel.credential.edit({ environment: 'production' });
	const parameters = { resource: 'setup', reservationId: 'R-1', writeTest: true };
	const run = await hotel.run('check', parameters);
	expect(run.error?.message).toMatch(
		/'Test Writing' creates a charge, and the credential is for the production/,
	);
	expect(hotel.requests).toEqual([]);
});

it('says each step, and changes all fields, to what another charge has where the service may know no other', async () => {
	hotel.service.books.add('R-1', charges[1] as never);
	const report = await check(true);
	const sent = hotel.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

	expect(sent).toEqual([
		{ amount: 14.35, description: expect.stringContaining('[ref:check-') as string },
		{
			amount: 13.35,
			date: '2026-11-22',
			description: expect.stringContaining('changed') as string,
			accountCode: '4410',
			destinationAccount: 'COMPANY',
		},
	]);
	const steps = report.map(({ setting, verdict }) => `${setting as string}: ${verdict as string}`);
	expect(steps.slice(-4)).toEqual([
		'Create Body: right',
		'Test Writing: Create: right',
		'Test Writing: Update: right',
		'Test Writing: Delete: right',
	]);
	expect(hotel.service.books.all()).toHaveLength(2);
});

it('calls no service right that empties what an update leaves out', async () => {
	const { books } = hotel.service;
	const update = books.update.bind(books);
	books.update = (booking, change) => update(booking, { accountCode: '', ...change });

	expect(await troubles()).toEqual([
		expect.objectContaining({
			setting: 'Test Writing: Update',
			verdict: 'change',
			found: expect.stringMatching(
				/has changed 'Account Code' as well.*\{description!\}/,
			) as string,
		}),
	]);
	expect(books.all()).toHaveLength(1);

	const marked = { ...blanks, reservationId: undefined, accountCode: '{accountCode!}' };
	const updateBody = JSON.stringify(marked);
	hotel.credential.edit({ customApiFormat: true, updateBody });
	expect(await troubles()).toEqual([]);
});

it('says what is missing in an example that has no place for a reference', async () => {
	const createBody = '{ "reservationId": "{reservationId}", "amount": "{amount}" }';
	hotel.credential.edit({ customApiFormat: true, createBody });
	expect(await troubles()).toMatchObject([
		{ setting: 'Test Writing: Create', found: expect.stringContaining(`'Create Body'`) as string },
	]);
	expect(hotel.requests.every(({ method }) => method === 'GET')).toBe(true);
});

it('tells of no charge to delete by hand where none was created, as the list is not read to its end', async () => {
	hotel.service.dialect = { ...hotel.service.dialect, pagination: 'lastItem', maxPageSize: 1 };
	hotel.service.books.add('R-1', charges[1] as never);
	expect(await troubles()).toEqual([]);
	expectRow(await check(true), {
		setting: 'Create Body',
		advice: /^'Test Writing' needs a list/,
	});
});

it('gives the words in which the service refuses a charge or a change', async () => {
	const found = expect.stringMatching(/did not accept the values \(status 422\): \w+/) as string;
	hotel.refuse('POST', 422);
	expect(await troubles()).toMatchObject([{ setting: 'Test Writing: Create', found }]);
	hotel.refuse('PATCH', 422);
	expect(await troubles()).toMatchObject([{ setting: 'Test Writing: Update', found }]);
});

it('calls a Create Body that the service has refused by no other verdict than unknown', async () => {
	hotel.service.dialect = { ...hotel.service.dialect, amountField: 'price' };
	hotel.service.books.clear();
	hotel.service.books.add('R-1', charges[0] as never);
	hotel.refuse('POST', 422);
	expectRow(await check(true), { setting: 'Create Body', verdict: 'unknown' });
});

it('does not call a reference safe that is written but not read', async () => {
	hotel.service.dialect = { ...hotel.service.dialect, referenceField: 'ref' };
	hotel.credential.edit({
		customApiFormat: true,
		createBody: JSON.stringify({ ...blanks, ref: '{reference}' }),
		listResponse: JSON.stringify({ items: [{ ...blanks, id: '{id}' }] }),
	});
	expect(await troubles()).toMatchObject([
		{
			setting: 'Test Writing: Create',
			found: expect.stringContaining(`'List Response'`) as string,
		},
	]);
});

it('says which field a list does not show', async () => {
	const { description, ...others } = blanks;
	hotel.service.dialect = { ...hotel.service.dialect, descriptionField: 'label' };
	hotel.service.books.clear();
	hotel.service.books.add('R-1', { ...charges[0], description: '' } as never);
	hotel.credential.edit({
		customApiFormat: true,
		createBody: JSON.stringify({ ...others, label: description, reference: '{reference}' }),
		listResponse: JSON.stringify({ items: [{ ...others, id: '{id}', reference: '{reference}' }] }),
	});
	expectRow(await check(true), { setting: 'List Response: Description', verdict: 'unknown' });
});

it('creates nothing that it could not delete, as the list shows no IDs', async () => {
	hotel.service.dialect = { ...hotel.service.dialect, idField: 'handle' };
	hotel.service.books.clear();
	hotel.service.books.add('R-1', charges[0] as never);
	expect(await troubles()).toEqual([]);
	expect(hotel.methods).not.toContain('POST');
});

describe('leaves nothing behind', () => {
	it.each<[string, PlannedFault]>([
		['when the create is answered with an error', { kind: 'errorAfter', method: 'POST', path }],
		['when the connection breaks after the create', { kind: 'resetAfter', method: 'POST', path }],
		['when the answer to the create is empty', { kind: 'emptyBody', method: 'POST', path }],
		['when a change is refused', { kind: 'errorBefore', method: 'PATCH', status: 403, times: 9 }],
		['when a change is answered with an error', { kind: 'errorAfter', method: 'PATCH' }],
	])('%s', async (_, fault) => {
		hotel.service.faults.add(fault);
		await check(true);
		expect(hotel.service.books.all()).toHaveLength(1);
	});

	it('when the answer to the create is lost, and the list cannot be read right after', async () => {
		hotel.service.faults.add({ kind: 'resetAfter', method: 'POST', path: /services/ });
		const path = /services$/;
		hotel.service.faults.add({ kind: 'errorBefore', method: 'GET', path, status: 400, after: 3 });
		const wrong = (await troubles()).map(({ setting }) => setting);

		expect(wrong).toEqual(['Test Writing: Create']);
		expect(hotel.service.books.all()).toHaveLength(1);
	});

	it.each<[string, (text: string) => string]>([
		['does not keep the reference', (text) => text],
		['writes in capitals', (text) => text.toUpperCase()],
		['cuts texts', (text) => text.slice(0, 30)],
	])('when the service %s', async (_, shown) => {
		const createBody = JSON.stringify({ ...blanks, unheardOf: '{reference}' });
		hotel.credential.edit({ customApiFormat: true, createBody });
		hotel.keepOtherwise(({ description }) => ({ unheardOf: '', description: shown(description) }));
		const steps = await troubles();

		expect(hotel.count('POST')).toBe(1);
		expect(steps).toMatchObject([{ setting: 'Test Writing: Create', verdict: 'change' }]);
		expect(hotel.ids()).toEqual(['si-1']);
	});

	it.each<[string, PlannedFault]>([
		[
			'is not allowed to take away',
			{ kind: 'errorBefore', method: 'DELETE', status: 403, times: 9 },
		],
		[
			'cannot read by its ID, which is then no proof',
			{ kind: 'errorBefore', method: 'GET', path: /si-/, status: 403, times: 9 },
		],
		[
			'cannot find, as the list cannot be read any more',
			{ kind: 'errorBefore', method: 'GET', path: /services$/, status: 403, after: 4, times: 99 },
		],
	])('or names the charge that it %s', async (_, fault) => {
		hotel.service.faults.add(fault);
		expectRow(await troubles(), {
			setting: 'Test Writing: Delete',
			verdict: 'change',
			advice: /^Look for the charge with check-\d+ .* by hand/,
		});
		expect(hotel.service.books.all()).toHaveLength(2);
	});
});

it('changes and deletes nothing of others, whatever ID the answer to the create names', async () => {
	const theirs = { ...charges[0], id: '77', description: 'Suite of another guest' };
	hotel.service.books.add('R-OTHER', theirs as never);
	const create = hotel.service.books.create.bind(hotel.service.books);
	hotel.service.books.create = (reservationId, body) => {
		const created = create(reservationId, body);
		return { ...created, raw: { ...created.raw, id: '77' } };
	};
	const lists = { method: 'GET', path: /services$/, after: 3, times: 9 } as const;
	hotel.service.faults.add({ kind: 'errorBefore', status: 403, ...lists });
	const rows = await check(true);
	expectRow(rows, { setting: 'Test Writing: Create', verdict: 'change' });
	expect(hotel.count('PATCH') + hotel.count('DELETE')).toBe(0);
	expect(hotel.service.books.all('R-OTHER')).toMatchObject([{ description: theirs.description }]);
});
