import type { IDataObject } from 'n8n-workflow';

import { givenNumber } from '../../shared/format/amount';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import { givenItem } from '../../shared/run/given';
import type { ItemInput } from '../../shared/run/itemInput';
import type { SendJob } from '../../shared/run/job';
import {
	isSimplifiedIn,
	reservationIdField,
	reservationIdIn,
	simplifyField,
} from '../parameters/fields';
import type { Operation } from './operation';

interface GetAllJob extends SendJob {
	reservationId: string;
	limit: number;
	query: IDataObject;
	isSimplified: boolean;
}

export const getAll: Operation<GetAllJob> = {
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
	prepare(input) {
		return {
			kind: 'read',
			reservationId: reservationIdIn(input),
			limit: limitOf(input),
			query: queryParametersOf(input),
			isSimplified: isSimplifiedIn(input),
		};
	},
	async send({ isSimplified, ...wanted }, { session }) {
		const how = { isSimplified, reservationId: wanted.reservationId };
		const { items } = await readServiceItems(session.client, wanted);
		return { results: items.map((item) => givenItem(item, how, session.mapper)) };
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
