import { RequestFailure } from '../../shared/http/failure';
import type { Operation } from './fields';
import { serviceIdFields } from './fields';
import { assertPlaceOf, idOfLocated, locatedItemOf } from './locatedItem';

/** The deletion itself finds out whether that is fine. */
const GONE = [404, 410];
const GONE_ADVICE = `Check 'Service Item' and 'Reservation ID', or turn on the option 'Ignore Missing' if it may have been deleted before`;

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete service item permanently',
		description: 'Delete a charge. This cannot be undone; to correct a charge, use Update instead.',
	},
	fields: serviceIdFields,
	prepare(input, session) {
		const item = locatedItemOf(input, session);
		const mayBeGone = input.flag(input.collection('options').ignoreMissing, 'Ignore Missing');
		return {
			kind: 'change',
			orderKey: item.orderKey,
			async run(earlier) {
				const mayHaveArrived = earlier !== undefined;
				const isGoneFine = mayBeGone || mayHaveArrived;
				const serviceId = isGoneFine ? await item.find() : await idOfLocated(item, GONE_ADVICE);
				if (serviceId !== undefined) {
					await assertPlaceOf(item, serviceId, session).catch((error: unknown) => {
						const isGone = error instanceof RequestFailure && GONE.includes(error.status ?? 0);
						if (!isGone) throw error;
					});
					const request = { method: 'DELETE', serviceId, mayBeGone, mayHaveArrived } as const;
					const { hint } = await session.client.send(request);
					if (hint) input.hint(hint);
				}
				return [{ deleted: true }];
			},
		};
	},
};
