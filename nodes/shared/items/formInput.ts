import type { ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { ParameterReader } from './parameterReader';

/** The parameters of a node where there are no input items: of a trigger, or of a form that is being filled in. */
export class FormInput extends ParameterReader {
	constructor(private readonly context: ILoadOptionsFunctions | IPollFunctions) {
		super(context.getNode(), 'Nothing was sent to the service.', {});
	}

	value(name: string): unknown {
		return this.context.getNodeParameter(name, '');
	}
}
