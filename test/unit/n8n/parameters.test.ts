import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { runInNewContext } from 'node:vm';

import { Parameters } from '../../../nodes/shared/n8n/parameters';

const item: IDataObject = {
	id: 7,
	order: '5512',
	nothing: null,
	blank: ' ',
	invisible: '\u200b',
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
const NOTHING = /^'Field' is '.*', as an expression in it gave nothing/;

/** What is wanted: a value, or the words of a refusal. */
function expectRead(read: () => unknown, wanted: unknown): void {
	if (wanted instanceof RegExp) expect(read).toThrow(wanted);
	else expect(read()).toEqual(wanted);
}

it.each<[unknown, object, string | RegExp | undefined]>([
	['  a  ', {}, 'a'],
	['', guard, undefined],
	['={{ $json.none }}', {}, undefined],
	['={{ 12.5 }}', required, '12.5'],
	['={{ $json.guest["last name"] }}', required, 'Null'],
	['={{ $json.order }}-{{ $json.zero }}', required, '5512-0'],
	['=order-{{ $json.id }}', guard, 'order-7'],
	['Null and void, undefined', {}, 'Null and void, undefined'],
	['', required, /^'Field' is empty/],
	['\u200b \u2060', {}, /^'Field' is empty/],
	['=order-{{ $json.invisible }}', required, NOTHING],
	['={{ $json.blank }}', required, /^'Field' is empty/],
	['={{ $json.none }}', guard, /^'Field' is empty/],
	['={{ $json.guest }}', {}, /^'Field' is not text/],
	['={{ $json.list }}', guard, /^'Field' is not text/],
	['={{ NaN }}', guard, /^'Field' is not text/],
	['={{ 2 ** 53 }}', guard, /^'Field' is not text/],
	['undefined', required, NOTHING],
	['{{ $json.id }}', required, NOTHING],
	["={{ 'order-' + $json.none }}", guard, NOTHING],
	["={{ 'order_' + $json.nothing }}", guard, NOTHING],
	["={{ 'Spa for ' + $json.guest }}", {}, NOTHING],
	['=Spa for {{ $json.none }}', {}, NOTHING],
	['={{ $json.order }}-{{ $json.line }}', required, NOTHING],
	['={{ $json.order }}-{{ $json.blank.trim() }}', required, NOTHING],
	['={{ $json.order }}{{ $json.id / "x" }}', guard, NOTHING],
])('%j as a text with %j: %p', (saved, rule, wanted) => {
	expectRead(() => parametersOf(saved).text('field', rule), wanted);
});

it('reads what only names a field of the input without n8n', () => {
	evaluations = 0;
	const located = parametersOf({ __rl: true, mode: 'id', value: '={{ $json.id }}' });
	expect([located.value('field'), located.saved('field.mode'), evaluations]).toEqual([7, 'id', 0]);
	expect(parametersOf({ a: '={{ $json.id }}', b: '={{ 1 + 1 }}' }).value('field.b')).toBe(2);
	expect(parametersOf('').value('field.b')).toBe('');
});

const NO_CHOICE = /^'Field' is an expression, or no such choice/;

it.each<[unknown, boolean | RegExp]>([
	[true, true],
	[false, false],
	[undefined, false],
	["={{ $fromAI('dryRun') }}", NO_CHOICE],
	['={{ true }}', NO_CHOICE],
	['yes', NO_CHOICE],
])('a switch that is %j is %p', (saved, wanted) => {
	expectRead(() => parametersOf(saved).switch('field'), wanted);
});

const NO_LIMIT = /^'Max' is /;
const NO_WHOLE = /^'Max' is no whole number of at least 1/;

it.each<[unknown, number | RegExp | undefined, (number | RegExp)?]>([
	['', undefined, 5],
	[' 2 ', 2, 2],
	['={{ $json.id }}', 7, 7],
	[0, 0, NO_WHOLE],
	[12.5, 12.5, NO_WHOLE],
	...['1e3', '-1', '1,000', '={{ $json.none }}', '={{ $json.guest }}', '={{ true }}', Infinity].map(
		(each): [unknown, RegExp, RegExp] => [each, NO_LIMIT, NO_LIMIT],
	),
])('%j as a limit is %p, as a whole number %p', (max, limit, whole) => {
	expectRead(() => parametersOf({ max }).limit('field.max'), limit);
	expectRead(() => parametersOf({ max }).whole('field.max', 1, 5), whole);
});

it.each<[string, unknown]>([
	['', {}],
	['{"a": 1}', { a: 1 }],
	['={{ $json.guest }}', item.guest],
	['={"note": {{ JSON.stringify($json.note) }}}', { note: 'Say "hi"' }],
	['={"note": "{{ $json.note }}"}', /JSON at position 15.*JSON\.stringify/],
	['[1]', /it is a list or a single value/],
])('%j as JSON is %p', (saved, wanted) => {
	expectRead(() => parametersOf(saved).object('field'), wanted);
});
