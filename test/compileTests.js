const { transformSync } = require('esbuild');

/** Compiles tests for Jest. Their types are checked by npm run typecheck. */
module.exports = {
	process(source, sourcefile) {
		const { code, map } = transformSync(source, {
			sourcefile,
			loader: 'ts',
			format: 'cjs',
			target: 'es2022',
			sourcemap: 'external',
		});
		return { code, map };
	},
};
