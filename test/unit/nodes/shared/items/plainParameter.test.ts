import { plainParameter, plainCollection } from '../../../../../nodes/shared/items/plainParameter';

const item = {
	amount: 12.5,
	isPaid: false,
	empty: '',
	nothing: null,
	list: [1],
	guest: { name: 'Ada', 'room number': 7 },
	'first name': 'Grace',
	"it's": 'quoted',
};
const own = (saved: unknown) => plainParameter(saved, () => item);

it.each([
	['={{ $json.amount }}', 12.5],
	['={{$json.amount}}', 12.5],
	['={{ $json.isPaid }}', false],
	['={{ $json.empty }}', ''],
	['={{ $json.guest.name }}', 'Ada'],
	['={{ $json.guest["room number"] }}', 7],
	["={{ $json['first name'] }}", 'Grace'],
	['={{ $json["guest"].name }}', 'Ada'],
])('reads %s', (expression, value) => {
	expect(own(expression)).toBe(value);
});

it.each([
	['=Total {{ $json.amount }} EUR', 'Total 12.5 EUR'],
	['= {{ $json.amount }}', ' 12.5'],
	['={{ $json.amount }} ', '12.5 '],
	['={{ $json.amount }}{{ $json.guest.name }}', '12.5Ada'],
	['=Room {{$json.guest["room number"]}},\n{{ $json.guest.name }}', 'Room 7,\nAda'],
	['=Paid: {{ $json.isPaid }}', 'Paid: false'],
	['=Nothing: {{ $json.nothing }}{{ $json.empty }}{{ $json.missing }}.', 'Nothing: .'],
	['=Late checkout ($5, "quick" `one`)', 'Late checkout ($5, "quick" `one`)'],
])('reads the fields in the text %j', (expression, value) => {
	expect(own(expression)).toBe(value);
});

it('reads the expression in a resource locator by ID', () => {
	expect(own({ __rl: true, mode: 'id', value: '={{ $json.guest.name }}' })).toBe('Ada');
});

it.each(['', 'plain', '{{ $json.amount }}', 5, true])('takes %j as it is', (saved) => {
	expect(own(saved)).toBe(saved);
	expect(own({ __rl: true, mode: 'id', value: saved })).toBe(saved);
});

it.each([
	'=',
	'={{ $json }}',
	'=All of {{ $json }}',
	'=Total {{ $json.amount + 1 }}',
	'=Total {{ $json.amount }} {{ $now }}',
	'=Total \\{{ $json.amount }}',
	'=Total {{ $json.amount }',
	'=Total { {{ $json.amount }} }',
	'={{{ $json.amount }}}',
	'={{ $json["a}}b"] }}',
	'=See .constructor of {{ $json.amount }}',
	'=Guest {{ $json.constructor }}',
	'=Guest {{ $json.guest }}',
	'=List {{ $json.list }}',
	'=Deep {{ $json.missing.deeper }}',
	'=Deep {{ $json.empty.length }}',
	'=Deep {{ $json.guest.name.length }}',
	'={{ $json.amount + 1 }}',
	'={{ $json.amount.toFixed(2) }}',
	'={{ $json?.amount }}',
	'={{ $json.list[0] }}',
	'={{ $json[$json.empty] }}',
	'={{ $json["it\'s"] }}',
	'={{ $node.json.amount }}',
	"={{ $('Webhook').item.json.amount }}",
	'={{ $json.missing }}',
	'={{ $json.missing.deeper }}',
	'={{ $json.nothing }}',
	'={{ $json.guest }}',
	'={{ $json.list }}',
	'={{ $json.empty.length }}',
	'={{ $json.toString }}',
	'={{ $json.constructor.name }}',
	'={{ $json.__proto__.x }}',
])('leaves %j to n8n', (expression) => {
	expect(own(expression)).toBeUndefined();
});

it.each([null, undefined, ['={{ $json.amount }}'], { mode: 'list', value: 'x' }])(
	'leaves %p to n8n',
	(saved) => {
		expect(own(saved)).toBeUndefined();
	},
);

describe('a collection', () => {
	it('is had as a whole, expressions and plain values', () => {
		const saved = { amount: '={{ $json.amount }}', accountCode: '4400', customFields: '{}' };
		expect(plainCollection(saved, () => item)).toEqual({
			amount: 12.5,
			accountCode: '4400',
			customFields: '{}',
		});
		expect(plainCollection({}, () => item)).toEqual({});
	});

	it.each([
		{ amount: '={{ $json.amount }}', date: '={{ $now }}' },
		{ amount: '={{ $json.missing }}' },
		{ queryParameters: { parameters: [] } },
		'={{ $json.guest }}',
		null,
	])('%j is left to n8n', (saved) => {
		expect(plainCollection(saved, () => item)).toBeUndefined();
	});
});
