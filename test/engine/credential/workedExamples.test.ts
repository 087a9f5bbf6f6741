import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NUMBERED_PAGES } from '../../service/spellings';
import { useHotel } from '../support/hotel';

const hotel = useHotel();

const page = readFileSync(path.join(__dirname, '..', '..', '..', 'docs', 'api-format.md'), 'utf8');
const [, example = ''] = page.split('\n## Worked example\n');

/** The credential's names of what the page calls by its label. */
const SETTINGS: Record<string, string> = {
	'Create Body': 'createBody',
	'Update Body': 'updateBody',
	'List Query': 'listQuery',
	'List Response': 'listResponse',
	'Request Headers': 'requestHeaders',
};

/** What the page shows: the request the service documents, and what to enter. */
function read(section: string) {
	const [, body = ''] =
		/```http\nPOST \/services\n```\n\n```json\n([\s\S]*?)```/.exec(section) ?? [];
	const pasted = [...section.matchAll(/\*\*([^*]+)\*\*[^\n]*\n\n```json\n([\s\S]*?)```/g)];
	const settings = pasted.map(([, label = '', text = '']) => [SETTINGS[label] ?? label, text]);
	return {
		documented: JSON.parse(body) as unknown,
		settings: Object.fromEntries(settings) as Record<string, string>,
	};
}

const timezone = 'Europe/Berlin';

describe('the worked example', () => {
	const { documented, settings } = read(example);
	const destinationAccount = 'GUEST';
	const charge: INodeParameters = {
		reservationId: '5512',
		reference: 'order-1',
		amount: '25.00',
		date: '2026-11-21',
		description: 'Late checkout until 14:00',
		additionalFields: { accountCode: '4400', destinationAccount },
	};

	beforeEach(() => {
		hotel.speak({ spelling: NUMBERED_PAGES, referenceField: 'externalRef' }, settings);
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
