import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isExpression, partsOf, plainValue } from './plainExpressions';
import { userError } from './userError';

interface TextRule {
	isRequired?: boolean;
	isGuard?: boolean;
}

/** Of an expression that gave nothing, or was not evaluated. */
const NOTHING = /^(undefined|null|NaN|\[object Object\]|[\s\p{Cf}]*)$|\{\{/u;
const INVISIBLE = /^[\s\p{Cf}]*$/u;
const JOINED =
	/undefined|\[object Object\]|(?<![\p{L}\p{N}])(null|NaN)(?![\p{L}\p{N}])/u;
const FILL_IN =
	'Fill it in. If it is an expression, check that it is switched to Expression, and names a field of the input';
const EXACT = 'Give text, or at most 15 digits';
const CHOOSE = 'Switch it from Expression to Fixed, and choose';
const CORRECT = 'Correct it, or leave it empty';
const QUOTE =
	'Write it like {"currency": "EUR"}, and a text from the input as {{ JSON.stringify($json.note) }}, without quotes';

export class Parameters {
	readonly json: IDataObject;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly index: number,
	) {
		this.json = context.getInputData()[index]?.json ?? {};
	}

	/** '' where the form hides it. */
	value(path: string): unknown {
		const plain = plainValue(this.saved(path), this.json);
		if (plain !== undefined) return plain;
		const [name = '', field] = path.split('.');
		const value: unknown = this.context.getNodeParameter(name, this.index, '');
		if (!isObject(value)) return value;
		if (field !== undefined) return value[field] ?? '';
		return value.__rl === true ? value.value : value;
	}

	text(path: string, rule: TextRule = {}): string | undefined {
		const text = textOf(this.value(path));
		const isGuard = rule.isGuard && isExpression(this.saved(path));
		if (text === '' && !isGuard && !rule.isRequired) return undefined;
		if (text === undefined) throw wrong(path, 'not text', EXACT);
		if (INVISIBLE.test(text)) throw wrong(path, 'empty', FILL_IN);
		if (!this.hasGap(path, text)) return text;
		const what = `'${text}', as an expression in it gave nothing`;
		throw wrong(path, what, FILL_IN);
	}

	requiredText(path: string): string {
		return this.text(path, { isRequired: true }) ?? '';
	}

	switch(path: string): boolean {
		return this.choice(path, ['', false, true]) === true;
	}

	/** Not by an expression: neither a mistake nor a model may choose. */
	choice<const C>(path: string, all: readonly C[]): C {
		const saved = this.saved(path) ?? '';
		const choice = all.find((each) => each === saved);
		if (choice !== undefined) return choice;
		throw wrong(path, 'an expression, or no such choice', CHOOSE);
	}

	whole(path: string, min: number, preset: number): number {
		const number = this.limit(path) ?? preset;
		if (Number.isInteger(number) && number >= min) return number;
		throw wrong(path, `no whole number of at least ${min}`, CORRECT);
	}

	limit(path: string): number | undefined {
		const text = this.text(path, { isGuard: true });
		if (text === undefined) return undefined;
		if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
		throw wrong(path, 'no plain number of at least 0', CORRECT);
	}

	object(path: string): IDataObject {
		const value = this.value(path);
		if (textOf(value) === '') return {};
		try {
			const isText = typeof value === 'string';
			const parsed: unknown = isText ? JSON.parse(value) : value;
			if (isObject(parsed)) return parsed;
			throw new Error('it is a list or a single value');
		} catch (error) {
			const what = `no JSON object: ${(error as Error).message}`;
			throw wrong(path, what, QUOTE);
		}
	}

	private hasGap(path: string, text: string) {
		const saved = this.saved(path);
		if (NOTHING.test(text)) return true;
		if (!isExpression(saved)) return false;
		const parts = partsOf(saved).map(
			(part) =>
				plainValue(`=${part}`, this.json) ??
				this.context.evaluateExpression(part, this.index),
		);
		const hasNone = parts.some((part) => NOTHING.test(part as string));
		return hasNone || JOINED.test(text);
	}

	/** Expressions as they stand. */
	saved(path: string): unknown {
		const [name = '', field = 'value'] = path.split('.');
		const rule = { rawExpressions: true };
		const saved: unknown = this.context.getNodeParameter(name, 0, null, rule);
		return isObject(saved) ? saved[field] : saved;
	}
}

/** Where it does not follow from the name. */
const LABELS: Record<string, string> = {
	chargeDescription: 'Description',
	serviceId: 'Service Item',
	writeTest: 'Test Writing',
};

/** 'options.maxRetries' is Max Retries. */
export function labelOf(path: string): string {
	const name = path.replace(/.*\./, '');
	const words = name.replace(/[A-Z]/g, ' $&').replace(/Id$/, 'ID');
	const label = words.replace(/^./, (letter) => letter.toUpperCase());
	return LABELS[name] ?? label;
}

function wrong(path: string, what: string, advice: string): Error {
	return userError({ what: `'${labelOf(path)}' is ${what}`, advice });
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown) {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	const isExact = Math.abs(value as number) <= Number.MAX_SAFE_INTEGER;
	return typeof value === 'number' && isExact ? String(value) : undefined;
}
