import type { INodeProperties } from 'n8n-workflow';

import { userError } from '../../shared/n8n/userError';
import { field, optionsField, shownWith } from '../parameters/fields';
import { check } from './check.operation';
import { deleteOperation, get, getAll, update } from './known';
import type { FormOperation } from './operation';
import { create, sync, upsert } from './wishes';

type Operations = Record<string, FormOperation>;

/** In the order of the menu. */
const ofItems: Operations = {
	create,
	upsert,
	delete: deleteOperation,
	get,
	getAll,
	sync,
	update,
};
const ofSetup: Operations = { check };

export function findOperation(value: unknown): FormOperation {
	const operation = { ...ofItems, ...ofSetup }[value as string];
	if (operation) return operation;
	// n8n adds a menu entry of its own: Custom API Call.
	throw userError({
		what: 'This node has no such operation',
		advice: `For a custom API call, use n8n's HTTP Request node`,
	});
}

export const properties: INodeProperties[] = [
	field('resource', 'serviceItem', '', {
		type: 'options',
		options: [
			{ name: 'Service Item', value: 'serviceItem' },
			{ name: 'Setup', value: 'setup' },
		],
	}),
	...fieldsOf('serviceItem', ofItems),
	...fieldsOf('setup', ofSetup),
	optionsField,
];

function fieldsOf(resource: string, operations: Operations) {
	const options = [];
	const fields = [];
	for (const [value, operation] of Object.entries(operations)) {
		options.push({ ...operation.option, value });
		fields.push(...shownWith('operation', [value], ...operation.fields));
	}
	const preset = options[0]?.value;
	const menu = field('operation', preset, '', { type: 'options', options });
	return shownWith('resource', [resource], menu, ...fields);
}
