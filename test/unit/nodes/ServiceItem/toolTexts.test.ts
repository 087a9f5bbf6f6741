import type { INode, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { ServiceItem } from '../../../../nodes/ServiceItem/ServiceItem.node';
import { node } from '../../support/node';

const nodeType = new ServiceItem();
const { properties } = nodeType.description;
const operations = properties.find(({ name }) => name === 'operation')?.options as Array<{
	value: string;
	description: string;
}>;

describe('what a model reads about the node as a tool', () => {
	it.each([
		['create', 'Create service item (charge or extra) in Reservation Service Item'],
		['upsert', 'Create or update service item by reference in Reservation Service Item'],
		['delete', 'Delete service item permanently in Reservation Service Item'],
		['get', 'Get service item in Reservation Service Item'],
		['getAll', 'Get many service items of reservation in Reservation Service Item'],
		['sync', 'Sync service items of reservations in Reservation Service Item'],
		['update', 'Update service item in Reservation Service Item'],
	])('introduces %s by itself', (operation, text) => {
		expect(toolDescription({ operation })).toBe(text);
	});

	it('says what is for good, and what changes nothing', () => {
		expect(descriptionOf('delete')).toMatch(/^This cannot be undone/);
		expect(descriptionOf('sync')).toMatch(/delete.*Remove Missing.*Dry Run/);
		expect(descriptionOf('create')).toMatch(/^Every run adds another charge/);
		expect(descriptionOf('get')).toMatch(/Changes nothing/);
		expect(descriptionOf('getAll')).toMatch(/Changes nothing/);
		expect(nodeType.description.description).toMatch(/cannot be restored/);
		expect(field('removeMissing').description).toMatch(/cannot be restored/);
	});

	it('gives units, formats and examples', () => {
		expect(field('amount').description).toMatch(/main currency unit, not in cents.*12\.5/);
		expect(field('date').description).toMatch(/YYYY-MM-DD.*2026-11-21/);
		expect(field('reservationId').description).toMatch(/RES-1001/);
		expect(field('reference').description).toMatch(/order number/);
	});
});

/** The text n8n gives to the model while Tool Description is 'Set Automatically'. */
function toolDescription(parameters: INode['parameters']): string {
	const tool = { ...node, parameters: { resource: 'serviceItem', ...parameters } };
	return NodeHelpers.getToolDescriptionForNode(tool, nodeType);
}

function descriptionOf(operation: string): string {
	return operations.find(({ value }) => value === operation)?.description ?? '';
}

function field(name: string): INodeProperties {
	const found = properties.find((property) => property.name === name);
	if (!found) throw new Error(`There is no field called ${name}`);
	return found;
}
