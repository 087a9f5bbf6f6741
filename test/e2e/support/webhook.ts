import type { Charge } from './charges';
import { chargeNode } from './charges';
import type { WorkflowFile } from './workflowFile';

/** Starts with the charge in the body of a webhook, makes it, and answers when it is made. */
export function webhookWorkflow(
	path: string,
	credential: { id: string; name: string },
	parameters: Record<string, unknown> = {},
): WorkflowFile {
	const webhook = {
		id: 'webhook',
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: path,
		parameters: { path, httpMethod: 'POST', responseMode: 'lastNode' },
	};
	const body = {
		reservationId: '={{ $json.body.reservationId }}',
		amount: '={{ $json.body.amount }}',
		date: '={{ $json.body.date }}',
		description: '={{ $json.body.description }}',
		reference: '={{ $json.body.reference }}',
	};
	const charge = {
		...chargeNode(credential, { ...body, ...parameters }),
		id: 'charge',
		typeVersion: 1,
		position: [220, 0],
	};
	const connections = { Webhook: { main: [[{ node: 'Charge', type: 'main', index: 0 }]] } };
	return { name: `Webhook ${path}`, nodes: [webhook, charge], connections };
}

/** Calls such a webhook. @returns the status of its answer */
export async function deliver(url: string, path: string, charge: Charge): Promise<number> {
	const { status } = await fetch(`${url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(charge),
	});
	return status;
}
