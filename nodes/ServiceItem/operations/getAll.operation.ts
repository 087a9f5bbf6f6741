import type { IDataObject } from 'n8n-workflow';

import { parseNumberSetting } from '../../shared/format/amount';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import type { ItemInput } from '../../shared/run/itemInput';
import { flagOf, textOf } from '../../shared/run/itemInput';
import type { SendJob } from '../../shared/run/job';
import {
	reservationIdField,
	reservationIdIn,
	simplifyField,
} from '../parameters/fields';
import type { Operation } from './operation';

interface GetAllJob extends SendJob {
	reservationId: string;
	limit: number;
	query: IDataObject;
}

export const getAll: Operation<GetAllJob> = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many service items of reservation',
		description:
			'List the charges of a reservation, with their IDs. Changes nothing.',
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
			reservationId: reservationIdIn(input),
			limit: limitOf(input),
			query: queryParametersOf(input),
		};
	},
	async send({ reservationId, limit, query, input }) {
		const list = await readServiceItems(input.session.client, {
			reservationId,
			limit,
			query,
		});
		return {
			results: list.items.map((item) =>
				input.asOutput(item, { reservationId }),
			),
		};
	},
};

interface QueryParameters {
	parameters?: Array<{ name?: unknown; value?: unknown }>;
}

function limitOf(input: ItemInput): number {
	if (flagOf(input.value('returnAll'), 'Return All')) return Infinity;
	const advice = `Correct it, or turn on 'Return All'`;
	return parseNumberSetting(input.value('limit'), {
		subject: "'Limit'",
		min: 1,
		isWhole: true,
		advice,
	});
}

function queryParametersOf(input: ItemInput): IDataObject {
	const given = input.collection('options').queryParameters as
		QueryParameters | undefined;
	const query: { [name: string]: string[] } = {};
	for (const { name, value } of given?.parameters ?? []) {
		const key = textOf(name, 'Query Parameters');
		if (key === undefined) continue;
		const filled = textOf(value, `Query Parameters: ${key}`);
		if (filled !== undefined) (query[key] ??= []).push(filled);
	}
	return query;
}
