/**
 * n8n-workflow as unit tests load it: the same modules, but only those that are asked for. The whole package has hundreds,
 * which every test file would load anew.
 */
const path = require('node:path');

const folder = path.join(path.dirname(require.resolve('n8n-workflow/common')), '..');

/** The module of each name that is asked for often; all others come from the package as a whole. */
const MODULES = {
	ExpressionError: 'errors/expression.error.js',
	NodeApiError: 'errors/node-api.error.js',
	NodeConnectionTypes: 'interfaces.js',
	NodeOperationError: 'errors/node-operation.error.js',
	UserError: 'errors/base/user.error.js',
	deepCopy: 'utils.js',
	jsonStringify: 'utils.js',
	sleep: 'utils.js',
	tryToParseDateTime: 'type-validation.js',
};

module.exports = new Proxy(
	{},
	{
		get: (_, name) => require(path.join(folder, MODULES[name] ?? 'index.js'))[name],
	},
);
