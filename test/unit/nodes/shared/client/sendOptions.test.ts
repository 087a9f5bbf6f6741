import { optionsField } from '../../../../../nodes/ServiceItem/operations/options';
import { sendOptionsOf } from '../../../../../nodes/shared/client/sendOptions';
import { node } from '../../../support/node';
import { thrownBy } from '../../../support/thrown';
import { BANNED_WORDS } from '../../../support/wording';

const LABELS = {
	maxRetries: 'Max Retries',
	timeout: 'Timeout',
};
const STANDARD = sendOptionsOf({}, node);
const NAMES = Object.keys(LABELS) as Array<keyof typeof LABELS>;

describe('the options of a run', () => {
	it('have the documented defaults', () => {
		expect(sendOptionsOf({}, node)).toEqual({ maxRetries: 3, timeout: 30_000 });
	});

	it.each(NAMES)('show the default of %s that holds, under the name the texts use', (name) => {
		const fields = optionsField.options ?? [];
		const field = fields.find((option) => option.name === name);
		expect(field).toMatchObject({ default: STANDARD[name], displayName: LABELS[name] });
	});

	it.each([[''], ['  '], [null], [undefined]])('have the default where %p is given', (blank) => {
		const given = Object.fromEntries(NAMES.map((name) => [name, blank]));
		expect(sendOptionsOf(given, node)).toEqual(STANDARD);
	});

	it('take numbers and text with numbers', () => {
		const given = { maxRetries: 0, timeout: ' 1000 ' };
		expect(sendOptionsOf(given, node)).toEqual({ maxRetries: 0, timeout: 1000 });
	});

	it.each([
		['maxRetries', -1],
		['maxRetries', 2.5],
		['maxRetries', []],
		['maxRetries', {}],
		['timeout', 0],
		['timeout', 0.5],
		['timeout', '30s'],
		['timeout', Infinity],
		['timeout', true],
	] as const)('refuse %s %p by its label', (name, value) => {
		const error = thrownBy(() => sendOptionsOf({ [name]: value }, node));

		expect(error.message).toContain(`'${LABELS[name]}'`);
		expect(error.description).toContain(String(STANDARD[name]));
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
	});
});
