import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import contract from './contract.json';

const folder = path.join(__dirname, '..', '..', 'examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const ownTypes = 'n8n-nodes-reservation-service.';
const stickyType = 'n8n-nodes-base.stickyNote';

interface ExampleNode {
	id: string;
	name: string;
	type: string;
	parameters: { content?: string };
	credentials?: object;
}

interface Example {
	name: string;
	nodes: ExampleNode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
	pinData: object;
}

describe.each(files)('the example %s', (file) => {
	const text = readFileSync(path.join(folder, file), 'utf8');
	const { name, nodes, connections, pinData } = JSON.parse(text) as Example;
	const stickies = nodes.filter(({ type }) => type === stickyType);
	const steps = nodes.filter(({ type }) => type !== stickyType);
	const readMe = stickies[0]?.parameters.content ?? '';

	it('explains itself, and names every step that needs the credential', () => {
		expect(readMe.startsWith(`## ${name}\n`)).toBe(true);
		const own = steps.filter(({ type }) => type.startsWith(ownTypes));
		for (const step of own) expect(readMe).toContain(`*${step.name}*`);
	});

	it('fills in fields that the forms have', () => {
		const ofN8n = ['descriptionType', 'toolDescription', 'pollTimes'];
		for (const { type, parameters } of steps.filter((step) => step.type.startsWith(ownTypes))) {
			const form = type.slice(ownTypes.length).replace(/Tool$/, '');
			const names = Object.keys(parameters).filter((key) => !ofN8n.includes(key));
			expect(names.filter((key) => !(`${form}.${key}` in contract))).toEqual([]);
		}
	});

	it('carries no credential, no data of a run and no address', () => {
		expect(nodes.filter(({ credentials }) => credentials)).toEqual([]);
		expect(pinData).toEqual({});
		expect(text).not.toMatch(/https?:|@[\w-]+\.\w|instanceId/);
	});

	it('has every step connected, under a name and an ID of its own', () => {
		const ends = Object.entries(connections).flatMap(([from, byType]) => [
			from,
			...Object.values(byType).flatMap((outputs) => outputs.flat().map(({ node }) => node)),
		]);
		expect([...new Set(ends)].sort()).toEqual(steps.map((step) => step.name).sort());
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		for (const { id } of nodes) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
	});
});
