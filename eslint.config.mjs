// What users install meets the rules of n8n's official scanner, and of the plugin's current release; all TypeScript
// meets typescript-eslint's rules with type information.
import tsPlugin from '@typescript-eslint/eslint-plugin';
import { buildShippedRules } from './scripts/shippedRules.mjs';

/** The folders of nodes/shared as docs/architecture.md lists them: each may import itself and what stands before it. */
const layers = ['n8n', 'format', 'credential', 'http', 'lists', 'reservation', 'run'];

const restrictImports = (folder, group) => ({
	files: [`${folder}/**/*.ts`],
	rules: {
		'no-restricted-imports': [
			'error',
			{
				patterns: [
					{
						group,
						message: `${folder} imports only itself and the layers above it in the list of docs/architecture.md.`,
					},
				],
			},
		],
	},
});

const restrictLayer = (layer, index) => {
	const barred = layers.slice(index + 1).map((other) => `../${other}/*`);
	return restrictImports(`nodes/shared/${layer}`, ['../../*', '!../../n8n', ...barred]);
};

const shippedSources = '{nodes,credentials}/**/*.{ts,json}';

/** The scanner's own patterns, such as any nodes folder at any depth, would also match tests that mirror the sources. */
const limitToShipped = (config) => ({
	...config,
	files: ['package.json', shippedSources].flatMap((shipped) =>
		config.files ? config.files.map((pattern) => [shipped, pattern]) : [shipped],
	),
});

export default [
	{ ignores: ['dist/', 'node_modules/', '.cache/', 'coverage/', 'test/n8n-host/'] },
	{
		files: ['**/*.{js,mjs}'],
		rules: {
			eqeqeq: 'error',
			'no-unused-vars': 'error',
			'no-var': 'error',
			'prefer-const': 'error',
		},
	},
	...tsPlugin.configs['flat/recommended-type-checked'].map((config) => ({
		...config,
		files: ['**/*.ts'],
	})),
	{
		files: ['**/*.ts'],
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: { '@typescript-eslint/consistent-type-imports': 'error' },
	},
	...(await buildShippedRules()).map(limitToShipped),
	...layers.map(restrictLayer),
	restrictImports('credentials', [
		'**/ServiceItem*/**',
		...layers.slice(4).map((layer) => `**/${layer}/*`),
	]),
	restrictImports('nodes/ServiceItem', ['**/ServiceItemTrigger/**', '**/credentials/*']),
	restrictImports('nodes/ServiceItemTrigger', ['**/ServiceItem/**', '**/credentials/*']),
	{
		files: [shippedSources],
		rules: {
			curly: ['error', 'multi-line'],
			'max-lines': ['error', 300],
			'max-lines-per-function': ['error', 60],
			'no-restricted-syntax': [
				'error',
				{ selector: 'ExportDefaultDeclaration', message: 'Export it under its name.' },
			],
		},
	},
];
