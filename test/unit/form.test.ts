import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import type { INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { ReservationServiceApi } from '../../credentials/ReservationServiceApi.credentials';
import { ServiceItem } from '../../nodes/ServiceItem/ServiceItem.node';
import { ServiceItemTrigger } from '../../nodes/ServiceItemTrigger/ServiceItemTrigger.node';

const { properties } = new ServiceItem().description;
const forms = [
	...properties,
	...new ServiceItemTrigger().description.properties,
	...new ReservationServiceApi().properties,
];

/** All that a field shows, its choices and the fields in it included. */
function textsOf(
	field: INodeProperties | INodePropertyCollection | INodePropertyOptions,
): string[] {
	const { displayName, name, description, options, values, placeholder, action } =
		field as INodeProperties & INodePropertyCollection & INodePropertyOptions;
	const own = [displayName ?? name, description, placeholder, action].filter(Boolean);
	const inner = [...(options ?? []), ...(values ?? [])];
	return [...(own as string[]), ...inner.flatMap((each) => textsOf(each as INodeProperties))];
}

const operations = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => options as INodePropertyOptions[]);

it.each(operations)('the operation $name says in one line what it does', ({ description = '' }) => {
	expect(description).toMatch(/^.{31,100}$/);
});

it('one thing has one name', () => {
	const other = /\b(remov\w*|most|largest|blanks?|given? out|behind|taken for|extra service)\b/i;
	const texts = forms.flatMap((field) => textsOf(field));
	expect(texts.length).toBeGreaterThan(100);
	expect(texts.filter((text) => other.test(text))).toEqual([]);
});

const OFF = 'Off means that every run charges again';
const REFERENCE = 'The guest sees the reference on the bill';
const DELETED = 'Deleted charges cannot be restored';

/** A tooltip is read by few: what costs money stands in sight, where it is decided. */
it.each<[INodeParameters, string[]]>([
	[{ operation: 'create' }, [OFF]],
	[{ operation: 'create', preventDuplicates: 'sameFields' }, []],
	[{ operation: 'create', preventDuplicates: 'reference' }, [REFERENCE]],
	[{ operation: 'upsert' }, [REFERENCE]],
	[{ operation: 'sync' }, [REFERENCE]],
	[{ operation: 'sync', deleteMissing: true }, [REFERENCE, DELETED]],
])('with %j the form warns: %j', (entered, warnings) => {
	const node = { typeVersion: 1 } as INode;
	const given = { resource: 'serviceItem', ...entered };
	const values = NodeHelpers.getNodeParameters(properties, given, true, false, node, null) ?? {};
	const notices = properties.filter((field) => {
		return field.type === 'notice' && NodeHelpers.displayParameter(values, field, node, null);
	});
	expect(notices.map(({ displayName }) => displayName)).toEqual(
		warnings.map((text) => expect.stringContaining(text) as string),
	);
});

const fieldsOf = (operation: unknown) =>
	properties
		.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(operation as string))
		.map(({ name }) => name);

it('Sync begins with Dry Run', () => {
	expect(fieldsOf('sync')[0]).toBe('dryRun');
});

it.each(operations.filter(({ value }) => !['check', 'delete'].includes(String(value))))(
	'$name ends with Simplify',
	({ value }) => {
		expect(fieldsOf(value).at(-1)).toBe('simplify');
	},
);

describe.each(['ServiceItem', 'ServiceItemTrigger'])('in a search for nodes, %s', (name) => {
	const file = path.join(__dirname, '..', '..', 'nodes', name, `${name}.node.json`);
	const { alias } = JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] };

	it('is not found by what it does not do, nor has a word twice', () => {
		const others = ['payment', 'invoice', 'deposit', 'restaurant', 'tax return', 'bank'];
		expect(others.filter((word) => alias.includes(word))).toEqual([]);
		expect(new Set(alias).size).toBe(alias.length);
	});
});
