const single = require('./jest.config.js');

const [unit, engine] = single.projects;
const testMatch = engine.testMatch.map((files) => files.replace('engine/*/*', 'parts/*'));

/** What npm test runs: the same, with the engine tests in a few parts instead of a hundred files. */
module.exports = { ...single, projects: [unit, { ...engine, testMatch }] };
