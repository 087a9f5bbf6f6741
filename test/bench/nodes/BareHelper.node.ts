import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

const FIELDS = ['reservationId', 'amount', 'date', 'description'];

/**
 * n8n's authenticated request helper in a bare loop: no checks, no order, no retries. Whatever is told by four fields what
 * to send has to spend this much.
 */
export class BareHelper implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bare Helper',
		name: 'bareHelper',
		group: ['output'],
		version: 1,
		description: 'Sends what its fields say',
		defaults: { name: 'Bare Helper' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'reservationServiceApi', required: true }],
		properties: [
			...FIELDS.map((name) => ({
				displayName: name,
				name,
				type: 'string' as const,
				default: '',
			})),
			{ displayName: 'Concurrency', name: 'concurrency', type: 'number', default: 1 },
			{ displayName: 'Send Input', name: 'sendInput', type: 'boolean', default: false },
			{ displayName: 'Read Once', name: 'readOnce', type: 'boolean', default: false },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const isSentAsItIs = this.getNodeParameter('sendInput', 0) === true;
		const bodyOf = (item: number): IDataObject =>
			isSentAsItIs
				? (items[item]?.json ?? {})
				: Object.fromEntries(FIELDS.map((name) => [name, this.getNodeParameter(name, item, '')]));
		const data = await this.getCredentials<{ baseUrl: string }>('reservationServiceApi');
		const stored = { id: '', name: '', type: 'reservationServiceApi', data };
		const options = this.getNodeParameter('readOnce', 0) ? { credentialsDecrypted: stored } : {};
		const url = `${data.baseUrl}/services`;
		const output: INodeExecutionData[] = [];
		let next = 0;
		const sendOnAndOn = async () => {
			while (next < items.length) {
				const item = next++;
				const json = (await this.helpers.httpRequestWithAuthentication.call(
					this,
					'reservationServiceApi',
					{ method: 'POST', url, body: bodyOf(item), json: true },
					options,
				)) as IDataObject;
				output[item] = { json, pairedItem: { item } };
			}
		};
		const concurrency = this.getNodeParameter('concurrency', 0) as number;
		await Promise.all(Array.from({ length: concurrency }, sendOnAndOn));
		return [output];
	}
}
