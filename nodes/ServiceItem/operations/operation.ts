import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { PrepareItem } from '../../shared/run/executeItems';

/** One operation of the node: how it is offered, the fields only it shows, and what it does for an item. */
export interface Operation {
	option: INodePropertyOptions & { value: string };
	fields: INodeProperties[];
	prepare: PrepareItem;
}
