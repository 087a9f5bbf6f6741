import { parseBlank } from '../../../nodes/shared/wire/templates/blank';
import type { BlankValues } from '../../../nodes/shared/wire/templates/fillTemplate';
import { fillTemplate } from '../../../nodes/shared/wire/templates/fillTemplate';
import { parseTemplate } from '../../../nodes/shared/wire/templates/parseTemplate';
import type { Reading } from '../../../nodes/shared/wire/templates/readTemplate';
import { readTemplate } from '../../../nodes/shared/wire/templates/readTemplate';
import type { Template } from '../../../nodes/shared/wire/templates/template';
import type { FieldValue } from '../../../nodes/shared/wire/templates/valueForm';

/** A value for every blank. */
export const charge: BlankValues = {
	reservationId: '1001',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: 'GUEST',
	reference: 'order-1',
};

/** The template that an example makes, given as text or as a value. */
export function parsed(example: unknown, decimals = 2): Template {
	const given = typeof example === 'string' ? example : JSON.stringify(example);
	const template = parseTemplate(given, decimals);
	if (!template) throw new Error('There is no example');
	return template;
}

/** The example with its blanks filled. */
export function filled(
	example: unknown,
	values = charge,
	zone = 'Europe/Berlin',
	decimals = 2,
): unknown {
	return fillTemplate(parsed(example, decimals), values, zone);
}

/** What is found in a service item where the example has its blanks. */
export function read(
	example: unknown,
	item: unknown,
	zone = 'Europe/Berlin',
	decimals = 2,
): Reading {
	return readTemplate(parsed(example, decimals), item, zone);
}

/** What a blank makes of a value, and what it reads from that. */
export function roundTrip(
	blank: string,
	value: FieldValue,
	zone = 'Europe/Berlin',
	decimals = 2,
): unknown[] {
	const { form } = parseBlank(blank, decimals);
	const written = form.write(value, zone);
	return [written, form.read(written, zone)];
}
