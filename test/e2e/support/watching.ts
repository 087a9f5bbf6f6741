import type { ExecutionResult } from './execution';
import type { WorkflowFile } from './workflows';
import { connectNodes, credentialType, readJson } from './workflows';

/** n8n asks for a minute at least between the times of an entry, but takes any number of entries. */
const everyFourSeconds = Array.from({ length: 15 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 4} * * * * *`,
}));

export const triggerNode = 'Trigger';

/** A workflow with the trigger, which polls every four seconds. */
export function watchingWorkflow(
	reservationIds: string[],
	credential: { id: string; name: string },
): WorkflowFile {
	const trigger = {
		name: triggerNode,
		type: 'n8n-nodes-reservation-service.serviceItemTrigger',
		parameters: {
			reservationIds,
			events: ['created', 'updated', 'deleted'],
			pollTimes: { item: everyFourSeconds },
		},
		credentials: { [credentialType]: credential },
	};
	const next = { name: 'Next', type: 'n8n-nodes-base.noOp', parameters: {} };
	return connectNodes('What happens', trigger, next);
}

/** @returns what its trigger gave out, such as `created Breakfast` */
export function readEvents(result: ExecutionResult): string[] {
	return readJson(result, triggerNode).map(({ event, serviceItem }) => {
		const { description } = serviceItem as { description: string };
		return `${String(event)} ${description}`;
	});
}
