import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { ExpressionError, UserError } from 'n8n-workflow';

import { readInputCredentials } from '../../../../../nodes/shared/client/inputCredentials';

type Read = (itemIndex: number) => ICredentialDataDecryptedObject | Error;

/** A node whose credential comes out for each input item as `read` says, and how often it was asked for. */
function nodeWith(read: Read) {
	const asked: number[] = [];
	let [underWay, mostUnderWay] = [0, 0];
	const context = {
		getNode: () => ({ credentials: {} }),
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

const perInput = (accountId: string) => ({ accountId, perInput_accountId: '' });

it.each([
	['without expressions', {}],
	['with an expression that is the same for all', { usesExpressions: '' }],
])('a credential %s is read once, however many items there are', async (_, marks) => {
	const { context, asked } = nodeWith(() => ({ accountId: 'a', ...marks }));
	const credentials = await readInputCredentials(context, 500);

	expect(asked).toEqual([0]);
	expect(credentials).toHaveLength(500);
	expect(new Set(credentials).size).toBe(1);
	expect(credentials[499]).toMatchObject({ data: { accountId: 'a' } });
});

it('one that may differ is read once for every item, a few at a time', async () => {
	const { context, asked, mostUnderWay } = nodeWith((index) => perInput(`hotel-${index}`));
	const credentials = await readInputCredentials(context, 20);

	expect(credentials).toHaveLength(20);
	for (const [itemIndex, credential] of credentials.entries()) {
		expect(credential).toMatchObject({ itemIndex, data: { accountId: `hotel-${itemIndex}` } });
	}
	expect([...asked].sort((a, b) => a - b)).toEqual([...credentials.keys()]);
	expect(mostUnderWay()).toBe(5);
});

it.each([0, 3])('an expression that fails for item %d fails for no other', async (failing) => {
	const read: Read = (index) =>
		index === failing ? new ExpressionError('No path back to node') : perInput('a');
	const credentials = await readInputCredentials(nodeWith(read).context, 5);

	for (const [index, credential] of credentials.entries()) {
		expect(credential instanceof Error).toBe(index === failing);
	}
	expect(credentials[failing]).toBeInstanceOf(UserError);
	expect(credentials[failing]).toMatchObject({
		message: expect.stringMatching(/could not be worked out: .*No path back/) as string,
		description: expect.stringContaining('Nothing was sent') as string,
	});
});

it('what n8n says of a credential that cannot be read at all is passed on', async () => {
	const { context } = nodeWith(() => new Error('Credential with ID "1" does not exist'));
	await expect(readInputCredentials(context, 3)).rejects.toThrow('does not exist');
});
