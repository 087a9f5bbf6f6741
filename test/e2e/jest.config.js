/** The end-to-end suite: the packed package in a real n8n. globalSetup installs n8n the first time, which takes minutes. */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['**/*.test.ts'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/../tsconfig.json' }],
	},
	globalSetup: '<rootDir>/globalSetup.mjs',
	globalTeardown: '<rootDir>/globalTeardown.mjs',
	maxWorkers: 1,
	testTimeout: 120_000,
};
