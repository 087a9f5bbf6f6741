import { readdirSync } from 'node:fs';
import path from 'node:path';
import contract from './contract.json';
import { read, root } from './support/sources';

const files = readdirSync(path.join(root, 'examples')).filter((file) => file.endsWith('.json'));
const ownTypes = 'n8n-nodes-reservation-service.';
/** Fields of n8n's own. */
const OF_N8N = ['descriptionType', 'toolDescription', 'pollTimes'];

interface Example {
	name: string;
	nodes: Array<{ name: string; type: string; parameters: object; credentials?: object }>;
	pinData: object;
}

// That each can be run is shown in a real n8n, by test/e2e/examples.
describe.each(files)('the example %s', (file) => {
	const text = read(path.join('examples', file));
	const { name, nodes, pinData } = JSON.parse(text) as Example;
	const own = nodes.filter(({ type }) => type.startsWith(ownTypes));

	it('names every step that needs the credential, and fills in fields that the forms have', () => {
		const readMe = JSON.stringify(nodes.find(({ type }) => type.endsWith('.stickyNote')));
		expect(readMe).toContain(`## ${name}`);
		for (const { name: step, type, parameters } of own) {
			expect(readMe).toContain(`*${step}*`);
			const form = type.slice(ownTypes.length).replace(/Tool$/, '');
			const names = Object.keys(parameters).filter((key) => !OF_N8N.includes(key));
			expect(names.filter((key) => !(`${form}.${key}` in contract))).toEqual([]);
		}
	});

	it('carries no credential, no data of a run and no address', () => {
		expect(nodes.filter(({ credentials }) => credentials)).toEqual([]);
		expect(pinData).toEqual({});
		expect(text).not.toMatch(/https?:|@[\w-]+\.\w|instanceId/);
	});
});
