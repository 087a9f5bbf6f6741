import type { INodeProperties } from 'n8n-workflow';

import { userError } from '../../shared/n8n/userError';
import { choice, optionsField, shownWith } from '../parameters/fields';
import { check } from './check.operation';
import { create } from './create.operation';
import { deleteOperation } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import type { FormOperation } from './operation';
import { sync } from './sync.operation';
import { update } from './update.operation';
import { upsert } from './upsert.operation';

/** In the order of the menu. The first of a resource is its default. */
const OPERATIONS: { [resource: string]: FormOperation[] } = {
	serviceItem: [create, upsert, deleteOperation, get, getAll, sync, update],
	setup: [check],
};
const operations = Object.values(OPERATIONS).flat();

const names = operations.map(({ option }) => [option.value, option.name]);
export const operationName = `={{ (${JSON.stringify(
	Object.fromEntries(names),
)})[$parameter.operation] }}`;

export function findOperation(name: unknown): FormOperation {
	return operations.find(({ option }) => option.value === name) ?? unknown;
}

/** n8n adds a menu entry of its own: Custom API Call. */
const unknown: FormOperation = {
	...getAll,
	prepare() {
		throw userError({
			what: 'This node has no such operation',
			advice: `Choose one from its list. For a custom API call, use n8n's HTTP Request node, with which every run charges again`,
		});
	},
};

export const properties: INodeProperties[] = [
	choice('Resource', 'resource', [
		{ name: 'Service Item', value: 'serviceItem' },
		{ name: 'Setup', value: 'setup' },
	]),
	...Object.entries(OPERATIONS).flatMap(fieldsOf),
	optionsField,
];

function fieldsOf([resource, own]: [string, FormOperation[]]) {
	const options = own.map(({ option }) => option);
	const menu = choice('Operation', 'operation', options);
	const fields = [shownWith('resource', [resource], menu)];
	for (const { option, fields: its } of own) {
		for (const field of its) {
			const byOperation = shownWith('operation', [option.value], field);
			fields.push(shownWith('resource', [resource], byOperation));
		}
	}
	return fields;
}
