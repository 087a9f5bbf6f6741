import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from '../../shared/format/apiFormat';
import { placeOf } from '../../shared/format/example';
import {
	CHARGE_FIELDS,
	referenceAtEnd,
	type WrittenFields,
} from '../../shared/format/fields';
import { isBlank } from '../../shared/format/json';
import { parseAmount, parseDay } from '../../shared/format/typed';
import { labelOf } from '../../shared/n8n/parameters';
import { prefixErrors, userError } from '../../shared/n8n/userError';
import type { Input } from '../../shared/run/operation';

export interface Rule {
	isUpdate?: boolean;
	/** Needs what a new charge has to have. */
	isNew?: boolean;
	/** No expression may give nothing. */
	isGuard?: boolean;
}

function pathOf(name: string, { isUpdate }: Rule) {
	if (isUpdate) return `updateFields.${name}`;
	if (name === 'description') return 'chargeDescription';
	const isFirst = name === 'amount' || name === 'date';
	return isFirst ? name : `additionalFields.${name}`;
}

export function fieldsIn(
	{ parameters, session }: Input,
	rule: Rule,
): { fields: WrittenFields; custom: IDataObject } {
	const max = parameters.limit('options.maxAmount') || Infinity;
	const fields: Record<string, unknown> = {};
	for (const name of CHARGE_FIELDS) {
		const path = pathOf(name, rule);
		const isRequired = rule.isNew && !path.includes('.');
		const how = { isRequired, isGuard: rule.isGuard };
		let value = parameters.value(path);
		const isText = name !== 'amount' && name !== 'date';
		if (isText || isBlank(value)) value = parameters.text(path, how);
		if (value === undefined) continue;
		fields[name] = prefixErrors(labelOf(name), () => {
			if (isText) return unmarked(value as string);
			if (name === 'date') return parseDay(value, session.format.timeZone);
			return within(max, parseAmount(value, decimalsOf(session.format)));
		});
	}
	return { fields, custom: parameters.object(pathOf('customFields', rule)) };
}

export function decimalsOf({ createBody }: ApiFormat) {
	return placeOf(createBody.places, 'amount')?.format.decimals;
}

function within(max: number, amount: number) {
	if (Math.abs(amount) <= max) return amount;
	throw userError({
		what: `is ${amount}, more than the option 'Max Amount' allows (${max})`,
		advice: 'If it is right, set the option higher',
	});
}

function unmarked(text: string) {
	const mark = referenceAtEnd(text);
	if (mark === undefined) return text;
	throw userError({
		what: `ends with a reference, [ref:${mark}]`,
		advice: 'Leave it out: a reference has a field of its own',
	});
}

/** '' where it is empty, and may be. */
export function reservationIdIn(
	{ parameters }: Input,
	isRequired = true,
): string {
	const rule = { isRequired, isGuard: true };
	const id = parameters.text('reservationId', rule) ?? '';
	if (!/[,;]\s|\n/.test(id)) return id;
	throw userError({
		what: `'Reservation ID' is '${id}', which looks like several`,
		advice: 'Give each an input item of its own',
	});
}

/** As it is kept: two that look alike are one. */
export function referenceIn({ parameters }: Input, path = 'reference'): string {
	const text = parameters.requiredText(path).normalize();
	const visible = text.replace(/\p{Cf}/gu, '');
	return visible.replace(/\s+/g, ' ').trim();
}
