const endToEnd = require('../e2e/jest.config.js');

/** n8n in queue mode, with Redis and PostgreSQL of the system's packages. Every file starts an n8n of its own. */
module.exports = {
	...endToEnd,
	globalSetup: '<rootDir>/globalSetup.mjs',
	globalTeardown: undefined,
	testTimeout: 180_000,
};
