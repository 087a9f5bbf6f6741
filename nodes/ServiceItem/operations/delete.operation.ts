import { RequestFailure } from '../../shared/http/failure';
import { flagOf } from '../../shared/run/itemInput';
import type { SendJob } from '../../shared/run/job';
import { serviceIdFields } from '../parameters/fields';
import type { LocatedItem } from '../parameters/locatedItem';
import {
	findId,
	isConditional,
	locatedItemIn,
	notFound,
	readItem,
} from '../parameters/locatedItem';
import type { Operation } from './operation';

interface DeleteJob extends SendJob {
	item: LocatedItem;
	mayBeGone: boolean;
}

export const deleteOperation: Operation<DeleteJob> = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete service item permanently',
		description:
			'Delete a charge. This cannot be undone; to correct a charge, use Update instead.',
	},
	fields: serviceIdFields,
	prepare(input) {
		const item = locatedItemIn(input);
		const mayBeGone = flagOf(
			input.collection('options').ignoreMissing,
			'Ignore Missing',
		);
		return { changes: item, item, mayBeGone };
	},
	async send({ item, mayBeGone, input }, earlier) {
		const { session } = input;
		const results = [{ deleted: true }];
		const mayHaveArrived = earlier !== undefined;
		const serviceId = await findId(item, session);
		if (serviceId === undefined) {
			if (mayBeGone || mayHaveArrived) return { results };
			throw notFound(item);
		}
		if (isConditional(item)) {
			await readItem(item, serviceId, session).catch(unlessGone);
		}
		const request = {
			method: 'DELETE',
			serviceId,
			mayBeGone,
			mayHaveArrived,
		} as const;
		const answer = await session.client.send(request);
		return { results, hint: answer.hint };
	},
};

/**
 * Where the item is gone, the deletion itself finds out whether that is fine.
 */
function unlessGone(error: unknown): void {
	if (!(error instanceof RequestFailure && error.isMissing)) throw error;
}
