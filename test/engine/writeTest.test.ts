import type { IDataObject } from 'n8n-workflow';
import { charges, useChecks } from './support/checks';

const { hotel, check } = useChecks();

/** A charge as an example shows it. */
const blanks: Record<string, string> = Object.fromEntries(
	Object.keys(charges[0] ?? {}).map((name) => [name, `{${name}}`]),
);

describe('the write test', () => {
	beforeEach(() => hotel.service.books.add('R-1', charges[0] as never));

	it('is refused for the production environment, before anything is sent', async () => {
		hotel.credential.edit({ environment: 'production' });
		const run = await hotel.run('check', {
			resource: 'setup',
			reservationId: 'R-1',
			writeTest: true,
		});
		expect(run.error?.message).toMatch(
			/'Write Test' creates a charge, and the credential is for the production/,
		);
		expect(hotel.requests).toEqual([]);
	});

	it('changes each field, to what another charge has where the service may know no other', async () => {
		hotel.service.books.add('R-1', charges[1] as never);
		const report = await check(true);
		const sent = hotel.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

		expect(sent).toEqual([
			{ amount: 13.56 },
			{ date: '2026-11-22' },
			{ description: expect.stringContaining('changed') as string },
			{ accountCode: '4410' },
			{ destinationAccount: 'COMPANY' },
		]);
		for (const field of ['Account Code', 'Destination Account']) {
			expect(report).toContainEqual(
				expect.objectContaining({ setting: `Write Test: Update, ${field}`, verdict: 'right' }),
			);
		}
	});

	it('says what is missing in an example that has no place for a reference', async () => {
		hotel.credential.edit({
			customApiFormat: true,
			createBody: '{ "reservationId": "{reservationId}", "amount": "{amount}" }',
		});
		const report = await check(true);

		expect(report).toContainEqual(
			expect.objectContaining({
				setting: 'Write Test: Create',
				verdict: 'change',
				found: expect.stringMatching(/'Create Body'.* has no \{description\}/) as string,
			}),
		);
		expect(hotel.requests.every(({ method }) => method === 'GET')).toBe(true);
	});

	it('gives the words in which the service refuses a charge or a change', async () => {
		const lineOf = async (method: string): Promise<IDataObject | undefined> => {
			hotel.service.faults.add({ kind: 'errorBefore', method, status: 422 });
			const report = await check(true);
			return report.find(({ verdict }) => verdict === 'change');
		};
		const found = expect.stringMatching(/did not accept the values: \w+/) as string;
		expect(await lineOf('POST')).toMatchObject({ setting: 'Write Test: Create', found });
		expect(await lineOf('PATCH')).toMatchObject({ setting: 'Write Test: Update', found });
	});

	it('does not call a reference safe that is written but not read', async () => {
		const returnedItem = JSON.stringify({ ...blanks, id: '{id}' });
		hotel.speak({ referenceField: 'ref' }, { referenceField: 'ref', returnedItem });
		hotel.credential.edit({ environment: 'test', testBaseUrl: hotel.service.url });
		const report = await check(true);

		expect(report).toContainEqual(
			expect.objectContaining({
				setting: 'Write Test: Reference',
				advice: `Put {reference} into 'Returned Service Item' as well, where the service has it.`,
			}),
		);
		const unsafe = { setting: 'Write Test: Create or Update, and Sync', verdict: 'change' };
		expect(report).toContainEqual(expect.objectContaining(unsafe));
	});

	it('says which field is written but missing in the example of what is returned', async () => {
		const { destinationAccount, ...returned } = blanks;
		hotel.service.books.clear();
		hotel.service.books.add('R-1', { ...charges[0], destinationAccount: undefined } as never);
		hotel.credential.edit({
			customApiFormat: true,
			createBody: JSON.stringify({
				...returned,
				destinationAccount,
				reservationId: '{reservationId}',
			}),
			returnedItem: JSON.stringify({ ...returned, id: '{id}' }),
		});
		const report = await check(true);

		expect(report.filter(({ verdict }) => verdict === 'change')).toEqual([
			expect.objectContaining({
				setting: 'Write Test: Destination Account',
				advice: expect.stringMatching(
					/^Add \{destinationAccount\} to 'Returned Service Item'.* every Create or Update/,
				) as string,
			}),
		]);
	});

	it('names a charge that it could not take away again', async () => {
		hotel.service.faults.add({ kind: 'errorBefore', method: 'DELETE', status: 403, times: 9 });
		const report = await check(true);
		expect(report).toContainEqual(
			expect.objectContaining({ setting: 'Write Test: Delete', verdict: 'change' }),
		);
	});
});
