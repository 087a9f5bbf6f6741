import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { ReservationServiceApi } from '../../credentials/ReservationServiceApi.credentials';
import { ServiceItem } from '../../nodes/ServiceItem/ServiceItem.node';
import { ServiceItemTrigger } from '../../nodes/ServiceItemTrigger/ServiceItemTrigger.node';
import {
	CHARGE_FIELDS,
	PAGE_ANSWER_FIELDS,
	PAGE_QUERY_FIELDS,
} from '../../nodes/shared/format/fields';
import { LIMITS } from './reservation/search/limits';

const operations = read('operations.md');
const apiFormat = read('api-format.md');

function read(page: string): string {
	return readFileSync(path.join(__dirname, '..', '..', 'docs', page), 'utf8');
}

/** The labels of all that a person can fill in or choose. */
function labelsOf(properties: INodeProperties[]): string[] {
	const shown = properties.filter(({ type }) => type !== 'notice' && type !== 'hidden');
	return shown.flatMap(({ displayName, type, options = [] }) => {
		const label = displayName.replace(/ \(.*/, '');
		if (type === 'collection') return [label, ...labelsOf(options as INodeProperties[])];
		return [label];
	});
}

/** n8n's own words, which need no explanation. */
const PLAIN = ['Operation', 'Resource'];

describe('every field of the form is documented', () => {
	const node = labelsOf(new ServiceItem().description.properties);
	const trigger = labelsOf(new ServiceItemTrigger().description.properties);
	const labels = [...new Set([...node, ...trigger])].filter((label) => !PLAIN.includes(label));

	it.each(labels)('%s', (label) => {
		expect(operations).toContain(label);
	});
});

it.each(labelsOf(new ReservationServiceApi().properties))(
	'the field %s of the credential is documented',
	(label) => {
		expect(`${operations}${apiFormat}`).toContain(`**${label}**`);
	},
);

const placeholders = [...CHARGE_FIELDS, ...PAGE_QUERY_FIELDS, ...PAGE_ANSWER_FIELDS];

it.each(placeholders)('the placeholder {%s} is documented', (name) => {
	expect(apiFormat).toContain(`\`{${name}}\``);
});

it.each(CHARGE_FIELDS)(
	'the output of Simplify and the assumed name of %s are documented',
	(name) => {
		const [, simplified = ''] = /\*\*Simplify\*\*[^`]*`([^`]+)`/.exec(operations) ?? [];
		expect(simplified.split(', ')).toContain(name);
		expect(read('service-api.md')).toContain(`\`${name}\``);
	},
);

it('the page on charge safety tells of every limit that the search knows, and of no other', () => {
	const [, table = ''] =
		/<!-- limits -->([^]*)<!-- \/limits -->/.exec(read('charge-safety.md')) ?? [];
	const [, , ...rows] = [...table.matchAll(/^\| +(.+?) +\|/gm)].map(([, cell]) => cell);
	expect(rows).toEqual(LIMITS.map(({ name }) => name));
});
