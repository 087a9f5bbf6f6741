import {
	NodeConnectionTypes,
	UserError,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** Makes the twin that n8n offers to AI agents for a node type with `usableAsTool`. */
export function toToolTwin(node: INodeType): INodeType {
	const { usableAsTool, ...base } = node.description;
	if (!usableAsTool) throw new UserError(`${base.name} is not usable as a tool`);
	const description: INodeTypeDescription = {
		...base,
		name: `${base.name}Tool`,
		displayName: `${base.displayName} Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
		properties: [...toolDescriptionProperties(base.description), ...base.properties],
	};
	return Object.create(node, { description: { value: description } }) as INodeType;
}

/** The two fields n8n puts on top: the text for the model comes from the operation, or from the user. */
function toolDescriptionProperties(nodeDescription: string): INodeProperties[] {
	return [
		{
			displayName: 'Tool Description',
			name: 'descriptionType',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Set Automatically', value: 'auto' },
				{ name: 'Set Manually', value: 'manual' },
			],
			default: 'auto',
		},
		{
			displayName: 'Description',
			name: 'toolDescription',
			type: 'string',
			required: true,
			displayOptions: { show: { descriptionType: ['manual'] } },
			default: nodeDescription,
		},
	];
}
