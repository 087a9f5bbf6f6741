import type { IExecuteFunctions } from 'n8n-workflow';

import { readCredential } from '../../../../../nodes/shared/client/readCredential';

/** A node whose credential n8n gives out after it has failed with these words. */
function nodeAfter(...failures: string[]): IExecuteFunctions {
	return {
		getNode: () => ({ credentials: {} }),
		getCredentials: async () => {
			const failure = failures.shift();
			if (failure !== undefined) throw new Error(failure);
			return await Promise.resolve({ accountId: 'a' });
		},
	} as unknown as IExecuteFunctions;
}

const interrupted = 'Regular expression execution timed out';

it('reads once more when a busy machine has cut n8n off', async () => {
	expect(await readCredential(nodeAfter(interrupted))).toMatchObject({ data: { accountId: 'a' } });
});

it.each([[[interrupted, interrupted]], [['No such credential']]])(
	'passes on what n8n says: %s',
	async (failures) => {
		const last = failures.at(-1);
		await expect(readCredential(nodeAfter(...failures))).rejects.toThrow(last);
	},
);
