const unit = require('./test/unit/jest.config.js');

/** The fast suite: unit and engine tests, and the miniature service's own. Needs dist (npm run build). */
module.exports = {
	projects: [
		{ ...unit, rootDir: __dirname },
		{
			testEnvironment: 'node',
			roots: ['<rootDir>/test'],
			testMatch: ['<rootDir>/test/engine/*/*.test.ts', '<rootDir>/test/{service,start}/*.test.ts'],
			transform: unit.transform,
			sandboxInjectedGlobals: unit.sandboxInjectedGlobals,
			setupFilesAfterEnv: ['<rootDir>/test/engine/support/fastClock.ts'],
		},
	],
	testTimeout: 30_000,
	// What takes long are three files: two parts of the engine tests, a gigabyte each, and the search through histories.
	maxWorkers: 3,
};
