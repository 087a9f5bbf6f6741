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

it('is known by the name and ID under which the node refers to it, where it does', async () => {
	const node = (credentials?: object) => ({ ...nodeAfter(), getNode: () => ({ credentials }) });
	const reference = { reservationServiceApi: { id: '7', name: 'Harbour Inn' } };

	expect(await readCredential(node(reference) as never, 3)).toEqual({
		id: '7',
		name: 'Harbour Inn',
		type: 'reservationServiceApi',
		data: { accountId: 'a' },
		itemIndex: 3,
	});
	expect(await readCredential(node() as never)).toMatchObject({ id: '', name: '' });
});

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
