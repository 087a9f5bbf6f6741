import { optionsField } from '../../../../../nodes/ServiceItem/operations/options';
import { sendOptionsOf } from '../../../../../nodes/shared/client/sendOptions';
import { node } from '../../../support/node';
import { thrownBy } from '../../../support/thrown';
import { BANNED_WORDS } from '../../../support/wording';

const LABELS = {
	maxConcurrency: 'Max Concurrency',
	requestsPerSecond: 'Requests per Second',
	maxRetries: 'Max Retries',
	timeout: 'Timeout',
	throttledWait: 'Throttled Wait',
};
const STANDARD = sendOptionsOf({}, node);
const NAMES = Object.keys(LABELS) as Array<keyof typeof LABELS>;

describe('the options of a run', () => {
	it('have the documented defaults', () => {
		expect(sendOptionsOf({}, node)).toEqual({
			maxConcurrency: 5,
			requestsPerSecond: 0,
			maxRetries: 3,
			timeout: 30_000,
			throttledWait: 120,
		});
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
		const given = {
			maxConcurrency: 1,
			requestsPerSecond: '0.5',
			maxRetries: 0,
			timeout: ' 1000 ',
			throttledWait: 9.5,
		};
		expect(sendOptionsOf(given, node)).toEqual({
			maxConcurrency: 1,
			requestsPerSecond: 0.5,
			maxRetries: 0,
			timeout: 1000,
			throttledWait: 9.5,
		});
	});

	it.each([
		['maxConcurrency', 0],
		['maxConcurrency', 1.5],
		['maxConcurrency', 'many'],
		['maxConcurrency', Infinity],
		['maxConcurrency', true],
		['requestsPerSecond', -1],
		['requestsPerSecond', 'fast'],
		['requestsPerSecond', NaN],
		['requestsPerSecond', []],
		['maxRetries', -1],
		['maxRetries', 2.5],
		['maxRetries', []],
		['maxRetries', {}],
		['throttledWait', -1],
		['throttledWait', 'ever'],
		['timeout', 0],
		['timeout', 0.5],
		['timeout', '30s'],
	] as const)('refuse %s %p by its label', (name, value) => {
		const error = thrownBy(() => sendOptionsOf({ [name]: value }, node));

		expect(error.message).toContain(`'${LABELS[name]}'`);
		expect(error.description).toContain(String(STANDARD[name]));
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
	});
});
