import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { ReservationServiceApi } from '../../credentials/ReservationServiceApi.credentials';
import { ServiceItem } from '../../nodes/ServiceItem/ServiceItem.node';
import { ServiceItemTrigger } from '../../nodes/ServiceItemTrigger/ServiceItemTrigger.node';

/** What saved workflows and credentials depend on. Meant to change? UPDATE_CONTRACT=true npx jest test/unit/contract.test.ts */
const file = path.join(__dirname, 'contract.json');
const nodes = [new ServiceItem(), new ServiceItemTrigger()].map(({ description }) => description);
const types = [...nodes, new ReservationServiceApi()];

const contract = Object.fromEntries([
	...nodes.map(({ name, version }) => [name, `version ${String(version)}`]),
	...types.flatMap(({ name, properties }) => [...describeFields(name, properties)]),
]) as Record<string, string>;

it('keeps the names, types, choices and defaults that saved workflows and credentials depend on', () => {
	if (process.env.UPDATE_CONTRACT) {
		writeFileSync(file, `${JSON.stringify(contract, null, '\t')}\n`);
	}
	expect(contract).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});

/** By name; what is shown under one name for different operations stands in one line. */
function describeFields(parent: string, fields: INodeProperties[]): Map<string, string> {
	const described = new Map<string, string>();
	for (const field of fields.filter(({ type }) => type !== 'notice')) {
		const name = `${parent}.${field.name}`;
		const known = described.get(name);
		const description = describeField(field);
		if (!known?.includes(description)) {
			described.set(name, [known, description].filter(Boolean).join(' | '));
		}
		if (field.type === 'collection') {
			const inner = describeFields(name, field.options as INodeProperties[]);
			for (const [innerName, text] of inner) described.set(innerName, text);
		}
	}
	return described;
}

function describeField({ type, typeOptions, options = [], modes = [], ...field }: INodeProperties) {
	const isChoice = type === 'options' || type === 'multiOptions';
	const choices = isChoice ? (options as Array<{ value: string }>).map(({ value }) => value) : [];
	const values = [...choices, ...modes.map(({ name }) => name)].sort().join(', ');
	const traits = [
		typeOptions?.multipleValues && ' list',
		typeOptions?.password && ' password',
		field.required && ' required',
		field.noDataExpression && ', no expression',
	];
	const kind = [type, ...traits.filter(Boolean), values && ` (${values})`].filter(Boolean).join('');
	return `${kind}: ${JSON.stringify(field.default)}`;
}

const OFF = 'Off means that every run charges again';
const REFERENCE = 'The guest sees the reference on the bill';
const DELETED = 'Deleted charges cannot be restored';

/** What the form shows when this is entered. */
function shownWith(entered: INodeParameters) {
	const { properties } = new ServiceItem().description;
	const node = { typeVersion: 1 } as INode;
	const given = { resource: 'serviceItem', ...entered };
	const values = NodeHelpers.getNodeParameters(properties, given, true, false, node, null) ?? {};
	return properties.filter((field) => NodeHelpers.displayParameter(values, field, node, null));
}

/** A tooltip is read by few: what costs money stands in sight, where it is decided. */
it.each<[INodeParameters, string[]]>([
	[{ operation: 'create' }, [OFF]],
	[{ operation: 'create', preventDuplicates: 'sameFields' }, []],
	[{ operation: 'create', preventDuplicates: 'reference' }, [REFERENCE]],
	[{ operation: 'upsert' }, [REFERENCE]],
	[{ operation: 'sync' }, [REFERENCE]],
	[{ operation: 'sync', deleteMissing: true }, [REFERENCE, DELETED]],
])('with %j the form warns: %j', (entered, warnings) => {
	const notices = shownWith(entered).filter(({ type }) => type === 'notice');
	expect(notices.map(({ displayName }) => displayName)).toEqual(
		warnings.map((text) => expect.stringContaining(text) as string),
	);
});

it('Sync begins with Dry Run', () => {
	const names = shownWith({ operation: 'sync' }).map(({ name }) => name);
	expect(names.filter((name) => !['resource', 'operation'].includes(name))[0]).toBe('dryRun');
});
