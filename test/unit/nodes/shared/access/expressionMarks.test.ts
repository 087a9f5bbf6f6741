import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { ReservationServiceApi } from '../../../../../credentials/ReservationServiceApi.credentials';
import { expressionUseOf } from '../../../../../nodes/shared/access/expressionMarks';

const { properties } = new ReservationServiceApi();
const fields = properties.filter(({ type }) => type !== 'hidden');

/** What n8n tells of a credential that was saved like this. */
function useIn(saved: INodeParameters) {
	const data = NodeHelpers.getNodeParameters(properties, saved, true, false, null, null) ?? {};
	return expressionUseOf(data as Record<string, string>);
}

/** Something other than an expression, as a user would save it in a field. */
function plainValueOf({ type, options = [], default: start }: INodeProperties) {
	const [choice] = options;
	if (type === 'options') return choice && 'value' in choice ? choice.value : start;
	return type === 'string' || type === 'json' ? 'https://api.example.com/v1' : start;
}

it('says of a credential without expressions that there are none, whatever its fields hold', () => {
	expect(useIn({})).toBe('none');
	const filled = fields.map((field) => [field.name, plainValueOf(field)]);
	expect(useIn(Object.fromEntries(filled) as INodeParameters)).toBe('none');
	for (const value of [
		'x',
		'Äpfel',
		'1 = 1',
		'<b>',
		'>',
		'~',
		' =x',
		'{"a":"=b"}',
		5,
		0,
		-3,
		'5',
	]) {
		expect([value, useIn({ accountId: value })]).toEqual([value, 'none']);
	}
});

it.each([...new Set(fields.map(({ name }) => name))])('notices an expression in %s', (name) => {
	const shown = { customApiFormat: true, pagination: 'page' };
	expect(useIn({ ...shown, [name]: '={{ $json.value }}' })).toBe('perInput');
	expect(useIn({ ...shown, [name]: '={{ $vars.value }}' })).toBe('sameForAll');
});

it.each([
	'=hotel-7',
	'={{ $vars.account }}',
	'={{ $secrets.vault.account }}',
	'={{ $env.ACCOUNT || "hotel-1" }}',
	'={{ $now.year }}-{{ $today.month }}',
	'={{ $workflow.name.includes("Harbour") ? $vars.harbour : $vars.lake }}',
	`={{ $if($execution.mode === 'test', 'a', "b") }}`,
	'={{ $input.first().json.account }}',
	`={{ $('Read account').first().json.account }}`,
	'={{ $("Read account").last().json.account }}',
	`=a\n{{ $('Accounts').all()[0].json.id }}`,
])('takes %s to be the same for all input items', (expression) => {
	expect(useIn({ accountId: expression })).toBe('sameForAll');
});

it.each([
	'={{ $json.account }}',
	'=hotel-{{ $json["account"] }}',
	'={{ $input.item.json.account }}',
	`={{ $input.item?.json?.account ?? 'hotel-1' }}`,
	'={{ $input.all()[$itemIndex].json.account }}',
	'={{ $itemIndex % 2 ? "a" : "b" }}',
	`={{ $('Rows').item.json.account }}`,
	`={{ $('Rows').itemMatching(0).json.account }}`,
	`={{ $('Rows').first().json[$json.hotel] }}`,
	'={{ $node["Rows"].json.account }}',
	'={{ $binary.file.fileName }}',
	'={{ $data.account }}',
	'={{ $item(0).$json.account }}',
	'={{ $parameter.reservationId }}',
	'={{ $self.apiKey }}',
	'={{ $varsOf }}',
	'={{ $vars.byHotel[$json.hotel] }}',
	'={{ $evaluateExpression("x") }}',
	'={{ $tool.name }}',
	'=costs $5',
])('does not take %s to be the same for all input items', (expression) => {
	expect(useIn({ accountId: expression })).toBe('perInput');
});

it('is quick to judge a long expression', () => {
	expect(useIn({ accountId: `={{ ${`$('Rows').first().json.a + `.repeat(2_000)} $json }}` })).toBe(
		'perInput',
	);
});
