import type { INodeProperties } from 'n8n-workflow';

import { userError } from '../../shared/n8n/userError';
import { field, optionsField, shownWith } from '../parameters/fields';
import { check } from './check.operation';
import { deleteOperation, get, getAll, update } from './known';
import type { FormOperation } from './operation';
import { create, sync, upsert } from './wishes';

/** In the order of the menu. The first of a resource is its default. */
const OPERATIONS: { [resource: string]: FormOperation[] } = {
	serviceItem: [create, upsert, deleteOperation, get, getAll, sync, update],
	setup: [check],
};

export function findOperation(name: unknown): FormOperation {
	const all = Object.values(OPERATIONS).flat();
	return all.find(({ option }) => option.value === name) ?? unknown;
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
	field('options', 'resource', {
		default: 'serviceItem',
		options: [
			{ name: 'Service Item', value: 'serviceItem' },
			{ name: 'Setup', value: 'setup' },
		],
	}),
	...Object.entries(OPERATIONS).flatMap(fieldsOf),
	optionsField,
];

function fieldsOf([resource, own]: [string, FormOperation[]]) {
	const options = own.map((operation) => operation.option);
	const fields = own.flatMap((operation) => {
		const { value } = operation.option;
		return shownWith('operation', [value], ...operation.fields);
	});
	const menu = field('options', 'operation', {
		default: options[0]?.value,
		options,
	});
	return shownWith('resource', [resource], menu, ...fields);
}
