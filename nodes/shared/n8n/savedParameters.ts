import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

type Plain = string | number | boolean;

/** The modes of a resource locator whose value is taken as it stands. */
const TYPED_MODES: unknown[] = ['id', 'reference'];

/**
 * The parameters of a node as they are saved, with their expressions. Those
 * that are no expression, or only name a field of the input item, as dragging a
 * field into them writes, are read without n8n: four of n8n's are more than
 * half the cost of a charge.
 */
export class SavedParameters {
	private readonly known = new Map<string, unknown>();

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * True for a parameter, or a field of a collection (updateFields.date), that
	 * is an expression, whatever it gives.
	 */
	isExpression(path: string): boolean {
		return isExpression(this.savedAt(path));
	}

	/**
	 * The text around the expressions of a parameter, as in
	 * `=order-{{ $json.id }}`; empty where there is none.
	 */
	constantTextOf(path: string): string {
		const saved = this.savedAt(path);
		if (!isExpression(saved) || !saved.includes('{{')) return '';
		const text = saved.slice(1).replace(/\{\{.*?\}\}/gs, '');
		return text.trim();
	}

	/**
	 * How a resource locator is filled in, such as `list` or `id`; undefined
	 * where it is one expression as a whole.
	 */
	modeOf(name: string): unknown {
		const saved = this.saved(name);
		return isObject(saved) ? saved.mode : undefined;
	}

	/**
	 * Undefined where n8n has to evaluate it, and for what is not text, a number
	 * or true or false.
	 */
	plainValue(name: string, item: IDataObject): Plain | undefined {
		const saved = this.saved(name);
		const isTyped = isObject(saved) && TYPED_MODES.includes(saved.mode);
		return plainValueOf(isTyped ? saved.value : saved, item);
	}

	/** All fields of a collection; undefined where one of them would be. */
	plainCollection(name: string, item: IDataObject): IDataObject | undefined {
		const saved = this.saved(name);
		if (!isObject(saved)) return undefined;
		const fields: IDataObject = {};
		for (const [field, value] of Object.entries(saved)) {
			const plain = plainValueOf(value, item);
			if (plain === undefined) return undefined;
			fields[field] = plain;
		}
		return fields;
	}

	/** Of a resource locator, its value. */
	private savedAt(path: string): unknown {
		const [name = '', field = 'value'] = path.split('.');
		const saved = this.saved(name);
		return isObject(saved) ? saved[field] : saved;
	}

	/** Looked up once, whatever the number of items. */
	private saved(name: string): unknown {
		if (!this.known.has(name)) {
			const saved = this.context.getNodeParameter(name, 0, null, {
				rawExpressions: true,
			});
			this.known.set(name, saved);
		}
		return this.known.get(name);
	}
}

function isExpression(saved: unknown): saved is string {
	return typeof saved === 'string' && saved.startsWith('=');
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPlain(value: unknown): value is Plain {
	return (
		typeof value === 'string' ||
		typeof value === 'number' ||
		typeof value === 'boolean'
	);
}

function plainValueOf(saved: unknown, item: IDataObject): Plain | undefined {
	const value = isExpression(saved) ? valueAt(pathIn(saved), item) : saved;
	return isPlain(value) ? value : undefined;
}

function valueAt(path: string[], item: IDataObject): unknown {
	let value: unknown = item;
	for (const name of path) {
		if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return value;
}

/**
 * `={{ $json.guest["first name"] }}`; n8n looks for braces first, and for
 * `.constructor` also between quotes.
 */
const FIELD =
	/^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"'\\[\]{}().]+"\]|\['[^"'\\[\]{}().]+'\])+)\s*\}\}$/;
const STEP = /\.(\w+)|\[.([^\]]+).\]/g;

/** Empty for any other expression. */
function pathIn(expression: string): string[] {
	const [, steps = ''] = FIELD.exec(expression) ?? [];
	return [...steps.matchAll(STEP)].map(
		([, plain, quoted]) => plain ?? quoted ?? '',
	);
}
