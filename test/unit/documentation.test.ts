import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';

import { properties } from '../../nodes/ServiceItem/operations/operations';

const root = path.join(__dirname, '..', '..');
const folders = ['', '.github', 'docs', path.join('docs', 'decisions'), 'examples'];
const pages = folders.flatMap((folder) =>
	readdirSync(path.join(root, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => path.join(folder, file)),
);

function read(...file: string[]): string {
	return readFileSync(path.join(root, ...file), 'utf8');
}

/** Fenced code holds no links and no headings. */
function prose(page: string): string {
	return read(page).replace(/^```[^]*?^```/gm, '');
}

/** The anchors GitHub gives to a page's headings. */
function anchorsOf(page: string): string[] {
	return [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'),
	);
}

describe.each(pages)('the page %s', (page) => {
	it('links to pages, sections and pictures that are there', () => {
		const links = /\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g;
		const targets = [...prose(page).matchAll(links)].map(([, link, src]) => link ?? src ?? '');
		const broken = targets
			.filter((target) => !/^https?:/.test(target))
			.filter((target) => {
				const [file = '', anchor] = target.split('#');
				const linked = file === '' ? page : path.join(path.dirname(page), file);
				if (!existsSync(path.join(root, linked))) return true;
				return anchor !== undefined && !anchorsOf(linked).includes(anchor);
			});
		expect(broken).toEqual([]);
	});

	it('names source files that are there', () => {
		const named = [...prose(page).matchAll(/`([\w./]+\/[\w.]+\.(?:ts|mjs|json))`/g)];
		const homes = ['', 'nodes', 'nodes/shared', 'nodes/ServiceItem', path.dirname(page)];
		const missing = named
			.map(([, file = '']) => file)
			.filter((file) => !homes.some((home) => existsSync(path.join(root, home, file))));
		expect(missing).toEqual([]);
	});

	it('names commands that package.json has', () => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
		const named = [...read(page).matchAll(/\bnpm run ([a-z][\w:]*)/g)].map(([, name = '']) => name);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});
});

describe('the documentation', () => {
	it('begins with a README that is read in minutes', () => {
		expect(read('README.md').split('\n').length).toBeLessThan(200);
	});

	it('says nothing in two tables', () => {
		const rows = pages.flatMap((page) => prose(page).match(/^\|.*[^\s|:-].*\|$/gm) ?? []);
		const spoken = rows.map((row) => row.replace(/\s+/g, ' ')).filter((row) => row.length > 80);
		expect(spoken.filter((row, index) => spoken.indexOf(row) !== index)).toEqual([]);
	});

	it('tells of the layers in the order that ESLint keeps', () => {
		const [, list = ''] = /const layers = \[(.*?)\]/.exec(read('eslint.config.mjs')) ?? [];
		const told = prose(path.join('docs', 'architecture.md')).matchAll(/^\| `(\w+)\/` +\|/gm);
		expect([...told].map(([, folder]) => folder)).toEqual(list.match(/\w+/g));
	});

	it('shows every picture that lies there', () => {
		const shown = pages.map((page) => read(page)).join('\n');
		const pictures = readdirSync(path.join(root, 'docs', 'images'));
		const isShown = (picture: string) => new RegExp(`images/${picture}[)"]`).test(shown);
		expect(pictures.filter((picture) => !isShown(picture))).toEqual([]);
	});

	it('gives the repository one address, which package.json sets', () => {
		const { homepage, repository, bugs } = JSON.parse(read('package.json')) as Record<
			string,
			string & { url: string }
		>;
		const places = [
			'CHANGELOG.md',
			path.join('credentials', 'ReservationServiceApi.credentials.ts'),
			path.join('nodes', 'ServiceItem', 'ServiceItem.node.json'),
			path.join('nodes', 'ServiceItemTrigger', 'ServiceItemTrigger.node.json'),
		];
		const addresses = places.flatMap(
			(place) => read(place).match(/https:\/\/github\.com\/[\w-]+\/[\w.-]+/g) ?? [],
		);
		expect(repository?.url).toBe(`git+${homepage}.git`);
		expect(bugs?.url).toBe(`${homepage}/issues`);
		expect([...new Set(addresses)]).toEqual([String(homepage)]);
	});
});

const operations = properties.find(({ name }) => name === 'operation')
	?.options as INodePropertyOptions[];

interface Example {
	nodes: Array<{ type: string; parameters: { operation?: string } }>;
}

const usedOperations = readdirSync(path.join(root, 'examples'))
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) => (JSON.parse(read('examples', file)) as Example).nodes)
	.filter(({ type }) => type === 'n8n-nodes-reservation-service.serviceItem')
	.map(({ parameters }) => parameters.operation);

describe.each(operations.map(({ name, value }) => ({ name, value: String(value) })))(
	'the operation $name',
	({ name, value }) => {
		it('has a test on the engine', () => {
			expect(readdirSync(path.join(root, 'test', 'engine'))).toContain(`${value}.test.ts`);
		});

		it('has a row in the README and a section of its own', () => {
			expect(prose('README.md')).toMatch(new RegExp(`^\\| \\*\\*${name}\\*\\* +\\| \\S`, 'm'));
			expect(prose(path.join('docs', 'operations.md'))).toContain(`\n## ${name}\n`);
		});

		it('is used in an example', () => {
			expect(usedOperations).toContain(value);
		});
	},
);
