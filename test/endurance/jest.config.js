const endToEnd = require('../e2e/jest.config.js');

/** The trigger for a long time: `npm run test:endurance`, for as many minutes as ENDURANCE_MINUTES says (10). */
module.exports = {
	...endToEnd,
	testMatch: ['**/*.test.ts'],
	globalSetup: '<rootDir>/globalSetup.mjs',
	globalTeardown: undefined,
};
