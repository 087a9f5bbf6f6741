import type { IDataObject } from 'n8n-workflow';

/** n8n finds braces first, and `.constructor` also between quotes. */
const FIELD =
	/^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\[(["'])[^"'\\[\]{}().]+\2\])+)\s*\}\}$/;

/** Where n8n need not evaluate: it is half the cost of a charge. */
export function plainValue(saved: unknown, item: IDataObject): unknown {
	const value = isExpression(saved) ? fieldAt(saved, item) : saved;
	const isPlain = /string|boolean/.test(typeof value) || Number.isFinite(value);
	return isPlain ? value : undefined;
}

export function isExpression(saved: unknown): saved is string {
	return typeof saved === 'string' && saved.startsWith('=');
}

/** In braces, beside text or another such part. */
export function partsOf(expression: string): string[] {
	const parts = expression.match(/\{\{.*?\}\}/gs) ?? [];
	return expression === `=${parts[0]}` ? [] : parts;
}

function fieldAt(expression: string, item: IDataObject): unknown {
	const path = FIELD.exec(expression)?.[1] ?? '';
	let value: unknown = item;
	for (const step of path.match(/\.\w+|\[[^\]]+\]/g) ?? []) {
		const name = step.replace(/^\.|^\[.|.\]$/g, '');
		if (!Object.hasOwn(Object(value) as object, name)) return undefined;
		value = (value as IDataObject)[name];
	}
	return value;
}
