import type { INodeProperties } from 'n8n-workflow';

import type { RunPlan } from '../../shared/run/job';
import { check } from './check';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import type { Operation } from './fields';
import { optionsField } from './options';
import { sync } from './sync';
import { update } from './update';
import { upsert } from './upsert';

/** What can be done with service items, in the order of the menu: alphabetical. */
const serviceItemOperations: Operation[] = [
	create,
	upsert,
	deleteOperation,
	get,
	getAll,
	sync,
	update,
];
/** What is done once, to set it up. */
const setupOperations: Operation[] = [check];
const operations = [...serviceItemOperations, ...setupOperations];

/** An expression that gives the name of the chosen operation, as the menu shows it. */
export const operationName = `={{ (${JSON.stringify(
	Object.fromEntries(operations.map(({ option }) => [option.value, option.name])),
)})[$parameter.operation] }}`;

/** The operation of that name, or one that says that there is none. */
export function findOperation(name: unknown): RunPlan {
	return operations.find(({ option }) => option.value === name) ?? noSuchOperation;
}

/** n8n adds an entry of its own to the menu, Custom API Call, which is meant for another node. */
const noSuchOperation: RunPlan = {
	begin: () => ({
		prepare(input) {
			throw input.problem(
				'This node has no such operation',
				`Choose one of the operations in its list. For a custom API call, use n8n's HTTP Request node with 'Predefined Credential Type' and 'Reservation Service API'.`,
			);
		},
	}),
};

/** The form of the node. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Service Item', value: 'serviceItem' },
			{ name: 'Setup', value: 'setup' },
		],
		default: 'serviceItem',
	},
	operationField('serviceItem', serviceItemOperations, 'create'),
	operationField('setup', setupOperations, 'check'),
	...serviceItemOperations.flatMap((operation) => fieldsOf('serviceItem', operation)),
	...setupOperations.flatMap((operation) => fieldsOf('setup', operation)),
	optionsField,
];

function operationField(resource: string, of: Operation[], standard: string): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: of.map(({ option }) => option),
		default: standard,
	};
}

/** The fields of an operation, which are shown for it alone. */
function fieldsOf(resource: string, { option, fields }: Operation): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			show: { resource: [resource], operation: [option.value], ...field.displayOptions?.show },
		},
	}));
}
