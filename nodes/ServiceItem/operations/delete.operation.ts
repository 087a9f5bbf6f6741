import { RequestFailure } from '../../shared/http/failure';
import type { Session } from '../../shared/http/session';
import { serviceIdFields } from '../parameters/fields';
import type { Target } from '../parameters/locate';
import { GoneError, locate, sendChange, targetIn } from '../parameters/locate';
import type { FormOperation } from './operation';
import { singly } from './operation';

interface DeleteJob extends Target {
	mayBeGone: boolean;
}

export const deleteOperation: FormOperation<DeleteJob> = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete service item permanently',
		description: 'Delete a charge, for good; Update corrects one',
	},
	fields: serviceIdFields,
	prepare(input) {
		const path = 'options.ignoreMissing';
		const mayBeGone = input.parameters.switch(path, 'Ignore Missing');
		return { ...targetIn(input), mayBeGone };
	},
	...singly(async ({ input, job, earlier }) => {
		// An earlier try may have deleted it.
		const mayBeGone = job.mayBeGone || earlier !== undefined;
		const deletion = deleteCharge(input.session, { ...job, mayBeGone });
		await deletion.catch((error: unknown) => {
			if (!mayBeGone || !saysGone(error)) throw error;
		});
		return [{ deleted: true }];
	}),
};

async function deleteCharge(session: Session, job: DeleteJob): Promise<void> {
	const { mayBeGone, reservationId } = job;
	const request = { method: 'DELETE', mayBeGone, reservationId } as const;
	await sendChange(await locate(job, session, false), request, session);
}

/** Of a service item: a reservation that is missing tells nothing. */
function saysGone(error: unknown): boolean {
	if (!(error instanceof RequestFailure)) return error instanceof GoneError;
	const isGone = error.status === 404 || error.status === 410;
	return isGone && error.request.serviceId !== undefined;
}
