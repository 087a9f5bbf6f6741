const queue = require('../queue/jest.config.js');

/** What n8n only previews, in n8n's newest; allowed to fail, as n8n may change it with every release. */
module.exports = { ...queue, globalSetup: '<rootDir>/../queue/globalSetup.mjs' };
