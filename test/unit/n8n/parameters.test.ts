import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { runInNewContext } from 'node:vm';

import { Parameters } from '../../../nodes/shared/n8n/parameters';

const item: IDataObject = {
	id: 7,
	order: '5512',
	nothing: null,
	blank: ' ',
	zero: 0,
	guest: { 'last name': 'Null' },
	list: ['a'],
	note: 'Say "hi"',
};

/** What n8n gives: of one expression its value, of several parts their text. */
function evaluate(saved: unknown): unknown {
	if (typeof saved !== 'string' || !saved.startsWith('=')) return saved;
	const chunks = saved.slice(1).split(/(\{\{.*?\}\})/s);
	const values = chunks.map((chunk) => {
		if (!chunk.startsWith('{{')) return chunk;
		return runInNewContext(`(${chunk.slice(2, -2)})`, { $json: item }) as unknown;
	});
	if (chunks.join('') === chunks[1]) return values[1];
	return values.map((each) => (each || each === 0 ? (each as string) : '')).join('');
}

let evaluations = 0;

function parametersOf(field: unknown): Parameters {
	const saved: IDataObject = { field } as IDataObject;
	const context = {
		getInputData: () => [{ json: item }],
		getNodeParameter(name: string, _: number, preset: unknown, rule?: { rawExpressions: boolean }) {
			const value = saved[name] ?? preset;
			if (rule?.rawExpressions) return value;
			evaluations++;
			if (typeof value !== 'object' || value === null) return evaluate(value);
			return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, evaluate(each)]));
		},
		evaluateExpression: (code: string) => evaluate(`=${code}`),
	};
	return new Parameters(context as unknown as IExecuteFunctions, 0);
}

const guard = { isGuard: true };
const required = { isRequired: true };
const checked = { isChecked: true };
const NOTHING = /^'Field' is '.*', as an expression in it gave nothing/;

it.each<[unknown, object, string | undefined]>([
	['  a  ', {}, 'a'],
	['', guard, undefined],
	['={{ $json.none }}', {}, undefined],
	['={{ $json.id }}', required, '7'],
	['={{ 12.5 }}', required, '12.5'],
	['={{ $json.guest["last name"] }}', required, 'Null'],
	['={{ $json.order }}-{{ $json.zero }}', required, '5512-0'],
	['=order-{{ $json.id }}', guard, 'order-7'],
	['Null and void, undefined', checked, 'Null and void, undefined'],
])('%j as a text with %j is %j', (saved, rule, expected) => {
	expect(parametersOf(saved).text('field', rule)).toBe(expected);
});

it.each<[unknown, object, RegExp]>([
	['', required, /^'Field' is empty/],
	['={{ $json.blank }}', required, /^'Field' is empty/],
	['={{ $json.none }}', guard, /^'Field' is empty/],
	['={{ $json.guest }}', {}, /^'Field' is not text/],
	['={{ $json.list }}', guard, /^'Field' is not text/],
	['={{ NaN }}', guard, /^'Field' is not text/],
	['={{ 2 ** 53 }}', guard, /^'Field' is not text/],
	['undefined', required, NOTHING],
	['{{ $json.id }}', required, NOTHING],
	["={{ 'order-' + $json.none }}", guard, /^'Field' is 'order-undefined'/],
	["={{ 'order_' + $json.nothing }}", guard, NOTHING],
	["={{ 'Spa for ' + $json.guest }}", checked, NOTHING],
	['=Spa for {{ $json.none }}', checked, NOTHING],
	['={{ $json.order }}-{{ $json.line }}', required, /^'Field' is '5512-'/],
	['={{ $json.order }}-{{ $json.blank.trim() }}', required, NOTHING],
	['={{ $json.order }}{{ $json.id / "x" }}', guard, NOTHING],
])('%j as a text with %j is refused', (saved, rule, words) => {
	expect(() => parametersOf(saved).text('field', rule)).toThrow(words);
});

it('reads what only names a field of the input without n8n', () => {
	evaluations = 0;
	const located = parametersOf({ __rl: true, mode: 'id', value: '={{ $json.id }}' });
	expect([located.value('field'), located.modeOf('field'), evaluations]).toEqual([7, 'id', 0]);
	expect(parametersOf({ a: '={{ $json.id }}', b: '={{ 1 + 1 }}' }).value('field.b')).toBe(2);
	expect(parametersOf('').value('field.b')).toBe('');
});

it('switches and choices are what was chosen, and off where the form does not show them', () => {
	const switched = [true, false, undefined].map((each) => parametersOf(each).switch('field'));
	expect(switched).toEqual([true, false, false]);
	expect(parametersOf('b').choice('field', ['a', 'b'])).toBe('b');
});

it.each(["={{ $fromAI('dryRun') }}", '={{ true }}', 'yes'])('%j chooses nothing', (saved) => {
	const words = /^'Field' is an expression, or no such choice/;
	expect(() => parametersOf(saved).switch('field')).toThrow(words);
	expect(() => parametersOf(saved).choice('field', ['a'])).toThrow(words);
});

const limit = (max: unknown) => parametersOf({ max }).limit('field.max');
const whole = (max: unknown) => parametersOf({ max }).whole('field.max', 1, 5);

it.each<[unknown, number | undefined]>([
	['', undefined],
	[undefined, undefined],
	[0, 0],
	[' 20 ', 20],
	['={{ $json.id }}', 7],
	[12.5, 12.5],
])('%j as a limit is %j', (saved, expected) => {
	expect(limit(saved)).toBe(expected);
});

it.each(['1e3', '-1', '1,000', '={{ $json.none }}', '={{ $json.guest }}', '={{ true }}', Infinity])(
	'%j is no limit',
	(saved) => expect(() => limit(saved)).toThrow(/^'Max' is /),
);

it('an option has to be a whole number where it counts', () => {
	expect([whole(''), whole(1), whole('2')]).toEqual([5, 1, 2]);
	expect(() => whole(0)).toThrow("'Max' is no whole number of at least 1");
	expect(() => whole(2.5)).toThrow("'Max' is no whole number of at least 1");
});

it.each<[string, unknown]>([
	['', {}],
	['{"a": 1}', { a: 1 }],
	['={{ $json.guest }}', item.guest],
	['={"note": {{ JSON.stringify($json.note) }}}', { note: 'Say "hi"' }],
	['={"note": "{{ $json.note }}"}', /JSON at position 15.*JSON\.stringify/],
	['[1]', /it is a list or a single value/],
])('%j as JSON is %j', (saved, expected) => {
	const read = () => parametersOf(saved).object('field');
	if (expected instanceof RegExp) expect(read).toThrow(expected);
	else expect(read()).toEqual(expected);
});
