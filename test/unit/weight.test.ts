import ts from 'typescript';

import { read, sources as files } from './support/sources';

/**
 * How much code a folder may hold, in characters, comments included: what it is to have in the end and, where it has more, what it
 * has today, which may only sink. Whoever needs more takes something away, or shows the user who met the case.
 */
const BUDGETS: Record<string, { aim: number; today?: number }> = {
	credentials: { aim: 1_600 },
	'nodes/ServiceItem': { aim: 38_000 },
	'nodes/ServiceItem/check': { aim: 14_500, today: 20_520 },
	'nodes/ServiceItemTrigger': { aim: 12_500 },
	'nodes/shared/n8n': { aim: 11_000 },
	'nodes/shared/format': { aim: 37_000 },
	'nodes/shared/credential': { aim: 9_000 },
	'nodes/shared/http': { aim: 24_500 },
	'nodes/shared/lists': { aim: 9_500 },
	'nodes/shared/reservation': { aim: 34_000 },
	'nodes/shared/run': { aim: 16_000 },
};
const MOST_FILES = 70;
const MOST_CHARACTERS = 208_000;
const MOST_CHARACTERS_OF_A_CODE_LINE = 31;
/** Longer texts are sentences: they do not count as code of their line. */
const LONGEST_TEXT = 25;

const sources = files.map((file) => {
	const text = read(file);
	const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	return { file, text, tree, home: homeOf(file) };
});

it.each(Object.entries(BUDGETS))('%s is within its budget: %j', (folder, { aim, today }) => {
	const most = today ?? aim;
	const inside = sources.filter(({ home }) => home === folder);
	const characters = inside.reduce((sum, { text }) => sum + text.length, 0);
	expect(characters > most ? `${folder} has ${characters} characters` : '').toBe('');
});

it('every file is in a folder that has a budget', () => {
	expect(sources.filter(({ home }) => home === undefined).map(({ file }) => file)).toEqual([]);
});

it(`there are at most ${MOST_CHARACTERS} characters in ${MOST_FILES} files`, () => {
	expect(sources.length).toBeLessThanOrEqual(MOST_FILES);
	const characters = sources.reduce((sum, { text }) => sum + text.length, 0);
	expect(characters).toBeLessThanOrEqual(MOST_CHARACTERS);
});

it(`a line of code has ${MOST_CHARACTERS_OF_A_CODE_LINE} characters at most, on average`, () => {
	const lines = sources.flatMap(({ tree }) => codeLinesIn(tree));
	const characters = lines.reduce((sum, line) => sum + line.length, 0);
	expect(characters / lines.length).toBeLessThanOrEqual(MOST_CHARACTERS_OF_A_CODE_LINE);
});

/** The innermost folder with a budget. */
function homeOf(file: string): string | undefined {
	const homes = Object.keys(BUDGETS).filter((folder) => file.startsWith(`${folder}/`));
	return homes.sort((one, other) => other.length - one.length)[0];
}

/** Without comments, blank lines, indentation and long texts. */
function codeLinesIn(tree: ts.SourceFile): string[] {
	let code = '';
	let end = 0;
	const visit = (node: ts.Node): void => {
		const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
		if (!isText || node.getWidth(tree) <= LONGEST_TEXT) return ts.forEachChild(node, visit);
		code += `${tree.text.slice(end, node.getStart(tree))}''`;
		end = node.end;
	};
	visit(tree);
	code += tree.text.slice(end);
	const lines = code.split('\n').map((line) => line.trim());
	return lines.filter((line) => line !== '' && !/^(\/\/|\/\*|\*)/.test(line));
}
