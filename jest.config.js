const unit = require('./test/unit/jest.config.js');

/** The fast suite: unit and engine tests, and the miniature service's own. Needs dist (npm test builds it). */
module.exports = {
	projects: [
		'<rootDir>/test/unit',
		{
			testEnvironment: 'node',
			roots: ['<rootDir>/test'],
			testMatch: unit.testMatch,
			testPathIgnorePatterns: ['node_modules', 'test/e2e', 'test/queue', 'test/unit'].map(
				(folder) => `/${folder}/`,
			),
			transform: unit.transform,
			setupFilesAfterEnv: ['<rootDir>/test/engine/support/fastClock.ts'],
		},
	],
	testTimeout: 30_000,
	/** Half of a run is waiting, for retries and for the service: a worker per core, none left idle. */
	maxWorkers: '100%',
};
