import type { INodeProperties } from 'n8n-workflow';

import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import type { Operation } from './operation';
import { optionsField } from './options';
import { sync } from './sync';
import { update } from './update';
import { upsert } from './upsert';

/** All operations, in the order of the menu: alphabetical. */
const operations: Operation[] = [create, upsert, deleteOperation, get, getAll, sync, update];

/** The operation of that name, or undefined, as n8n adds an entry of its own to the menu (Custom API Call). */
export function findOperation(name: unknown): Operation | undefined {
	return operations.find(({ option }) => option.value === name);
}

/** The form of the node. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [{ name: 'Service Item', value: 'serviceItem' }],
		default: 'serviceItem',
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['serviceItem'] } },
		options: operations.map(({ option }) => option),
		default: 'create',
	},
	...operations.flatMap(({ fields }) => fields),
	optionsField,
];
