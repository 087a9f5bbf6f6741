import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { NodeOperationError, UserError } from 'n8n-workflow';

import { asObject, isBlank, isJsonObject, parseJson } from '../format/json';
import type { Mapper } from '../format/mapper';
import { isTool } from '../n8n/nodeErrors';
import type { SavedParameters } from '../n8n/savedParameters';
import { prefixErrors, userError } from '../n8n/userError';
import type { Session } from '../session/session';
import type { Journal } from './journal';
import { digest } from './journal';
import type { RunOutput } from './output';

/** What an expression gives for a missing value. */
const NOTHING = /^(undefined|null|NaN|\[object Object\])$/;
const NOTHING_SENT = 'Nothing was sent to the service for this item.';
const LOOK_IN_INPUT =
	'Check that the input has the field that the expression names, in the same spelling.';

/** What the inputs of a run have in common. */
export interface InputShare {
	context: IExecuteFunctions;
	/** Asked for once, as n8n copies it every time. */
	node: INode;
	saved: SavedParameters;
	journal: Journal;
	output: RunOutput;
}

/** The parameters of the node for one input item. What is thrown names the field by its label. */
export class ItemInput {
	private readonly json: IDataObject;

	constructor(
		private readonly share: InputShare,
		readonly itemIndex: number,
		readonly session: Session,
	) {
		this.json = share.context.getInputData()[itemIndex]?.json ?? {};
	}

	get mapper(): Mapper {
		return this.session.mapper;
	}

	get saved(): SavedParameters {
		return this.share.saved;
	}

	/** The raw value of a parameter; blank when the form does not show it. */
	value(name: string, extractValue = false): unknown {
		const plain = this.saved.plainValue(name, this.json);
		return plain ?? this.share.context.getNodeParameter(name, this.itemIndex, '', { extractValue });
	}

	collection(name: string): IDataObject {
		const plain = this.saved.plainCollection(name, this.json);
		return plain ?? asObject(this.share.context.getNodeParameter(name, this.itemIndex, {}));
	}

	/**
	 * Something that guards money. An expression that gives nothing must not turn it off: only what is saved empty means its
	 * default.
	 */
	guard(path: string, label: string): unknown {
		const [name = '', field] = path.split('.');
		const value = field === undefined ? this.value(name) : this.collection(name)[field];
		if (!isBlank(value) || !this.saved.isExpression(path)) return value;
		throw this.problem(
			`The expression in '${label}' gave nothing`,
			`${LOOK_IN_INPUT} To turn it off, leave it empty, without an expression.`,
		);
	}

	guardFlag(name: string, label: string): boolean {
		return this.flag(this.guard(name, label), label);
	}

	/** A model can fill in what it left out; otherwise an expression names a wrong field. */
	requiredValue(name: string, label: string, extractValue = false): unknown {
		const value = this.value(name, extractValue);
		if (!isBlank(value)) return value;
		const remedy =
			this.saved.isExpression(name) && !this.isOfModel
				? `The expression gave nothing for item ${this.itemIndex}. ${LOOK_IN_INPUT}`
				: `Fill in '${label}' for this item.`;
		throw this.problem(`'${label}' is empty`, remedy);
	}

	/** A name or an ID. What a wrong expression gives, such as "undefined", is refused. */
	requiredName(name: string, label: string, extractValue = false): string {
		const text = this.textOf(this.requiredValue(name, label, extractValue), label) ?? '';
		if (text.includes('{{')) {
			throw this.problem(
				`'${label}' is '${text}', an expression that was not evaluated`,
				'Switch the field from Fixed to Expression, or give the value itself.',
			);
		}
		if (NOTHING.test(text)) {
			throw this.problem(
				`'${label}' is '${text}', which comes from a value that is missing`,
				LOOK_IN_INPUT,
			);
		}
		if (text === this.saved.constantTextOf(name)) {
			throw this.problem(
				`'${label}' is '${text}', as the expression in it gave nothing`,
				`${LOOK_IN_INPUT} All inputs would share this value.`,
			);
		}
		return text;
	}

	/** The words true and false count as well: an expression may give them. */
	flag(value: unknown, label: string): boolean {
		if (value === true || value === 'true') return true;
		if (value === false || value === 'false' || isBlank(value)) return false;
		throw this.problem(
			`'${label}' is neither true nor false`,
			'Switch it on or off, or give true or false.',
		);
	}

	textOf(value: unknown, label: string): string | undefined {
		return this.check(() => textOf(value, label));
	}

	objectOf(value: unknown, label: string): IDataObject {
		if (isBlank(value)) return {};
		const parsed = typeof value === 'string' ? parseJson(value) : value;
		if (isJsonObject(parsed)) return parsed;
		throw this.problem(
			`'${label}' is not ${parsed === undefined ? 'valid JSON' : 'a JSON object'}`,
			'Write names and values in braces, for example {"currency": "EUR"}.',
		);
	}

	parse<Result>(label: string, parser: () => Result): Result {
		return this.check(() => prefixErrors(`'${label}'`, parser));
	}

	check<Result>(checked: () => Result): Result {
		try {
			return checked();
		} catch (error) {
			throw error instanceof UserError
				? this.problem(error.message, error.description ?? '')
				: error;
		}
	}

	problem(what: string, remedy: string): NodeOperationError {
		const error = new NodeOperationError(this.share.node, what, {
			description: `${remedy} ${NOTHING_SENT}`.trim(),
			itemIndex: this.itemIndex,
		});
		// n8n replaces a message with the letters of a system code in it ("preexisting" has EEXIST).
		error.message = what;
		return error;
	}

	get isOfModel(): boolean {
		return isTool(this.share.node);
	}

	hint(message: string): void {
		this.share.output.warn(message);
	}

	/** The same in every try of the run, and in no other one. */
	chargeKey(content: unknown): string {
		return digest([this.share.journal.origin, this.itemIndex, content]);
	}
}

/** Undefined when it is blank. @throws UserError naming the field when it is neither text nor a number */
export function textOf(value: unknown, label: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw userError({
			what: `'${label}' is not text`,
			more: 'Give text or a number, not an object or a list.',
		});
	}
	if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
		throw userError({
			what: `'${label}' is not an exact value (${value})`,
			more: 'Give it as text, so that no digit is lost.',
		});
	}
	return String(value).trim() || undefined;
}
