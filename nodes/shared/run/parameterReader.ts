import type { IDataObject, INode } from 'n8n-workflow';
import { NodeOperationError, UserError } from 'n8n-workflow';

import { isBlank, isJsonObject, parseJson } from '../format/json';
import { prefixErrors } from '../n8n/userError';

/** What an expression leaves of a value that is not there. */
const NOTHING = /^(undefined|null|NaN|\[object Object\])$/;

/**
 * Reads what the user has entered. Every method names the field, as the user sees it, in what it throws.
 */
export abstract class ParameterReader {
	protected constructor(
		private readonly node: INode,
		/** What an error says beside what is the matter and what to do: that nothing has happened yet. */
		private readonly consequence: string,
		private readonly place: { itemIndex?: number },
	) {}

	/** The raw value of a parameter; blank when the form does not show it. */
	abstract value(name: string, extractValue?: boolean): unknown;

	/** A trimmed text that must not be blank; numbers are accepted. */
	requiredText(name: string, label: string, extractValue = false): string {
		const text = this.textOf(this.value(name, extractValue), label);
		if (text === undefined) throw this.emptiness(name, label);
		return text;
	}

	/** The raw value of a parameter that must not be blank. */
	requiredValue(name: string, label: string): unknown {
		const value = this.value(name);
		if (isBlank(value)) throw this.emptiness(name, label);
		return value;
	}

	/** The same for what has to name one thing: what is left of an expression that went wrong would be taken for its name. */
	requiredName(name: string, label: string, extractValue = false): string {
		const text = this.requiredText(name, label, extractValue);
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

	/** A switch; the words true and false, as an expression may give them, count as well. */
	flag(name: string, label: string): boolean {
		return this.flagOf(this.value(name), label);
	}

	/** A switch that is part of a collection. */
	flagOf(value: unknown, label: string): boolean {
		if (value === true || value === 'true') return true;
		const isOff = value === false || value === 'false' || value === '';
		if (isOff || value === undefined || value === null) return false;
		throw this.problem(
			`'${label}' is neither true nor false`,
			'Switch it on or off, or give true or false.',
		);
	}

	/** A trimmed text, or undefined when it is blank. */
	textOf(value: unknown, label: string): string | undefined {
		if (value === undefined || value === null) return undefined;
		if (typeof value !== 'string' && typeof value !== 'number') {
			throw this.problem(
				`'${label}' is not text`,
				'Give text or a number, not an object or a list.',
			);
		}
		if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
			throw this.problem(
				`'${label}' is not an exact value (${value})`,
				'Give it as text, so that no digit is lost.',
			);
		}
		return String(value).trim() || undefined;
	}

	/** A JSON object, given as text or by an expression; an empty object when it is blank. */
	objectOf(value: unknown, label: string): IDataObject {
		if (isBlank(typeof value === 'string' ? value.trim() : value)) return {};
		const parsed = typeof value === 'string' ? this.parsed(value, label) : value;
		if (isJsonObject(parsed)) return parsed;
		throw this.problem(
			`'${label}' is not a JSON object`,
			'Write names and values in braces, for example {"currency": "EUR"}.',
		);
	}

	/** Runs a parser of one field and puts the field's label in front of what it complains about. */
	parse<Result>(label: string, parser: () => Result): Result {
		return this.check(() => prefixErrors(`'${label}'`, parser));
	}

	/** The same for what names the field or setting itself. */
	check<Result>(checked: () => Result): Result {
		try {
			return checked();
		} catch (error) {
			if (!(error instanceof UserError)) throw new NodeOperationError(this.node, error as Error);
			throw this.problem(error.message, error.description ?? '');
		}
	}

	/**
	 * The error for bad input.
	 *
	 * @param what what is the matter, with the field's label
	 * @param remedy what to do about it, as a sentence
	 */
	problem(what: string, remedy: string): NodeOperationError {
		const error = new NodeOperationError(this.node, what, {
			description: `${remedy} ${this.consequence}`.trim(),
			...this.place,
		});
		// n8n replaces a message with the letters of a system code in it ("preexisting" has EEXIST).
		error.message = what;
		return error;
	}

	protected remedyOfEmptiness(_name: string, label: string): string {
		return `Fill in '${label}' for this item.`;
	}

	private emptiness(name: string, label: string): NodeOperationError {
		return this.problem(`'${label}' is empty`, this.remedyOfEmptiness(name, label));
	}

	private parsed(text: string, label: string): unknown {
		const value = parseJson(text);
		if (value !== undefined) return value;
		throw this.problem(
			`'${label}' is not valid JSON`,
			'Check quotes, commas and braces, for example {"currency": "EUR"}.',
		);
	}
}
