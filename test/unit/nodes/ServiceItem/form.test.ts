import type { INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { ServiceItem } from '../../../../nodes/ServiceItem/ServiceItem.node';
import { node } from '../../support/node';

const { description: nodeType } = new ServiceItem();
const charge = {
	resource: 'serviceItem',
	operation: 'create',
	reservationId: 'R-1001',
	amount: '12.50',
	date: '2026-11-21',
	description: 'Late checkout',
};

/** What the editor marks before anything runs, by field. */
function issuesWith(parameters: Record<string, string | number>): object {
	const filledIn = { ...node, parameters: { ...charge, ...parameters } };
	return (
		NodeHelpers.getNodeParametersIssues(nodeType.properties, filledIn, nodeType)?.parameters ?? {}
	);
}

describe('what the editor marks in a Create that is not complete', () => {
	it.each(['reservationId', 'amount', 'date', 'description'])('an empty %s', (name) => {
		expect(issuesWith({ [name]: '' })).toEqual({ [name]: [expect.stringMatching(/is required/)] });
	});

	it.each(['12.50', 12.5, 0, '={{ $json.amount }}'])('but not the amount %p', (amount) => {
		expect(issuesWith({ amount })).toEqual({});
	});
});

it('shows for Check no option that shapes service items', () => {
	const optionsField = nodeType.properties.find(({ name }) => name === 'options');
	const shown = (optionsField?.options ?? []).filter(
		(option) =>
			'displayName' in option &&
			NodeHelpers.displayParameter({}, option as INodeProperties, node, nodeType, {
				resource: 'apiFormat',
				operation: 'check',
			}),
	);
	expect(shown.map(({ name }) => name)).toEqual(['maxRetries', 'timeout']);
});
