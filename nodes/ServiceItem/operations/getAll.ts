import type { IDataObject } from 'n8n-workflow';

import { readServiceItems } from '../../shared/lists/readServiceItems';
import type { ItemInput } from '../../shared/run/itemInput';
import { givenNumber } from '../../shared/format/amount';
import { toOutputOf } from './charge';
import type { Operation } from './fields';
import { reservationIdField, simplifyField } from './fields';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many service items of reservation',
		description: 'List the charges of a reservation, with their IDs. Changes nothing.',
	},
	fields: [
		reservationIdField,
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { returnAll: [false] } },
		},
		simplifyField,
	],
	prepare(input, { client }) {
		const reservationId = input.requiredName('reservationId', 'Reservation ID');
		const limit = limitOf(input);
		const query = queryParametersOf(input);
		const toOutput = toOutputOf(input);
		return {
			kind: 'read',
			async run() {
				const items = await readServiceItems(client, { reservationId, query, limit });
				return items.map((item) => toOutput(item, { reservationId }));
			},
		};
	},
};

interface QueryParameters {
	parameters?: Array<{ name?: unknown; value?: unknown }>;
}

function limitOf(input: ItemInput): number {
	if (input.flag(input.value('returnAll'), 'Return All')) return Infinity;
	const advice = `Correct it, or turn on 'Return All'`;
	return givenNumber(input.value('limit'), { subject: "'Limit'", least: 1, isWhole: true, advice });
}

function queryParametersOf(input: ItemInput): IDataObject {
	const given = input.collection('options').queryParameters as QueryParameters | undefined;
	const query: { [name: string]: string[] } = {};
	for (const { name, value } of given?.parameters ?? []) {
		const key = input.textOf(name, 'Query Parameters');
		if (key === undefined) continue;
		const text = typeof value === 'boolean' ? String(value) : value;
		const filled = input.textOf(text, `Query Parameters: ${key}`);
		if (filled !== undefined) (query[key] ??= []).push(filled);
	}
	return query;
}
