/** The fast suite: unit and engine tests, and the miniature service's own. Needs dist (npm test builds it). */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }],
	},
	testTimeout: 30_000,
	/** Half of a run is waiting, for retries and for the service: a worker per core, none left idle. */
	maxWorkers: '100%',
};
