import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	asObject,
	digest,
	isBlank,
	isJsonObject,
	merge,
	parseJson,
} from '../format/json';
import type { Mapper } from '../format/mapper';
import type { SavedParameters } from '../n8n/savedParameters';
import { userError } from '../n8n/userError';
import type { Session } from '../session/session';
import type { Journal } from './journal';
import type { RunOutput } from './output';

/**
 * What an expression gives for a missing value, and one that was not evaluated.
 */
const NOTHING = /^(undefined|null|NaN|\[object Object\])$|\{\{/;
/** The same within a longer text, as `{{ 'order-' + $json.id }}` gives it. */
const JOINED =
	/undefined|\[object Object\]|(?<![\p{L}\p{N}])(null|NaN)(?![\p{L}\p{N}])/u;
export const FILL_IN =
	'Fill it in. If it is an expression, check that the input has the field that it names';
const LOOK_IN_INPUT =
	'Check that the input has the field that the expression names';

interface RunShare {
	context: IExecuteFunctions;
	saved: SavedParameters;
	journal: Journal;
	output: RunOutput;
}

interface Known {
	id?: string;
	reservationId?: string;
	/** What the service accepted but may have left out of its answer. */
	sent?: IDataObject;
	/** What Simplify reads, where the answer is not the item. */
	shown?: IDataObject;
}

/**
 * The parameters of the node for one input item. What is thrown names the field
 * by its label.
 */
export class ItemInput {
	private readonly json: IDataObject;
	private readonly isSimplified: boolean;

	constructor(
		private readonly share: RunShare,
		readonly itemIndex: number,
		readonly session: Session,
	) {
		this.json = share.context.getInputData()[itemIndex]?.json ?? {};
		this.isSimplified = flagOf(this.value('simplify'), 'Simplify');
	}

	get mapper(): Mapper {
		return this.session.mapper;
	}

	get saved(): SavedParameters {
		return this.share.saved;
	}

	/**
	 * The raw value of a parameter, also of a resource locator; empty when the
	 * form does not show it.
	 */
	value(name: string): unknown {
		const plain = this.saved.plainValue(name, this.json);
		if (plain !== undefined) return plain;
		const value: unknown = this.share.context.getNodeParameter(
			name,
			this.itemIndex,
			'',
		);
		return isJsonObject(value) && value.__rl === true ? value.value : value;
	}

	collection(name: string): IDataObject {
		const plain = this.saved.plainCollection(name, this.json);
		return (
			plain ??
			asObject(this.share.context.getNodeParameter(name, this.itemIndex, {}))
		);
	}

	/**
	 * Something that guards money: only what is saved empty means its default.
	 */
	guard(path: string, label: string): unknown {
		const [name = '', field] = path.split('.');
		const value =
			field === undefined ? this.value(name) : this.collection(name)[field];
		// `spa-{{ $json.kind }}` without a kind would be `spa-`: all charges of the
		// spa.
		const isNothing =
			isBlank(value) || value === this.saved.constantTextOf(path);
		if (!isNothing || !this.saved.isExpression(path)) return value;
		throw userError({
			what: `The expression in '${label}' gave nothing`,
			advice: LOOK_IN_INPUT,
			more: 'To turn it off, leave it empty, without an expression.',
		});
	}

	guardFlag(name: string, label: string): boolean {
		return flagOf(this.guard(name, label), label);
	}

	requiredValue(name: string, label: string): unknown {
		const value = this.value(name);
		if (!isBlank(value)) return value;
		throw userError({ what: `'${label}' is empty`, advice: FILL_IN });
	}

	/**
	 * A name or an ID, which a wrong expression would make the same for all
	 * inputs.
	 */
	requiredName(name: string, label: string): string {
		const text = textOf(this.requiredValue(name, label), label) ?? '';
		const isNothing =
			NOTHING.test(text) ||
			text === this.saved.constantTextOf(name) ||
			(this.saved.isExpression(name) && JOINED.test(text));
		if (!isNothing) return text;
		throw userError({
			what: `'${label}' is '${text}', as the expression in it gave nothing`,
			advice: `${LOOK_IN_INPUT}, and that this field is switched from Fixed to Expression`,
		});
	}

	/** A service item as the service returned it, or simplified. */
	asOutput(
		item: IDataObject,
		{ sent = {}, shown = item, ...known }: Known,
	): IDataObject {
		return this.isSimplified
			? this.mapper.simplify(merge(sent, shown), known)
			: item;
	}

	hint(message: string): void {
		this.share.output.warn(message);
	}

	/** The same in every try of the run, and in no other one. */
	chargeKey(content: unknown): string {
		return digest([this.share.journal.origin, this.itemIndex, content]);
	}
}

/** The words true and false count as well: an expression may give them. */
export function flagOf(value: unknown, label: string): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false' || isBlank(value)) return false;
	throw userError({
		what: `'${label}' is neither true nor false`,
		advice: 'Switch it on or off, or give true or false',
	});
}

export function objectOf(value: unknown, label: string): IDataObject {
	if (isBlank(value)) return {};
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	if (isJsonObject(parsed)) return parsed;
	throw userError({
		what: `'${label}' is not a JSON object`,
		advice: 'Write names and values in braces, for example {"currency": "EUR"}',
	});
}

/**
 * Undefined when it is empty.
 *
 * @throws UserError naming the field when it is neither text nor an exact number
 */
export function textOf(value: unknown, label: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	const isNumber =
		typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
	if (isNumber || typeof value === 'string') {
		return String(value).trim() || undefined;
	}
	throw userError({
		what: `'${label}' is not text`,
		advice:
			'Give text or a number, not an object, a list or a number of more than 15 digits',
	});
}
