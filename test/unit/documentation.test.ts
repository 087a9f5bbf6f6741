import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { ReservationServiceApi } from '../../credentials/ReservationServiceApi.credentials';
import { ServiceItem } from '../../nodes/ServiceItem/ServiceItem.node';
import { ServiceItemTrigger } from '../../nodes/ServiceItemTrigger/ServiceItemTrigger.node';
import { CHARGE_FIELDS } from '../../nodes/shared/format/fields';

const root = path.join(__dirname, '..', '..');
const pages = ['', '.github', 'docs', 'examples'].flatMap((folder) =>
	readdirSync(path.join(root, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => path.join(folder, file)),
);

const MOST_LINES_OF_README = 120;
const MOST_WORDS_OF_DOCS = 7_500;

it('can be read: the README in a few minutes, all pages of docs/ in half an hour', () => {
	expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(MOST_LINES_OF_README);
	const docs = pages.filter((page) => page.startsWith('docs'));
	const words = docs.flatMap((page) => read(page).split(/\s+/).filter(Boolean));
	expect(words.length).toBeLessThanOrEqual(MOST_WORDS_OF_DOCS);
});

function read(file: string): string {
	return readFileSync(path.join(root, file), 'utf8');
}

/** Fenced code holds no links and no headings. */
function prose(page: string): string {
	return read(page).replace(/^```[^]*?^```/gm, '');
}

function anchorsOf(page: string): string[] {
	const headings = [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-'),
	);
	const named = [...prose(page).matchAll(/<a id="([\w-]+)">/g)].map(([, name = '']) => name);
	return [...headings, ...named];
}

function isBroken(page: string, target: string): boolean {
	const [file = '', anchor] = target.split('#');
	const linked = file === '' ? page : path.join(path.dirname(page), file);
	if (!existsSync(path.join(root, linked))) return true;
	return anchor !== undefined && !anchorsOf(linked).includes(anchor);
}

describe.each(pages)('the page %s', (page) => {
	it('links to pages, sections and pictures that are there', () => {
		const links = /\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g;
		const targets = [...prose(page).matchAll(links)].map(([, link, src]) => link ?? src ?? '');
		const local = targets.filter((target) => !/^https?:/.test(target));
		expect(local.filter((target) => isBroken(page, target))).toEqual([]);
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

const operations = read('docs/operations.md');
const apiFormat = read('docs/api-format.md');

/** The labels of all that a person can fill in or choose, without n8n's own words. */
function labelsOf(properties: INodeProperties[]): string[] {
	const shown = properties.filter(({ type }) => type !== 'notice' && type !== 'hidden');
	const labels = shown.flatMap(({ displayName, type, options = [] }) => {
		const label = displayName.replace(/ \(.*/, '');
		if (type !== 'collection') return [label];
		return [label, ...labelsOf(options as INodeProperties[])];
	});
	return labels.filter((label) => !['Operation', 'Resource'].includes(label));
}

const nodes = [new ServiceItem(), new ServiceItemTrigger()];
const ofNodes = labelsOf(nodes.flatMap(({ description }) => description.properties));

it.each([...new Set(ofNodes)])('the field %s of a form is documented', (label) => {
	expect(operations).toContain(label);
});

it.each(labelsOf(new ReservationServiceApi().properties))(
	'the field %s of the credential is documented',
	(label) => {
		expect(`${operations}${apiFormat}`).toContain(`**${label}**`);
	},
);

const ofList = ['id', 'page', 'page from 0', 'offset', 'cursor', 'ignored'];
const names = [...CHARGE_FIELDS, ...ofList, 'reservationId', 'reference', 'idempotencyKey'];
const formats = 'text number minorUnits date dateTime utc unixSeconds unixMilliseconds'.split(' ');

it.each([...names.map((name) => `{${name}}`), ...formats])('%s is documented', (word) => {
	expect(apiFormat).toContain(`\`${word}\``);
});

it.each(CHARGE_FIELDS)('the output and the assumed name of %s are documented', (name) => {
	const [, simplified = ''] = /\*\*Simplify\*\*[^`]*`([^`]+)`/.exec(operations) ?? [];
	expect(simplified.split(', ')).toContain(name);
	expect(read('docs/service-api.md')).toContain(`\`${name}\``);
});
