import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters } from 'n8n-workflow';

import {
	credentialProperties,
	labelOf,
	numberIn,
	textIn,
	usesExpressions,
} from '../../../nodes/shared/credential/settings';
import { mapperFor } from '../../../nodes/shared/format/mapper';

const DEFAULTS: Record<string, unknown> = {
	environment: 'production',
	baseUrl: '',
	testBaseUrl: '',
	accountId: '',
	apiKey: '',
	accessToken: '',
	accessTokenFingerprint: '',
	accountRequestsPerSecond: 0,
	accountConcurrency: 10,
	customApiFormat: false,
	updateBody: '{}',
	listQuery: '{}',
	listResponse: '{}',
	requestHeaders: '{}',
	usesExpressions: '',
};

/** What n8n gives out of a credential that was saved so, expressions not worked out. */
function givenOut(saved: INodeParameters): INodeParameters {
	const node = { typeVersion: 1 } as INode;
	return NodeHelpers.getNodeParameters(credentialProperties, saved, true, false, node, null) ?? {};
}

describe('the form of the credential', () => {
	it('has the fields of the contract with their defaults, and no others', () => {
		const { createBody, ...others } = Object.fromEntries(
			credentialProperties.map((property) => [property.name, property.default]),
		);
		expect(others).toEqual(DEFAULTS);
		expect(JSON.parse(createBody as string)).toEqual({
			reservationId: '{reservationId}',
			amount: '{amount}',
			date: '{date}',
			description: '{description}',
			accountCode: '{accountCode}',
			destinationAccount: '{destinationAccount}',
		});
		expect(credentialProperties.length).toBeLessThanOrEqual(18);
	});

	it('always shows all fields but the examples, and the examples under the switch', () => {
		const conditional = credentialProperties.filter(({ displayOptions }) => displayOptions);
		expect(conditional.map(({ name }) => name)).toEqual([
			'createBody',
			'updateBody',
			'listQuery',
			'listResponse',
			'requestHeaders',
			'usesExpressions',
		]);
		const off = givenOut({ baseUrl: 'https://x', testBaseUrl: 'https://y', createBody: '{"a":1}' });
		expect(off).toMatchObject({ baseUrl: 'https://x', testBaseUrl: 'https://y' });
		expect(off).not.toHaveProperty('createBody');
		expect(givenOut({ customApiFormat: true })).toMatchObject({ updateBody: '{}' });
	});

	it('starts with examples that are JSON and can be used', () => {
		const saved = givenOut({ customApiFormat: true });
		for (const { name, type } of credentialProperties) {
			if (type === 'json') expect(() => JSON.parse(saved[name] as string) as unknown).not.toThrow();
		}
		const body = { reservationId: 'R', amount: 1 };
		expect(mapperFor(saved as never, 'UTC').createBody(body)).toEqual(body);
	});

	it('hides what is secret', () => {
		const secret = credentialProperties.filter(({ typeOptions }) => typeOptions?.password);
		expect(secret.map(({ name }) => name)).toEqual([
			'apiKey',
			'accessToken',
			'accessTokenFingerprint',
			'requestHeaders',
		]);
	});
});

describe('whether a credential has expressions', () => {
	it.each<[INodeParameters, boolean]>([
		[{}, false],
		[{ customApiFormat: true, baseUrl: 'https://x', createBody: '{ "a": "=b" }' }, false],
		[{ apiKey: '={{ $json.key }}' }, true],
		[{ environment: '={{ "test" }}' }, true],
		[{ accountConcurrency: '={{ 3 }}' }, true],
		[{ customApiFormat: '={{ true }}' }, true],
		[{ customApiFormat: true, requestHeaders: '={{ {} }}' }, true],
	])('is seen in %j: %s', (saved, isUsed) => {
		expect(usesExpressions(givenOut(saved) as never)).toBe(isUsed);
	});
});

describe('a field of the credential', () => {
	it('is text without outer blanks', () => {
		expect(textIn({ accountId: ' a ' }, 'accountId')).toBe('a');
		expect(textIn({ accountId: 12 }, 'accountId')).toBe('12');
		expect(textIn({}, 'accountId')).toBe('');
	});

	it.each([
		['', 10],
		[' ', 10],
		[undefined, 10],
		[0, 0],
		['5', 5],
		[20, 20],
	])('is a number: %j', (given, number) => {
		expect(numberIn({ accountConcurrency: given as never }, 'accountConcurrency')).toBe(number);
	});

	it.each([
		['accountConcurrency', 1.5, 'whole number of at least 0'],
		['accountConcurrency', -1, 'whole number of at least 0'],
		['accountConcurrency', 'many', 'whole number of at least 0'],
		['accountRequestsPerSecond', -1, 'number of at least 0'],
		['accountRequestsPerSecond', Infinity, 'number of at least 0'],
		['accountRequestsPerSecond', { a: 1 }, 'number of at least 0'],
	] as const)('is refused by its label: %s %j', (name, given, words) => {
		expect(() => numberIn({ [name]: given }, name)).toThrow(`'${labelOf(name)}'`);
		expect(() => numberIn({ [name]: given }, name)).toThrow(words);
	});

	it('tells in its label what 0 means', () => {
		expect(labelOf('accountConcurrency')).toMatch(/0 = No Limit/);
		expect(labelOf('accountRequestsPerSecond')).toMatch(/0 = No Limit/);
	});
});
