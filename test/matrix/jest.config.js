const { transform } = require('../unit/jest.config.js');

/**
 * The engine suite on another version of n8n than the installed one: every import of n8n's packages leads to the folder in
 * N8N_MODULES, for the tests and for the package under test alike. See scripts/matrix.mjs.
 */
const modules = process.env.N8N_MODULES;
if (!modules) throw new Error('N8N_MODULES must name a node_modules folder with n8n-core');

module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	roots: ['<rootDir>/test/engine'],
	testMatch: ['<rootDir>/test/engine/*/*.test.ts'],
	transform,
	setupFilesAfterEnv: ['<rootDir>/test/engine/support/fastClock.ts'],
	testTimeout: 60_000,
	maxWorkers: '100%',
	// n8n-core of 1.123 leaves something running.
	forceExit: true,
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|@n8n/di|reflect-metadata|zod)$': `${modules}/$1`,
	},
};
