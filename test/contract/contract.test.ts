import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listAdditions } from './additions';
import { allowedChanges } from './allowedChanges';
import { writeAdditions } from './changelog';
import { readContract, type Contract, type ContractField } from './contract';
import { listLosses } from './losses';
import { listReleases, readReleased } from './releases';
import { listUnexplained } from './unexplained';

const root = path.join(__dirname, '..', '..');
const present = readContract(root);
const releases = listReleases(root);
const newest = readReleased(root, releases.at(-1) ?? '');

/** structuredClone's objects are of another realm in jest. */
function copyOf(contract: Contract): Contract {
	return JSON.parse(JSON.stringify(contract)) as Contract;
}

/** The present contract with fields of one type edited. */
function edited(type: string, edit: (fields: ContractField[]) => void): Contract {
	const copy = copyOf(present);
	edit(copy.types[type]?.fields ?? []);
	return copy;
}

function editField(name: string, edit: (field: ContractField) => void): Contract {
	return edited('serviceItem', (fields) => fields.filter((f) => f.name === name).forEach(edit));
}

function wordsOf(now: Contract): string {
	return listLosses(present, now)
		.map(({ words }) => words)
		.join('\n');
}

describe('what is public', () => {
	it.each(releases)('keeps what was saved with %s working', (version) => {
		expect(listUnexplained(readReleased(root, version), present)).toEqual([]);
	});

	it('grows by what the changelog lists (npm run contract writes it)', () => {
		const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
		expect(writeAdditions(changelog, listAdditions(newest, present))).toBe(changelog);
	});

	it('has a reason for every change that is allowed', () => {
		for (const { since, why } of allowedChanges) {
			expect(releases).toContain(since);
			expect(why).toMatch(/\w.+\./);
		}
	});
});

describe('a change of what is public', () => {
	it('is none where only labels and looks change', () => {
		const relabelled = editField('amount', (field) => (field.label = 'Price'));
		expect(listLosses(present, relabelled)).toEqual([]);
	});

	it('says what a removed field, node or credential costs', () => {
		const without = edited('serviceItem', (fields) => {
			fields.splice(0, fields.length, ...fields.filter(({ name }) => name !== 'updateFields'));
		});
		expect(wordsOf(without)).toBe(
			"Reservation Service Item: 'Update Fields' (updateFields) with resource serviceItem, operation update is gone: n8n drops what is saved in it.",
		);
		const { serviceItemTrigger, ...types } = present.types;
		expect(wordsOf({ ...present, types })).toContain(
			`${serviceItemTrigger?.label} (serviceItemTrigger) is gone: whatever was saved with it does not run`,
		);
	});

	it('takes a renamed field for a removed one', () => {
		expect(wordsOf(editField('dryRun', (field) => (field.name = 'simulate')))).toContain(
			'(dryRun) with resource serviceItem, operation sync is gone: n8n drops what is saved in it',
		);
	});

	it('notices where a field is no longer shown', () => {
		const narrowed = editField('options', (field) => {
			field.displayOptions = { show: { operation: ['create'] } };
		});
		expect(wordsOf(narrowed)).toMatch(
			/'Options' \(options\) with .*operation upsert or delete or get or getAll or sync or update.* is no longer shown/,
		);
	});

	it.each<[string, string, (field: ContractField) => void, string]>([
		['another type', 'description', (field) => (field.type = 'json'), 'read as another kind'],
		['another default', 'limit', (field) => (field.default = 10), 'n8n saves no defaults'],
		['a choice less', 'preventDuplicates', ({ choices }) => choices?.pop(), "choice 'Off' (off)"],
		['a mode less', 'serviceId', ({ modes }) => modes?.shift(), "mode 'From List' (list) is gone"],
		['a field that must be filled in', 'reservationId', (f) => (f.required = true), 'blank'],
		['no more expressions', 'date', (f) => (f.noDataExpression = true), 'no expressions'],
		['a narrower limit', 'limit', (f) => (f.typeOptions = { minValue: 2 }), 'its minValue is 2'],
		['a list of values', 'reference', (f) => (f.typeOptions = { multipleValues: true }), 'list'],
	])('notices %s', (_, name, edit, words) => {
		expect(wordsOf(editField(name, edit))).toContain(words);
	});

	it('notices another default inside a collection', () => {
		const hastier = editField('options', ({ fields = [] }) => {
			for (const field of fields) if (field.name === 'timeout') field.default = 1;
		});
		expect(wordsOf(hastier)).toContain(
			"'Options → Timeout' (options.timeout) its default was 30000",
		);
	});

	it('notices a secret that would be shown', () => {
		const shown = edited('reservationServiceApi', (fields) => {
			for (const field of fields) if (field.name === 'apiKey') delete field.typeOptions;
		});
		expect(wordsOf(shown)).toContain('(apiKey) changed between shown and hidden (password)');
	});

	it('notices a new field without which nothing runs', () => {
		const asking = edited('serviceItem', (fields) =>
			fields.push({ name: 'hotel', label: 'Hotel', type: 'string', default: '', required: true }),
		);
		expect(wordsOf(asking)).toContain("'Hotel' (hotel) is new and must be filled in");
	});

	it('notices a version, output or credential that is gone', () => {
		const copy = copyOf(present);
		Object.assign(copy.types.serviceItem?.traits ?? {}, { versions: [2], credentials: [] });
		expect(listLosses(present, copy).map(({ id }) => id)).toEqual([
			'serviceItem versions',
			'serviceItem credentials',
		]);
	});

	it('lists what is new for the changelog', () => {
		const more = edited('serviceItem', (fields) => {
			fields.push({ name: 'note', label: 'Note', type: 'string', default: '' });
			const choices = fields.find(({ name }) => name === 'preventDuplicates')?.choices;
			choices?.push({ value: 'byDay', label: 'By Day' });
		});
		expect(listAdditions(present, more)).toEqual([
			'**Reservation Service Item**: Note (`note`), Prevent Duplicates → By Day (`preventDuplicates`: `byDay`).',
		]);
	});
});
