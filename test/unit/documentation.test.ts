import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { ReservationServiceApi } from '../../credentials/ReservationServiceApi.credentials';
import { ServiceItem } from '../../nodes/ServiceItem/ServiceItem.node';
import { ServiceItemTrigger } from '../../nodes/ServiceItemTrigger/ServiceItemTrigger.node';
import { CHARGE_FIELDS } from '../../nodes/shared/format/fields';
import { read, root } from './support/sources';

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

it.each(pages)('what the page %s names is there', (page) => {
	const found = (pattern: RegExp, text = prose(page)): string[] =>
		[...text.matchAll(pattern)].map((match) => match.slice(1).find(Boolean) ?? '');
	const links = found(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g);
	const local = links.filter((target) => !/^https?:/.test(target));
	expect(local.filter((target) => isBroken(page, target))).toEqual([]);

	const homes = ['', 'nodes', 'nodes/shared', 'nodes/ServiceItem', path.dirname(page)];
	const isThere = (file: string) => homes.some((home) => existsSync(path.join(root, home, file)));
	const files = found(/`([\w./]+\/[\w.]+\.(?:ts|mjs|json))`/g);
	expect(files.filter((file) => !isThere(file))).toEqual([]);

	const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
	const commands = found(/\bnpm run ([a-z][\w:]*)/g, read(page));
	expect(commands.filter((name) => !(name in scripts))).toEqual([]);
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
const ofCredential = labelsOf(new ReservationServiceApi().properties);
const ofList = ['id', 'page', 'page from 0', 'offset', 'cursor', 'ignored'];
const places = [...CHARGE_FIELDS, ...ofList, 'reservationId', 'reference', 'idempotencyKey'];
const formats = 'text number minorUnits date dateTime utc unixSeconds unixMilliseconds'.split(' ');
const [, simplified = ''] = /\*\*Simplify\*\*[^`]*`([^`]+)`/.exec(operations) ?? [];

it.each<[string, string[], string]>([
	['the fields of the forms', ofNodes, operations],
	[
		'the fields of the credential',
		ofCredential.map((label) => `**${label}**`),
		operations + apiFormat,
	],
	['placeholders', places.map((name) => `\`{${name}}\``), apiFormat],
	['formats', formats.map((name) => `\`${name}\``), apiFormat],
	['the output', [...CHARGE_FIELDS], simplified],
	['the assumed names', CHARGE_FIELDS.map((name) => `\`${name}\``), read('docs/service-api.md')],
])('the pages name all of %s', (_, all, page) => {
	expect(all.filter((each) => !page.includes(each))).toEqual([]);
});
