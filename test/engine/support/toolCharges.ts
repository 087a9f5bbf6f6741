import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './hotel';
import { since } from './n8nVersion';
import { runAsTool, type ToolCall } from './runAsTool';
import { byId } from './serviceItemNode';

// Before n8n 2.3 an agent runs a tool in a way of its own.
export const sinceAgents = since('2.3');

/** A tool whose reservation, amount, date and description the model fills in. */
export const charge: INodeParameters = {
	operation: 'create',
	reservationId: "={{ $fromAI('reservationId', 'The reservation, such as R-1001', 'string') }}",
	amount: "={{ $fromAI('amount', 'Amount in euros', 'number') }}",
	date: "={{ $fromAI('date', 'Day of the charge, such as 2026-11-21', 'string') }}",
	description: "={{ $fromAI('description', 'What the guest reads', 'string') }}",
};

/** A service item that the model names. */
export const serviceId = byId("={{ $fromAI('serviceId', 'ID of the service item', 'string') }}");

/** Opens a hotel for the tests of a file, in which a model charges. */
export function useToolCharges() {
	const hotel = useHotel();

	/** Has the model call the tool with these arguments. */
	async function call(
		parameters: INodeParameters,
		callArguments: IDataObject,
		name?: string,
	): Promise<ToolCall> {
		const tool = { resource: 'serviceItem', ...parameters };
		return await runAsTool('serviceItem', tool, callArguments, {
			credential: hotel.credential,
			...(name && { name }),
		});
	}

	return { hotel, call };
}

/** What the model reads, parsed. */
export function answerOf({ answer }: ToolCall): unknown {
	return JSON.parse(answer) as unknown;
}
