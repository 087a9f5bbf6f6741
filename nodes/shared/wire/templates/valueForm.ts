/** A field's value as the node has it: an amount in major units, a day as 'YYYY-MM-DD', anything else as text. */
export type FieldValue = string | number;

/** How one value is written in JSON, and read from it. */
export interface ValueForm {
	/** As it stands behind `as` in a blank. */
	name: string;
	/** What it is in JSON; inside a longer text, a number is written as its digits. */
	type: 'string' | 'number';
	/**
	 * The value as the service wants it.
	 *
	 * @throws UserError, whose message goes on after the field's name, when the value cannot be written so without changing
	 */
	write: (value: FieldValue, timeZone: string) => string | number;
	/** The value as the node has it; undefined when the service's is of another form. */
	read: (value: string | number, timeZone: string) => FieldValue | undefined;
	/** True where a field name stands for the form: other forms of the same value are read as well, as far as they can be. */
	isLoose?: boolean;
}

/** Digits with or without a point, as JSON writes a number. */
export const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Reads a form's value out of a piece of text. */
export function readText(form: ValueForm, text: string, timeZone: string): FieldValue | undefined {
	if (form.type === 'string') return form.read(text, timeZone);
	return PLAIN_NUMBER.test(text) ? form.read(Number(text), timeZone) : undefined;
}
