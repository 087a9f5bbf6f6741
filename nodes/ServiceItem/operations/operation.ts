import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { RunPlan } from '../../shared/run/job';

/** One operation of the node: how it is offered, the fields only it shows, and what it does with the inputs. */
export interface Operation extends RunPlan {
	option: INodePropertyOptions & { value: string };
	/** Without the operation in their display options, which `operations` adds. */
	fields: INodeProperties[];
}
