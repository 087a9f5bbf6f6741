import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INode,
	IPollFunctions,
} from 'n8n-workflow';

import { isTool } from '../http/nodeErrors';
import { isJsonObject } from '../format/json';
import { sha256Of } from '../n8n/digest';
import { ParameterReader } from './parameterReader';
import { plainParameter, plainCollection } from './plainParameter';

/** Gives a parameter as it is saved, expressions unresolved: the same for all items. */
export type SavedParameters = (name: string) => unknown;

/** What all input items of a run share. */
interface RunShare {
	/** The node: n8n makes a copy of it whenever it is asked for. */
	node: INode;
	/** What the user should know. */
	hints: Set<string>;
	/** Tells the run from all others, and is the same for every try of it. */
	origin: () => string;
}

/** Looks every parameter up once, whatever the number of items. */
export function savedParametersOf(context: IExecuteFunctions): SavedParameters {
	const known = new Map<string, unknown>();
	return (name) => {
		if (!known.has(name)) {
			known.set(name, context.getNodeParameter(name, 0, null, { rawExpressions: true }));
		}
		return known.get(name);
	};
}

/** How a resource locator is filled in, such as `list` or `id`; undefined where it is one expression as a whole. */
export function modeOf(saved: unknown): string | undefined {
	return isJsonObject(saved) && typeof saved.mode === 'string' ? saved.mode : undefined;
}

/** The parameters of the node for one input item. The item is added to what is thrown by the item loop. */
export class ItemInput extends ParameterReader {
	constructor(
		private readonly context: IExecuteFunctions,
		readonly itemIndex: number,
		private readonly saved: SavedParameters,
		private readonly run: RunShare,
	) {
		super(run.node, 'Nothing was sent to the service for this item.', { itemIndex });
	}

	/** The raw value of a parameter; blank when the form does not show it. */
	value(name: string, extractValue = false): unknown {
		const plain = plainParameter(this.saved(name), this.json);
		if (plain !== undefined) return plain;
		return this.context.getNodeParameter(name, this.itemIndex, '', { extractValue });
	}

	/** True for a parameter, or a field of a collection (updateFields.date), that is an expression, whatever it gives. */
	isExpression(path: string): boolean {
		const [name = '', field = ''] = path.split('.');
		const saved = this.saved(name);
		return String(isJsonObject(saved) ? saved[field] : saved).startsWith('=');
	}

	/** How a resource locator is filled in: see `modeOf`. */
	modeOf(name: string): string | undefined {
		return modeOf(this.saved(name));
	}

	/** A collection such as Additional Fields. */
	collection(name: string): IDataObject {
		const plain = plainCollection(this.saved(name), this.json);
		if (plain) return plain;
		const value = this.context.getNodeParameter(name, this.itemIndex, {});
		return isJsonObject(value) ? value : {};
	}

	/** What a model leaves out is for the model to fill in; anyone else has an expression that names the wrong field. */
	protected override remedyOfEmptiness(name: string, label: string): string {
		return this.isExpression(name) && !this.isOfModel
			? `The expression gave nothing for item ${this.itemIndex}. Look in the input whether the field it names is there, and spelled like that.`
			: super.remedyOfEmptiness(name, label);
	}

	/** True where a model fills in the fields. */
	get isOfModel(): boolean {
		return isTool(this.run.node);
	}

	/** Says something that the user should know although nothing is the matter; the same is said once per run. */
	hint(message: string): void {
		this.run.hints.add(message);
	}

	/** The key under which the charge of this item is created once, whatever is tried again. */
	chargeKey(content: unknown): string {
		return sha256Of(JSON.stringify([this.run.origin(), this.itemIndex, content]), 'hex');
	}

	private readonly json = (): IDataObject =>
		this.context.getInputData()[this.itemIndex]?.json ?? {};
}

/** The parameters of a node where there are no input items: of a trigger, or of a form that is being filled in. */
export class FormInput extends ParameterReader {
	constructor(private readonly context: ILoadOptionsFunctions | IPollFunctions) {
		super(context.getNode(), 'Nothing was sent to the service.', {});
	}

	value(name: string): unknown {
		return this.context.getNodeParameter(name, '');
	}
}
