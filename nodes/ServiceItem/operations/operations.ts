import type { INodeProperties } from 'n8n-workflow';

import { userError } from '../../shared/n8n/userError';
import type { InputOperation } from '../../shared/run/job';
import { optionsField } from '../parameters/fields';
import { check } from './check.operation';
import { create } from './create.operation';
import { deleteOperation } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import type { Operation } from './operation';
import { sync } from './sync.operation';
import { update } from './update.operation';
import { upsert } from './upsert.operation';

/**
 * By resource, in the order of the menu: alphabetical. The first is the
 * default.
 */
const OPERATIONS: { [resource: string]: Operation[] } = {
	serviceItem: [create, upsert, deleteOperation, get, getAll, sync, update],
	setup: [check],
};
const resources = Object.entries(OPERATIONS);
const operations = Object.values(OPERATIONS).flat();

export const operationName = `={{ (${JSON.stringify(
	Object.fromEntries(
		operations.map((each) => [each.option.value, each.option.name]),
	),
)})[$parameter.operation] }}`;

/** An unknown name gives an operation that says so. */
export function findOperation(name: unknown): InputOperation {
	return (
		operations.find((each) => each.option.value === name) ?? noSuchOperation
	);
}

/**
 * n8n adds its own menu entry, Custom API Call, which belongs to the HTTP
 * Request node.
 */
const noSuchOperation: InputOperation = {
	prepare() {
		throw userError({
			what: 'This node has no such operation',
			advice: `Choose one of the operations in its list. For a custom API call, use n8n's HTTP Request node, with which every run of a create charges again`,
		});
	},
};

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
	...resources.map(([resource, own]) => operationField(resource, own)),
	...resources.flatMap(([resource, own]) =>
		own.flatMap((operation) => fieldsOf(resource, operation)),
	),
	optionsField,
];

function operationField(resource: string, own: Operation[]): INodeProperties {
	const initial = own[0]?.option.value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: own.map((operation) => operation.option),
		default: initial,
	};
}

function fieldsOf(
	resource: string,
	{ option, fields }: Operation,
): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			show: {
				resource: [resource],
				operation: [option.value],
				...field.displayOptions?.show,
			},
		},
	}));
}
