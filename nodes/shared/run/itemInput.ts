import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { NodeOperationError, UserError } from 'n8n-workflow';
import { hash } from 'node:crypto';

import { isTool } from '../n8n/nodeErrors';
import { isBlank, isJsonObject, parseJson, readKey } from '../format/json';
import type { Mapper } from '../format/mapper';
import { prefixErrors, userError } from '../n8n/userError';

/** What an expression gives for a missing value. */
const NOTHING = /^(undefined|null|NaN|\[object Object\])$/;
const NOTHING_SENT = 'Nothing was sent to the service for this item.';

interface InputShare {
	/** Asked for once, as n8n copies it every time. */
	node: INode;
	/** Gives a parameter as it is saved, expressions unresolved. */
	saved: (name: string) => unknown;
	/** Identifies the run, also for a retry of its execution. */
	origin: string;
	warn: (message: string) => void;
}

/** Looks every parameter up once, whatever the number of items. */
export function savedParametersOf(context: IExecuteFunctions): (name: string) => unknown {
	const known = new Map<string, unknown>();
	return (name) => {
		if (!known.has(name)) {
			known.set(name, context.getNodeParameter(name, 0, null, { rawExpressions: true }));
		}
		return known.get(name);
	};
}

/** The parameters of the node for one input item. What is thrown names the field by its label. */
export class ItemInput {
	constructor(
		private readonly context: IExecuteFunctions,
		readonly itemIndex: number,
		readonly mapper: Mapper,
		private readonly share: InputShare,
	) {}

	/** The raw value of a parameter; blank when the form does not show it. */
	value(name: string, extractValue = false): unknown {
		const plain = plainParameter(this.share.saved(name), this.json);
		if (plain !== undefined) return plain;
		return this.context.getNodeParameter(name, this.itemIndex, '', { extractValue });
	}

	collection(name: string): IDataObject {
		const plain = plainCollection(this.share.saved(name), this.json);
		if (plain) return plain;
		const value = this.context.getNodeParameter(name, this.itemIndex, {});
		return isJsonObject(value) ? value : {};
	}

	/** True for a parameter, or a field of a collection (updateFields.date), that is an expression, whatever it gives. */
	isExpression(path: string): boolean {
		const [name = '', field = ''] = path.split('.');
		const saved = this.share.saved(name);
		return String(isJsonObject(saved) ? saved[field] : saved).startsWith('=');
	}

	/**
	 * Something that guards money. An expression that gives nothing must not turn it off: only what is saved empty means its
	 * default.
	 */
	guard(path: string, label: string): unknown {
		const [name = '', field] = path.split('.');
		const value = field === undefined ? this.value(name) : this.collection(name)[field];
		if (!isBlank(value) || !this.isExpression(path)) return value;
		throw this.problem(
			`The expression in '${label}' gave nothing`,
			'Look in the input whether the field it names is there, and spelled like that. To turn it off, leave it empty, without an expression.',
		);
	}

	/** The text around the expressions of a parameter, as in `=order-{{ $json.id }}`; undefined where there is none. */
	constantTextOf(name: string): string | undefined {
		const saved = this.share.saved(name);
		const given = isJsonObject(saved) ? saved.value : saved;
		if (typeof given !== 'string' || !given.startsWith('=')) return undefined;
		const text = given
			.slice(1)
			.replace(/\{\{.*?\}\}/gs, '')
			.trim();
		return text || undefined;
	}

	/** How a resource locator is filled in, such as `list` or `id`; undefined where it is one expression as a whole. */
	modeOf(name: string): string | undefined {
		const saved = this.share.saved(name);
		return isJsonObject(saved) && typeof saved.mode === 'string' ? saved.mode : undefined;
	}

	/** A model can fill in what it left out; otherwise an expression names a wrong field. */
	requiredValue(name: string, label: string, extractValue = false): unknown {
		const value = this.value(name, extractValue);
		if (!isBlank(value)) return value;
		const remedy =
			this.isExpression(name) && !this.isOfModel
				? `The expression gave nothing for item ${this.itemIndex}. Look in the input whether the field it names is there, and spelled like that.`
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
		if (!NOTHING.test(text)) return text;
		throw this.problem(
			`'${label}' is '${text}', which is what is left of a value that is not there`,
			'Look in the input whether the field that the expression names is there.',
		);
	}

	/** The words true and false count as well: an expression may give them. */
	flag(value: unknown, label: string): boolean {
		if (value === true || value === 'true') return true;
		if ([false, 'false', '', undefined, null].includes(value as null)) return false;
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
		if (parsed === undefined) {
			throw this.problem(
				`'${label}' is not valid JSON`,
				'Check quotes, commas and braces, for example {"currency": "EUR"}.',
			);
		}
		throw this.problem(
			`'${label}' is not a JSON object`,
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
			if (!(error instanceof UserError))
				throw new NodeOperationError(this.share.node, error as Error);
			throw this.problem(error.message, error.description ?? '');
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
		this.share.warn(message);
	}

	chargeKey(content: unknown): string {
		const parts = [this.share.origin, this.itemIndex, content];
		return hash('sha256', JSON.stringify(parts), 'hex');
	}

	private readonly json = (): IDataObject =>
		this.context.getInputData()[this.itemIndex]?.json ?? {};
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

/** The modes of a resource locator whose value is taken as it stands. */
const TYPED_MODES = ['id', 'reference'];

type Plain = string | number | boolean;

/**
 * The value of a parameter that is no expression, or only names a field of the input item, as dragging a field into it
 * writes. n8n 2.41 is slow with expressions: four are more than half the cost of a charge.
 *
 * @param saved the parameter as it is saved; of a resource locator that is typed in, its value counts
 * @returns undefined for anything else, and where the value is not text, a number or true or false: n8n evaluates those
 */
function plainParameter(saved: unknown, item: () => IDataObject): Plain | undefined {
	const isTyped = isJsonObject(saved) && TYPED_MODES.includes(saved.mode as string);
	const given = isTyped ? saved.value : saved;
	if (!isPlain(given)) return undefined;
	if (typeof given !== 'string' || !given.startsWith('=')) return given;
	const value = pathIn(given).reduce<unknown>(readKey, item());
	return isPlain(value) ? value : undefined;
}

/** The same for a collection, if it holds for each of its fields. */
function plainCollection(saved: unknown, item: () => IDataObject): IDataObject | undefined {
	if (!isJsonObject(saved)) return undefined;
	const fields: IDataObject = {};
	for (const [name, value] of Object.entries(saved)) {
		const plain = isPlain(value) ? plainParameter(value, item) : undefined;
		if (plain === undefined) return undefined;
		fields[name] = plain;
	}
	return fields;
}

function isPlain(value: unknown): value is Plain {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** `={{ $json.guest["first name"] }}`; n8n looks for braces first, and for `.constructor` also between quotes. */
const FIELD =
	/^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"'\\[\]{}().]+"\]|\['[^"'\\[\]{}().]+'\])+)\s*\}\}$/;
const STEP = /\.(\w+)|\[.([^\]]+).\]/g;

function pathIn(expression: string): string[] {
	const [, steps = ''] = FIELD.exec(expression) ?? [];
	return [...steps.matchAll(STEP)].map(([, plain, quoted]) => plain ?? quoted ?? '');
}
