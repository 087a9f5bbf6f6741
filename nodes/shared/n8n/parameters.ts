import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isExpression, partsOf, plainValue } from './plainExpressions';
import { userError } from './userError';

interface TextRule {
	isRequired?: boolean;
	/** Blank by an expression is an error. */
	isGuard?: boolean;
	isExpressionChecked?: boolean;
}

/** What an expression gives for a missing value, or one not evaluated. */
const NOTHING = /^(undefined|null|NaN|\[object Object\]|\s*)$|\{\{/;
/** The same within a text, as `{{ 'order-' + $json.id }}` gives it. */
const JOINED =
	/undefined|\[object Object\]|(?<![\p{L}\p{N}])(null|NaN)(?![\p{L}\p{N}])/u;

/** Of one input. What is thrown names the field by its label. */
export class Parameters {
	readonly json: IDataObject;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly index: number,
	) {
		this.json = context.getInputData()[index]?.json ?? {};
	}

	/** Of a resource locator its value; '' where the form does not show it. */
	value(path: string): unknown {
		const plain = plainValue(this.saved(path), this.json);
		if (plain !== undefined) return plain;
		const [name = '', field] = path.split('.');
		if (field !== undefined) return this.collection(name)[field] ?? '';
		const value: unknown = this.context.getNodeParameter(name, this.index, '');
		return isObject(value) && value.__rl === true ? value.value : value;
	}

	collection(name: string): IDataObject {
		const value = this.context.getNodeParameter(name, this.index, {});
		return isObject(value) ? value : {};
	}

	isExpression(path: string): boolean {
		return isExpression(this.saved(path));
	}

	/** Of a resource locator. */
	modeOf(name: string): unknown {
		return this.saved(`${name}.mode`);
	}

	/** @returns undefined where it is blank */
	text(path: string, label: string, rule: TextRule = {}): string | undefined {
		const value = this.value(path);
		if (isBlank(value)) {
			if (rule.isRequired) throw empty(label);
			return rule.isGuard ? this.mayBeEmpty(path, label) : undefined;
		}
		const text = textOf(value);
		if (text === undefined) {
			const advice = 'Give text, or a number of at most 15 digits';
			throw userError({ what: `'${label}' is not text`, advice });
		}
		const isChecked =
			rule.isRequired || rule.isGuard || rule.isExpressionChecked;
		if (!isChecked || !this.hasGap(path, text)) return text;
		throw userError({
			what: `'${label}' is '${text}', as an expression in it gave nothing`,
			advice:
				'Check that the input has the field that it names, and that this field is switched from Fixed to Expression',
		});
	}

	requiredText(path: string, label: string): string {
		return this.text(path, label, { isRequired: true }) ?? '';
	}

	switch(name: string, label: string): boolean {
		return this.choice(name, label, ['', false, true]) === true;
	}

	/** Not by an expression: neither a mistake nor a model may choose. */
	choice<C>(name: string, label: string, choices: readonly C[]): C {
		const saved = this.saved(name) ?? '';
		const choice = choices.find((each) => each === saved);
		if (choice !== undefined) return choice;
		throw userError({
			what: `'${label}' is an expression, or has no such value`,
			advice: 'Switch it from Expression to Fixed, and choose',
		});
	}

	/** Of an option. */
	number(
		path: string,
		label: string,
		rule: { min: number; isWhole: boolean; default: number },
	): number {
		const number = this.limit(path, label) ?? rule.default;
		const isRight = !rule.isWhole || Number.isSafeInteger(number);
		if (isRight && number >= rule.min) return number;
		throw notNumber(label, `a whole number of at least ${rule.min}`);
	}

	/** @returns undefined where it was left empty */
	limit(path: string, label: string): number | undefined {
		const value = this.value(path);
		if (isBlank(value)) return this.mayBeEmpty(path, label);
		const text = textOf(value) ?? '';
		if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
		throw notNumber(label, 'a plain number of at least 0');
	}

	object(path: string, label: string): IDataObject {
		const value = this.value(path);
		if (isBlank(value)) return {};
		let why = 'it is no object';
		try {
			const isText = typeof value === 'string';
			const parsed: unknown = isText ? JSON.parse(value) : value;
			if (isObject(parsed)) return parsed;
		} catch (error) {
			why = (error as Error).message;
		}
		throw userError({
			what: `'${label}' is no JSON object: ${why}`,
			advice:
				'Write it like {"currency": "EUR"}, and a text from the input as {{ JSON.stringify($json.note) }}, without quotes around it',
		});
	}

	private mayBeEmpty(path: string, label: string): undefined {
		if (this.isExpression(path)) throw empty(label);
		return undefined;
	}

	private hasGap(path: string, text: string): boolean {
		if (NOTHING.test(text)) return true;
		if (!this.isExpression(path)) return false;
		const parts = partsOf(this.saved(path));
		return JOINED.test(text) || parts.some((code) => this.givesNothing(code));
	}

	private givesNothing(code: string): boolean {
		const value =
			plainValue(`=${code}`, this.json) ??
			this.context.evaluateExpression(code, this.index);
		return NOTHING.test(value as string);
	}

	private saved(path: string): unknown {
		const [name = '', field = 'value'] = path.split('.');
		const rule = { rawExpressions: true };
		const saved: unknown = this.context.getNodeParameter(name, 0, null, rule);
		return isObject(saved) ? saved[field] : saved;
	}
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBlank(value: unknown): boolean {
	const text = value ?? '';
	return typeof text === 'string' && text.trim() === '';
}

/** Undefined for what is neither text nor an exact number. */
function textOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value.trim();
	if (typeof value !== 'number') return undefined;
	return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
}

function empty(label: string): Error {
	const advice =
		'Fill it in. If it is an expression, check that the input has the field that it names';
	return userError({ what: `'${label}' is empty`, advice });
}

function notNumber(label: string, kind: string): Error {
	const advice = 'Correct it, or leave it empty';
	return userError({ what: `'${label}' must be ${kind}`, advice });
}
