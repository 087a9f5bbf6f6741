import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { ExpressionError, UserError } from 'n8n-workflow';

import {
	readFormCredential,
	readInputCredentials,
} from '../../../nodes/shared/credential/nodeCredential';

type Read = (itemIndex: number) => ICredentialDataDecryptedObject | Error;

/** A node whose credential comes out for each input item as `read` says, and how often it was asked for. */
function nodeWith(read: Read) {
	const asked: number[] = [];
	let [underWay, mostUnderWay] = [0, 0];
	const context = {
		getNode: () => ({ credentials: { reservationServiceApi: { id: '7', name: 'Hotel' } } }),
		getCredentials: async (_type: string, itemIndex: number) => {
			asked.push(itemIndex);
			mostUnderWay = Math.max(mostUnderWay, ++underWay);
			await new Promise((resolve) => setImmediate(resolve));
			underWay--;
			const data = read(itemIndex);
			if (data instanceof Error) throw data;
			return data;
		},
	} as unknown as IExecuteFunctions;
	return { context, asked, mostUnderWay: () => mostUnderWay };
}

const expressed = (accountId: string) => ({ accountId, apiKey: 'k', usesExpressions: '' });

it('a credential without expressions is read once, however many items there are', async () => {
	const { context, asked } = nodeWith(() => ({ accountId: 'a' }));
	const credentials = await readInputCredentials(context, 500);
	expect(asked).toEqual([0]);
	expect(credentials).toHaveLength(500);
	expect(new Set(credentials).size).toBe(1);
	expect(credentials[499]).toMatchObject({ id: '7', name: 'Hotel', data: { accountId: 'a' } });
});

it('one with expressions is read once for every item, a few at a time', async () => {
	const { context, asked, mostUnderWay } = nodeWith((index) => expressed(`hotel-${index}`));
	const credentials = await readInputCredentials(context, 20);
	for (const [itemIndex, credential] of credentials.entries()) {
		expect(credential).toMatchObject({ itemIndex, data: { accountId: `hotel-${itemIndex}` } });
	}
	expect([...asked].sort((a, b) => a - b)).toEqual([...credentials.keys()]);
	expect(mostUnderWay()).toBe(5);
});

it.each<[string, ICredentialDataDecryptedObject | Error, RegExp]>([
	['fails', new ExpressionError('No path back to node'), /could not be worked out: .*No path back/],
	['comes out blank', expressed(''), /^'Account ID' is empty in .*\. Look in the input/],
])('an expression that %s for one item does so for no other', async (_, first, words) => {
	for (const failing of [0, 3]) {
		const { context } = nodeWith((index) => (index === failing ? first : expressed('a')));
		const credentials = await readInputCredentials(context, 5);
		for (const [index, credential] of credentials.entries()) {
			expect(credential instanceof Error).toBe(index === failing);
		}
		expect(credentials[failing]).toBeInstanceOf(UserError);
		expect(credentials[failing]).toMatchObject({
			message: expect.stringMatching(words) as string,
			description: expect.stringContaining('Nothing was sent') as string,
		});
	}
});

it('what n8n says of a credential that cannot be read at all is passed on', async () => {
	const { context } = nodeWith(() => new Error('Credential with ID "1" does not exist'));
	await expect(readInputCredentials(context, 3)).rejects.toThrow('does not exist');
	await expect(readFormCredential(context, 'x')).rejects.toThrow('does not exist');
});

describe('where there is no input item', () => {
	const remedy = 'Choose By ID';

	it.each<[string, ICredentialDataDecryptedObject | Error]>([
		['has no value', expressed('')],
		['cannot be worked out', new ExpressionError('No data')],
	])('an expression that %s is told with what to do', async (_, read) => {
		const reading = readFormCredential(nodeWith(() => read).context, remedy);
		await expect(reading).rejects.toThrow(/needs an input item.*Choose By ID/);
	});

	it('one that needs none is taken', async () => {
		const credential = await readFormCredential(nodeWith(() => expressed('a')).context, remedy);
		expect(credential).toMatchObject({ data: { accountId: 'a' }, itemIndex: undefined });
	});
});
