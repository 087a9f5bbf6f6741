import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { InputOperation, SendJob } from '../../shared/run/job';

/** An operation in the form, and what it does with an input. */
export interface Operation<
	Own extends SendJob = SendJob,
> extends InputOperation<Own> {
	option: INodePropertyOptions & { value: string };
	/** `operations` adds the operation to their display options. */
	fields: INodeProperties[];
}
