/** The unit tests: of the sources as they stand, with no more of n8n than they ask for. */
module.exports = {
	testEnvironment: 'node',
	rootDir: '../..',
	roots: ['<rootDir>/test/unit', '<rootDir>/nodes', '<rootDir>/credentials'],
	testMatch: ['**/*.test.ts'],
	transform: {
		// Types are checked by npm run typecheck. The sources are written for es2022, which Node.js runs as it is.
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
	moduleNameMapper: { '^n8n-workflow$': '<rootDir>/test/unit/support/n8nWorkflow.js' },
};
