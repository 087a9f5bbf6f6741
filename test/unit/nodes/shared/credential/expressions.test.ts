import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { expressionMark, hasExpressions } from '../../../../../nodes/shared/credential/expressions';

const fields: INodeProperties[] = [
	{
		displayName: 'Environment',
		name: 'environment',
		type: 'options',
		default: 'a',
		options: [{ name: 'A', value: 'a' }],
	},
	{ displayName: 'Account', name: 'accountId', type: 'string', default: '' },
	{ displayName: 'Token', name: 'accessToken', type: 'hidden', default: '' },
	{ displayName: 'Limit', name: 'limit', type: 'number', default: 0 },
	{ displayName: 'Custom', name: 'custom', type: 'boolean', default: false },
	{
		displayName: 'Body',
		name: 'body',
		type: 'json',
		default: '{}',
		displayOptions: { show: { custom: [true] } },
	},
];
const properties = [...fields, expressionMark(fields)];

/** Whether n8n tells of an expression in a credential that was saved like this. */
function isToldOf(saved: INodeParameters): boolean {
	const data = NodeHelpers.getNodeParameters(properties, saved, true, false, null, null) ?? {};
	return hasExpressions(data as { [name: string]: string });
}

it.each<[INodeParameters]>([
	[{}],
	[{ accountId: '1 = 1', limit: 5, custom: true, body: '{"a":"=b"}' }],
	[{ accountId: ' =x' }],
	[{ accountId: '>', limit: -3 }],
	[{ accessToken: '=T1' }],
])('a credential without expressions has none, whatever it holds: %j', (saved) => {
	expect(isToldOf(saved)).toBe(false);
});

it.each(['environment', 'accountId', 'limit', 'custom', 'body'])(
	'an expression in %s is noticed',
	(name) => {
		expect(isToldOf({ custom: true, [name]: '={{ $json.value }}' })).toBe(true);
		expect(isToldOf({ custom: true, [name]: '=fixed' })).toBe(true);
	},
);
