import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import type { INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { ReservationServiceApi } from '../../credentials/ReservationServiceApi.credentials';
import { ServiceItem } from '../../nodes/ServiceItem/ServiceItem.node';
import { ServiceItemTrigger } from '../../nodes/ServiceItemTrigger/ServiceItemTrigger.node';

const nodes = path.join(__dirname, '..', '..', 'nodes');
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

it.each(operations)('the operation $name says in one line what it does', ({ description }) => {
	expect(description?.length).toBeGreaterThan(30);
	expect(description?.length).toBeLessThanOrEqual(100);
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

it('Sync begins with Dry Run', () => {
	const [first] = properties.filter(({ displayOptions }) => {
		const shown = (displayOptions?.show?.operation ?? []) as unknown[];
		return shown.includes('sync');
	});
	expect(first?.name).toBe('dryRun');
});

it.each(operations.filter(({ value }) => !['check', 'delete'].includes(String(value))))(
	'$name ends with Simplify',
	({ value }) => {
		const own = properties.filter(({ displayOptions }) => {
			return (displayOptions?.show?.operation as unknown[] | undefined)?.includes(value);
		});
		expect(own.at(-1)?.name).toBe('simplify');
	},
);

it.each(['service items', 'add-on', 'tourist tax', 'sync charges', 'check API format'])(
	'a search for what the node does finds it: %s',
	(word) => {
		expect(aliasesOf('ServiceItem')).toContain(word);
	},
);

function aliasesOf(name: string): string[] {
	const file = path.join(nodes, name, `${name}.node.json`);
	return (JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] }).alias;
}

describe.each(['ServiceItem', 'ServiceItemTrigger'])('a search for what %s does not do', (name) => {
	const alias = aliasesOf(name);

	it.each(['payment', 'invoice', 'deposit', 'restaurant', 'tax return', 'bank'])(
		'does not find it: %s',
		(word) => {
			expect(alias).not.toContain(word);
		},
	);

	it('leads past no word that is there twice', () => {
		expect(new Set(alias).size).toBe(alias.length);
	});
});
