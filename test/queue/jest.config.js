const endToEnd = require('../e2e/jest.config.js');

/**
 * n8n in queue mode, with Redis and PostgreSQL of the system's packages. Every file starts an n8n of its own. Where QUEUE_N8N
 * names an older version of test/n8n-host/olderVersions.json, only what is different there is run.
 */
module.exports = {
	...endToEnd,
	testMatch: process.env.QUEUE_N8N ? ['**/jobRunAgain.test.ts'] : ['**/*.test.ts'],
	testPathIgnorePatterns: process.env.QUEUE_N8N ? [] : ['/jobRunAgain.test.ts'],
	globalSetup: '<rootDir>/globalSetup.mjs',
	globalTeardown: undefined,
	maxWorkers: 1,
	testTimeout: 180_000,
};
