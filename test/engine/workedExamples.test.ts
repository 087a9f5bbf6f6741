import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Dialect, Spelling } from '../service/dialect';
import { NUMBERED_PAGES, SPELLINGS } from '../service/spellings';
import { useHotel } from './support/hotel';

const hotel = useHotel();

const page = readFileSync(path.join(__dirname, '..', '..', 'docs', 'api-format.md'), 'utf8');
const [, examples = ''] = page.split('\n## Worked examples\n');
const sections = examples.split('\n### ').slice(1);

/** The credential's names of what the page calls by its label. */
const SETTINGS: Record<string, string> = {
	'Create Body': 'createBody',
	'Update Body': 'updateBody',
	'List Query': 'listQuery',
	'List Response': 'listResponse',
	'Request Headers': 'requestHeaders',
};

/** What a section of the page shows: the request the service documents, and what to enter. */
function read(section: string) {
	const [, query = '', body = ''] =
		/```http\nPOST \/services(\S*)\n[\s\S]*?```json\n([\s\S]*?)```/.exec(section) ?? [];
	const pasted = [...section.matchAll(/\*\*([^*]+)\*\*[^\n]*\n\n```json\n([\s\S]*?)```/g)];
	const settings = pasted.map(([, label = '', text = '']) => [SETTINGS[label] ?? label, text]);
	return {
		documented: JSON.parse(body) as unknown,
		query,
		settings: Object.fromEntries(settings) as Record<string, string>,
	};
}

const services: Array<[string, Spelling, Dialect['idType'], string]> = [
	['A property management system', SPELLINGS.propertyManagement, 'number', 'GUEST'],
	['An invoicing service', SPELLINGS.cents, 'string', 'GUEST'],
	['A hotel suite', SPELLINGS.folioWindows, 'number', '2'],
	['A booking engine', NUMBERED_PAGES, 'string', 'GUEST'],
];

const timezone = 'Europe/Berlin';

it('are all tested', () => {
	const names = sections.map((section) => section.split(':')[0]);
	expect(names).toEqual(services.map(([name]) => name));
});

describe.each(services)('the worked example: %s', (name, spelling, idType, destinationAccount) => {
	const { documented, query, settings } = read(
		sections.find((section) => section.startsWith(name)) ?? '',
	);
	const charge: INodeParameters = {
		reservationId: '5512',
		reference: 'order-1',
		amount: '25.00',
		date: '2026-11-21',
		description: 'Late checkout until 14:00',
		additionalFields: { accountCode: '4400', destinationAccount },
	};

	beforeEach(() => {
		hotel.speak({ spelling, referenceField: 'externalRef', idType }, settings);
		hotel.credential.edit({ baseUrl: `${hotel.service.url}${query}` });
	});

	async function run(operation: string, parameters: INodeParameters): Promise<IDataObject[]> {
		const done = await hotel.run(operation, parameters, { timezone });
		expect(done.error?.message).toBeUndefined();
		return done.json();
	}

	it('sends the body that the service documents, once', async () => {
		await run('upsert', charge);
		expect(hotel.bodies).toEqual([documented]);
		expect(await run('upsert', charge)).toMatchObject([{ action: 'unchanged' }]);
		expect(await run('sync', { ...charge, amount: '30.00' })).toMatchObject([
			{ action: 'updated' },
		]);
		expect(hotel.service.books.changes).toEqual({ created: 1, updated: 1, deleted: 0 });
	});

	it('shows all fields of a charge under the names of the node', async () => {
		await run('upsert', charge);
		const { description, date } = charge;
		expect(await run('getAll', { reservationId: '5512', simplify: true })).toMatchObject([
			{ amount: 25, date, description, accountCode: '4400', destinationAccount },
		]);
	});
});
