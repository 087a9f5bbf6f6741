const { transform } = require('../unit/jest.config.js');

/** What holds for every supported n8n; the other files are about the editor of the newest one, or examples that use its nodes. */
const acceptance = ['everyWay', 'inN8n'];

/** The end-to-end suite: the packed package in a real n8n. globalSetup installs n8n the first time, which takes minutes. */
module.exports = {
	testEnvironment: 'node',
	testMatch: process.env.E2E_N8N
		? acceptance.map((name) => `**/${name}.test.ts`)
		: ['**/*.test.ts'],
	transform,
	globalSetup: '<rootDir>/globalSetup.mjs',
	globalTeardown: '<rootDir>/globalTeardown.mjs',
	maxWorkers: 2,
	testTimeout: 120_000,
};
