const { transform } = require('../unit/jest.config.js');

/**
 * What a user of any supported n8n does, and what must not go wrong with it; the other files are about the editor of the newest
 * n8n, or about examples that use its nodes.
 */
const acceptance = [
	'**/acceptance/*.test.ts',
	'**/commandLine.test.ts',
	'**/credential.test.ts',
	'**/serviceItem.test.ts',
	'**/moneySafety/retryOnFail.test.ts',
	'**/accountsPerInput.test.ts',
];

/** The end-to-end suite: the packed package in a real n8n. globalSetup installs n8n the first time, which takes minutes. */
module.exports = {
	testEnvironment: 'node',
	testMatch: process.env.E2E_N8N ? acceptance : ['**/*.test.ts'],
	transform,
	globalSetup: '<rootDir>/globalSetup.mjs',
	globalTeardown: '<rootDir>/globalTeardown.mjs',
	maxWorkers: 1,
	testTimeout: 120_000,
};
