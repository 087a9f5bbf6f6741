import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Dialect, Spelling } from '../service/dialect';
import { REAL_SPELLINGS } from '../service/realSpellings';
import { useHotel } from './support/hotel';

const hotel = useHotel();

const docs = path.join(__dirname, '..', '..', 'docs');
const page = readFileSync(path.join(docs, 'api-format-examples.md'), 'utf8');
const sections = page.split('\n## ').slice(1);

/** The credential's names of what the page calls by its label. */
const SETTINGS: Record<string, string> = {
	'Create Body': 'createBody',
	'Update Body': 'updateBody',
	'Returned Service Item': 'returnedItem',
	'List Query': 'listQuery',
	'Request Headers': 'requestHeaders',
	'Request Query': 'requestQuery',
};

/** What a section of the page shows: the body the service documents, and what to enter. */
function read(section: string): { documented: unknown; settings: ICredentialDataDecryptedObject } {
	const [, body = ''] = /```http\n[\s\S]*?```json\n([\s\S]*?)```/.exec(section) ?? [];
	const pasted = [...section.matchAll(/\*\*([^*]+)\*\*\n\n```json\n([\s\S]*?)```/g)];
	const [, itemsField] = /`(\w+)` as \*\*Items Field\*\*/.exec(section) ?? [];
	return {
		documented: JSON.parse(body),
		settings: {
			...Object.fromEntries(
				pasted.map(([, label = '', text = '']): [string, string] => [
					SETTINGS[label] ?? label,
					text,
				]),
			),
			...(itemsField !== undefined && { itemsField }),
		},
	};
}

const services: Array<[string, Spelling, Dialect['idType']]> = [
	['A booking engine', REAL_SPELLINGS.moneyObject, 'number'],
	['A property management system', REAL_SPELLINGS.propertyManagement, 'number'],
	['An invoicing service', REAL_SPELLINGS.cents, 'string'],
];

const timezone = 'Europe/Berlin';
const charge: INodeParameters = {
	reservationId: '5512',
	reference: 'order-1',
	amount: '25.00',
	date: '2026-11-21',
	description: 'Late checkout until 14:00',
	additionalFields: { accountCode: '4400', destinationAccount: 'GUEST' },
};

it('are three', () => {
	expect(sections).toHaveLength(services.length);
});

describe.each(services)('the worked example: %s', (name, spelling, idType) => {
	const { documented, settings } = read(sections.find((text) => text.startsWith(name)) ?? '');

	beforeEach(() => {
		hotel.speak({ spelling, referenceField: 'externalRef', idType }, settings);
		hotel.credential.edit({ environment: 'test', testBaseUrl: hotel.service.url });
	});

	async function run(operation: string, parameters: INodeParameters): Promise<IDataObject[]> {
		const done = await hotel.run(operation, parameters, { timezone });
		expect(done.error?.message).toBeUndefined();
		return done.json();
	}

	it('sends the body that the service documents, once', async () => {
		await run('upsert', charge);
		expect(hotel.bodies).toEqual([documented]);
		expect(await run('upsert', charge)).toMatchObject([{ _action: 'unchanged' }]);
		expect(await run('sync', { ...charge, amount: '30.00' })).toMatchObject([
			{ action: 'updated' },
		]);
		expect(hotel.service.books.changes).toEqual({ created: 1, updated: 1, deleted: 0 });
	});

	it('is told by Check without any example, with references where they are written and read', async () => {
		await run('upsert', charge);
		await run('upsert', { ...charge, reference: 'order-2', amount: '12.50', description: 'Spa' });
		hotel.credential.edit({ createBody: '', updateBody: '', returnedItem: '' });
		const report = await run('check', { resource: 'apiFormat', reservationId: '5512' });
		const { credential = {} } = report.at(-1) ?? {};

		expect(JSON.stringify(credential)).toContain('{amount');
		expect(JSON.stringify(credential)).not.toContain('{reference}');
	});

	it('passes Check with its write test', async () => {
		await run('upsert', charge);
		await run('upsert', { ...charge, reference: 'order-2', amount: '12.50', description: 'Spa' });
		const check = { resource: 'apiFormat', reservationId: '5512', writeTest: true };
		const report = await run('check', check);

		expect(report.filter(({ verdict }) => verdict === 'change')).toEqual([]);
		expect(report).toContainEqual(
			expect.objectContaining({
				setting: 'Write Test: Create or Update, and Sync',
				verdict: 'right',
			}),
		);
		expect(hotel.service.books.all()).toHaveLength(2);
	});
});
