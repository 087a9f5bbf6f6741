import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** n8n's authenticated request helper in a bare loop: it sends the items as they come, with no checks, order or retries. */
export class BareHelper implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bare Helper',
		name: 'bareHelper',
		group: ['output'],
		version: 1,
		description: 'Sends its input',
		defaults: { name: 'Bare Helper' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'reservationServiceApi', required: true }],
		properties: [{ displayName: 'Concurrency', name: 'concurrency', type: 'number', default: 1 }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const { baseUrl } = await this.getCredentials<{ baseUrl: string }>('reservationServiceApi');
		const output: INodeExecutionData[] = [];
		let next = 0;
		const sendOnAndOn = async () => {
			while (next < items.length) {
				const item = next++;
				const json = (await this.helpers.httpRequestWithAuthentication.call(
					this,
					'reservationServiceApi',
					{ method: 'POST', url: `${baseUrl}/services`, body: items[item]?.json, json: true },
				)) as IDataObject;
				output[item] = { json, pairedItem: { item } };
			}
		};
		const concurrency = this.getNodeParameter('concurrency', 0) as number;
		await Promise.all(Array.from({ length: concurrency }, sendOnAndOn));
		return [output];
	}
}
