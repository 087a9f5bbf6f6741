import { looseAmountForm } from '../../../nodes/shared/wire/templates/amountForms';
import type { BlankField } from '../../../nodes/shared/wire/templates/blank';
import { looseDayForm } from '../../../nodes/shared/wire/templates/dayForms';
import { readTemplate } from '../../../nodes/shared/wire/templates/readTemplate';
import { templateOf } from '../../../nodes/shared/wire/templates/template';
import type { FieldValue, ValueForm } from '../../../nodes/shared/wire/templates/valueForm';

type AmountFormat = 'number' | 'string' | 'minorUnits';
type DateFormat = 'date' | 'dateTime';

/** An amount as the service gets it under one of the credential's amount formats. */
export function encodeAmount(amount: number, format: AmountFormat): FieldValue {
	return looseAmountForm(format, 2).write(amount, 'UTC');
}

/** An amount as it is read under one of the credential's amount formats; undefined when it is none. */
export function decodeAmount(value: unknown, format: AmountFormat): FieldValue | undefined {
	return readAs('amount', looseAmountForm(format, 2), value, 'UTC');
}

/** A day as the service gets it under one of the credential's date formats. */
export function encodeDay(day: string, format: DateFormat, timeZone: string): FieldValue {
	return looseDayForm(format).write(day, timeZone);
}

/** A day as it is read under one of the credential's date formats; undefined when it is none. */
export function decodeDay(
	value: unknown,
	timeZone: string,
	format: DateFormat,
): FieldValue | undefined {
	return readAs('date', looseDayForm(format), value, timeZone);
}

function readAs(
	field: BlankField,
	form: ValueForm,
	value: unknown,
	timeZone: string,
): FieldValue | undefined {
	const template = templateOf([['x', { field, form, isAlways: false }]]);
	return readTemplate(template, { x: value }, timeZone).values[field];
}
