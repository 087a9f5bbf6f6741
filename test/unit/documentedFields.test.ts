import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { ReservationServiceApi } from '../../credentials/ReservationServiceApi.credentials';
import { ServiceItem } from '../../nodes/ServiceItem/ServiceItem.node';
import { ServiceItemTrigger } from '../../nodes/ServiceItemTrigger/ServiceItemTrigger.node';
import { CHARGE_FIELDS } from '../../nodes/shared/format/fields';

const [operations, apiFormat, serviceApi] = ['operations', 'api-format', 'service-api'].map(
	(page) => readFileSync(path.join(__dirname, '..', '..', 'docs', `${page}.md`), 'utf8'),
);

/** The labels of all that a person can fill in or choose, without n8n's own words. */
function labelsOf(properties: INodeProperties[]): string[] {
	const shown = properties.filter(({ type }) => type !== 'notice' && type !== 'hidden');
	const labels = shown.flatMap(({ displayName, type, options = [] }) => {
		const label = displayName.replace(/ \(.*/, '');
		if (type !== 'collection') return [label];
		return [label, ...labelsOf(options as INodeProperties[])];
	});
	return labels.filter((label) => !['Operation', 'Resource'].includes(label));
}

const nodes = [new ServiceItem(), new ServiceItemTrigger()];
const ofNodes = labelsOf(nodes.flatMap(({ description }) => description.properties));

it.each([...new Set(ofNodes)])('the field %s of a form is documented', (label) => {
	expect(operations).toContain(label);
});

it.each(labelsOf(new ReservationServiceApi().properties))(
	'the field %s of the credential is documented',
	(label) => {
		expect(`${operations}${apiFormat}`).toContain(`**${label}**`);
	},
);

const ofList = ['id', 'page', 'page from 0', 'offset', 'cursor', 'ignored'];
const names = [...CHARGE_FIELDS, ...ofList, 'reservationId', 'reference', 'idempotencyKey'];
const formats = 'text number minorUnits date dateTime utc unixSeconds unixMilliseconds'.split(' ');

it.each([...names.map((name) => `{${name}}`), ...formats])('%s is documented', (word) => {
	expect(apiFormat).toContain(`\`${word}\``);
});

it.each(CHARGE_FIELDS)('the output and the assumed name of %s are documented', (name) => {
	const [, simplified = ''] = /\*\*Simplify\*\*[^`]*`([^`]+)`/.exec(operations ?? '') ?? [];
	expect(simplified.split(', ')).toContain(name);
	expect(serviceApi).toContain(`\`${name}\``);
});
