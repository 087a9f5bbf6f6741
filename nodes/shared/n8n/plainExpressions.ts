import type { IDataObject } from 'n8n-workflow';

type Plain = string | number | boolean;

/**
 * What a parameter gives that is fixed, or only names a field of the input, as
 * dragging one into it writes: four evaluations of n8n's are more than half the
 * cost of a charge.
 *
 * @returns undefined where n8n has to evaluate it
 */
export function plainValue(
	saved: unknown,
	item: IDataObject,
): Plain | undefined {
	const value = isExpression(saved) ? fieldAt(saved.slice(1), item) : saved;
	return isPlain(value) ? value : undefined;
}

export function isExpression(saved: unknown): saved is string {
	return typeof saved === 'string' && saved.startsWith('=');
}

/** What stands in braces, braces included, beside text or another such part. */
export function partsOf(saved: unknown): string[] {
	if (!isExpression(saved)) return [];
	const parts = saved.match(/\{\{.*?\}\}/gs) ?? [];
	return `=${parts[0]}` === saved ? [] : parts;
}

function isPlain(value: unknown): value is Plain {
	return Number.isFinite(value) || /string|boolean/.test(typeof value);
}

/**
 * `{{ $json.guest["first name"] }}`; n8n looks for braces first, and for
 * `.constructor` also between quotes.
 */
const FIELD =
	/^\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"'\\[\]{}().]+"\]|\['[^"'\\[\]{}().]+'\])+)\s*\}\}$/;

function fieldAt(code: string, item: IDataObject): unknown {
	const steps = FIELD.exec(code)?.[1]?.match(/\.\w+|\[[^\]]+\]/g) ?? [];
	let value: unknown = item;
	for (const step of steps) {
		const name = step.replace(/^\.|^\[.|.\]$/g, '');
		if (typeof value !== 'object' || value === null) return undefined;
		if (!Object.hasOwn(value, name)) return undefined;
		value = (value as IDataObject)[name];
	}
	return value;
}
