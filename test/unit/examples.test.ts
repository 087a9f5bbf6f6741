import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(__dirname, '..', '..', 'examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const ownTypes = 'n8n-nodes-reservation-service.';
const stickyType = 'n8n-nodes-base.stickyNote';

interface ExampleNode {
	id: string;
	name: string;
	type: string;
	position: [number, number];
	parameters: { content?: string; width?: number; height?: number };
	credentials?: object;
}

interface Example {
	name: string;
	nodes: ExampleNode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
	pinData: object;
}

/** left, top, right, bottom */
type Area = [number, number, number, number];

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

	it('lies on the canvas without overlaps', () => {
		const areas = nodes.map((node): [string, Area] => [node.name, areaOf(node)]);
		const overlaps = areas.flatMap(([first, a], index) =>
			areas
				.slice(index + 1)
				.filter(([, b]) => overlap(a, b) && !contains(a, b) && !contains(b, a))
				.map(([second]) => `${first} / ${second}`),
		);
		expect(overlaps).toEqual([]);
	});
});

/** The space a node takes up, its name below it included (as n8n 2.41 draws it). */
function areaOf({ type, position: [x, y], parameters }: ExampleNode): Area {
	if (type === stickyType) {
		return [x, y, x + (parameters.width ?? 0), y + (parameters.height ?? 0)];
	}
	const width = type.endsWith('.agent') ? 224 : 96;
	const height = type.endsWith('.switch') ? 128 : 96;
	return [x - 32, y, x + width + 32, y + height + 56];
}

function overlap(a: Area, b: Area): boolean {
	return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** A note may lie behind a group of steps. */
function contains(outer: Area, inner: Area): boolean {
	return (
		outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]
	);
}
