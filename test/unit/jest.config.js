/** The unit tests: of the sources as they stand, with no more of n8n than they ask for. */
module.exports = {
	testEnvironment: 'node',
	rootDir: '../..',
	roots: ['<rootDir>/test/unit', '<rootDir>/nodes', '<rootDir>/credentials'],
	testMatch: ['**/*.test.ts'],
	transform: { '^.+\\.ts$': require.resolve('../compileTests.js') },
	moduleNameMapper: { '^n8n-workflow$': '<rootDir>/test/unit/support/n8nWorkflow.js' },
};
