// Mutation testing: changes the code that guards money, bit by bit, and shows which change no unit test notices.
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	// `npm run mutate -- --mutate nodes/shared/http/gate.ts` looks at a single file.
	mutate: ['nodes/shared/{format,http,lists,reservation,run}/**/*.ts'],
	testRunner: 'jest',
	jest: {
		configFile: 'test/unit/jest.config.js',
		// Engine tests run what was built, which no mutant gets into. A worker of jest would not know of the mutant.
		config: { maxWorkers: 1 },
	},
	coverageAnalysis: 'perTest',
	// Engine tests run what was built beforehand; texts are checked by what they must name, not letter by letter.
	mutator: { excludedMutations: ['StringLiteral'] },
	ignoreStatic: true,
	concurrency: 1,
	tempDirName: '.cache/mutants',
	reporters: ['clear-text', 'html', 'json'],
	clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
	htmlReporter: { fileName: '.cache/mutation/index.html' },
	jsonReporter: { fileName: '.cache/mutation/mutation.json' },
};
