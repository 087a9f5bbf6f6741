import { userError } from '../../n8n/userError';
import type { ValueForm } from './valueForm';
import { PLAIN_NUMBER, readText } from './valueForm';

/** So many digits no longer fit into a number of JavaScript, so `parseJson` has made them text. */
const LONG_INTEGER = /^-?\d{16,}$/;

/** Text as it is. */
export const text: ValueForm = {
	name: 'text',
	type: 'string',
	write: String,
	read: (value) => (typeof value === 'string' ? value : undefined),
};

/** Text that is a number to the service, such as an ID; never one that would be another as a number. */
export const number: ValueForm = {
	name: 'number',
	type: 'number',
	write(value) {
		const exact = Number(value);
		if (PLAIN_NUMBER.test(String(value)) && String(exact) === String(value)) return exact;
		throw userError(
			`is '${value}', which would not stay the same as a number`,
			`The credential's 'Custom API Format' asks for a number here: give one without leading zeros and with at most 15 digits, or write the blank there without 'as number'.`,
		);
	},
	read: (value) => (typeof value === 'number' || LONG_INTEGER.test(value) ? value : undefined),
};

/** A form whose numbers stand in quotes: `"1250"`. */
export function inQuotes(form: ValueForm): ValueForm {
	return {
		name: `${form.name} as text`,
		type: 'string',
		write: (value, timeZone) => String(form.write(value, timeZone)),
		read: (value, timeZone) =>
			typeof value === 'string' ? readText(form, value, timeZone) : undefined,
	};
}

/** Text or a number as it came, as the field names of the credential are read. */
export const anyScalar: ValueForm = { ...text, isLoose: true, read: (value) => value };
