import { useChargeStage } from './support/chargeStage';
import { chargeNode } from './support/charges';
import { chainNodes, readOutput, triggerName } from './support/workflows';

/** All kinds of values that an item has in n8n, where it is JSON. */
const values = [
	...[
		null,
		'',
		' ',
		'Ada',
		'Ada {{ $json.amount }}',
		'=1+1',
		'{{',
		'}}',
		'\\',
		'ä 延 "x"',
		'\ud83d\ude00',
	],
	...[0, 7, -12.5, 1e21, 1e-7, 0.30000000000000004, 9007199254740991, true, false],
	...[[], [1, [2]], {}, { name: 'Ada' }, { length: 'long' }],
];
const paths = [
	'.field',
	'["field"]',
	'.deep["er still"]',
	'.missing',
	'.field.more',
	'.field.length',
];
const texts = [
	'{{ % }}',
	'Room {{ % }}.',
	' {{%}}',
	'({{ % }}, "{{ % }}")\n',
	'{{ % }}{{ $json.room }}',
];

describe('expressions that name fields, in a real n8n', () => {
	const stage = useChargeStage();

	// The node reads $json.field from the item, and leaves ($json.field) to n8n.
	it.each(paths)('give the same in every text, read by the node or by n8n: %s', async (path) => {
		const items = values.map((field) => ({ field, deep: { 'er still': field }, room: 12 }));
		const given = {
			name: 'Values',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(items.map((json) => ({ json })))};` },
		};
		const create = (name: string, field: string, text: string) => ({
			...chargeNode(
				stage.credential,
				{
					reservationId: 'R-1',
					amount: 5,
					date: '2026-12-07',
					description: `=${text.replaceAll('%', field)}`,
				},
				{ onError: 'continueRegularOutput' },
			),
			name,
		});
		const nodes = texts.flatMap((text, index) => [
			create(`Own ${index}`, `$json${path}`, text),
			create(`n8n's ${index}`, `($json${path})`, text),
		]);
		const workflow = chainNodes('Texts', given, ...nodes);
		const main = [nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }))];
		workflow.connections = { Start: workflow.connections.Start, Values: { main } };
		const id = await stage.api.createWorkflow(workflow);

		const result = await stage.api.runWorkflow(id, triggerName);

		const outcomes = (name: string) =>
			readOutput(result, name).map(({ json }) => json.description ?? json.error);
		texts.forEach((_, index) => {
			expect(outcomes(`Own ${index}`)).toEqual(outcomes(`n8n's ${index}`));
			expect(outcomes(`Own ${index}`)).toHaveLength(values.length);
		});
	});
});
