import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** Sends one charge after the other with n8n's authenticated request helper, as most community nodes do. */
export class SequentialLoop implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sequential Loop',
		name: 'sequentialLoop',
		group: ['output'],
		version: 1,
		description: 'Sends one request after the other',
		defaults: { name: 'Sequential Loop' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'reservationServiceApi', required: true }],
		properties: ['reservationId', 'amount', 'date', 'description'].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
		})),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		const { baseUrl } = await this.getCredentials<{ baseUrl: string }>('reservationServiceApi');
		for (let item = 0; item < this.getInputData().length; item++) {
			const body = {
				reservationId: this.getNodeParameter('reservationId', item),
				amount: this.getNodeParameter('amount', item),
				date: this.getNodeParameter('date', item),
				description: this.getNodeParameter('description', item),
			} as IDataObject;
			const response = (await this.helpers.httpRequestWithAuthentication.call(
				this,
				'reservationServiceApi',
				{ method: 'POST', url: `${baseUrl}/services`, body, json: true },
			)) as IDataObject;
			const itemData = { itemData: { item } };
			const results = this.helpers.returnJsonArray(response);
			output.push(...this.helpers.constructExecutionMetaData(results, itemData));
		}
		return [output];
	}
}
