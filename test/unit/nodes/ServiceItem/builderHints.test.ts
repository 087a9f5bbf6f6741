import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ServiceItem } from '../../../../nodes/ServiceItem/ServiceItem.node';

const { description: nodeType } = new ServiceItem();

describe("what n8n's AI workflow builder reads", () => {
	it('beside the node: to take it and not the HTTP Request node, and why', () => {
		expect(nodeType.builderHint?.searchHint).toMatch(/HTTP Request.*twice/);
	});

	it('beside Create: how to protect a workflow that starts by itself', () => {
		expect(optionOf('operation', 'create')?.builderHint?.propertyHint).toMatch(
			/preventDuplicates to "reference"/,
		);
	});

	it('beside Prevent Duplicates: when it may be off', () => {
		expect(field('preventDuplicates').builderHint?.propertyHint).toMatch(/"off" only/);
	});

	it('under the name that n8n 2.20 looks for, too', () => {
		const [node, create, prevent] = [
			nodeType.builderHint,
			optionOf('operation', 'create')?.builderHint,
			field('preventDuplicates').builderHint,
		];
		expect(node).toHaveProperty('message', node?.searchHint);
		expect(create).toHaveProperty('message', create?.propertyHint);
		expect(prevent).toHaveProperty('message', prevent?.propertyHint);
	});

	it("in words, without n8n's way of writing expressions and connections", () => {
		expect(hints().join('\n')).not.toMatch(/\{\{|\bai_/);
	});

	it('names only fields and values that the form has', () => {
		const named = hints().flatMap((hint) => [...hint.matchAll(/\b(\w+) to "(\w+)"/g)]);
		expect(named.length).toBeGreaterThan(0);
		for (const [, name = '', value = ''] of named) {
			expect(optionOf(name, value)).toBeDefined();
		}
	});
});

function hints(): string[] {
	const texts: string[] = [];
	JSON.stringify(nodeType, (key, value: unknown) => {
		if (key === 'searchHint' || key === 'propertyHint') texts.push(String(value));
		return value;
	});
	return texts;
}

function field(name: string): INodeProperties {
	const found = nodeType.properties.find((property) => property.name === name);
	if (!found) throw new Error(`There is no field called ${name}`);
	return found;
}

function optionOf(name: string, value: string): INodePropertyOptions | undefined {
	const options = (field(name).options ?? []) as INodePropertyOptions[];
	return options.find((option) => option.value === value);
}
