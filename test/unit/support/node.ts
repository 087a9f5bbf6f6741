import type { INode } from 'n8n-workflow';

/** A node as it stands in a workflow. */
export const node: INode = {
	id: '1',
	name: 'Reservation Service Item',
	type: 'n8n-nodes-reservation-service.serviceItem',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
