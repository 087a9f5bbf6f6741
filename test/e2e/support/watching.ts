import type { ExecutionResult } from './execution';
import type { WorkflowFile } from './workflows';
import { credentialType, readJson } from './workflows';

/** n8n asks for a minute at least between the times of an entry, but takes any number of entries. */
const everyFourSeconds = Array.from({ length: 15 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 4} * * * * *`,
}));

const triggerNode = 'Trigger';

/** A workflow with the trigger, which polls every four seconds. */
export function watchingWorkflow(
	reservationIds: string[],
	credential: { id: string; name: string },
): WorkflowFile {
	const trigger = {
		id: 'trigger',
		name: triggerNode,
		type: 'n8n-nodes-reservation-service.serviceItemTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			reservationIds,
			events: ['created', 'updated', 'deleted'],
			pollTimes: { item: everyFourSeconds },
		},
		credentials: { [credentialType]: credential },
	};
	const next = {
		id: 'next',
		name: 'Next',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [220, 0],
		parameters: {},
	};
	const connections = { [triggerNode]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } };
	return { name: 'What happens', nodes: [trigger, next], connections };
}

/** @returns what its trigger gave out, such as `created Breakfast` */
export function readEvents(result: ExecutionResult): string[] {
	return readJson(result, triggerNode).map(({ event, serviceItem }) => {
		const { description } = serviceItem as { description: string };
		return `${String(event)} ${description}`;
	});
}
