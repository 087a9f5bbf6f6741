// What the tarball may hold: what n8n loads and what describes it, and nothing else.
const metadata = ['package.json', 'README.md', 'LICENSE.md', 'CHANGELOG.md'];
const compiled = /^dist\/.+\.(js|json|svg)$/;

/** The files that n8n loads by the word of package.json, as paths in the tarball. */
export function listEntries({ n8n }) {
	return [...n8n.credentials, ...n8n.nodes];
}

/**
 * @param {string[]} files of the tarball
 * @param {string[]} entries see listEntries
 * @returns {string[]} what is there and should not be, and what is missing
 */
export function inspectContents(files, entries) {
	const surplus = files.filter((file) => !metadata.includes(file) && !compiled.test(file));
	const codex = entries
		.filter((entry) => entry.endsWith('.node.js'))
		.map((entry) => entry.replace(/\.js$/, '.json'));
	const missing = [...entries, ...codex, 'README.md', 'LICENSE.md'].filter(
		(file) => !files.includes(file),
	);
	return [
		...surplus.map((file) => `The tarball should not hold ${file}`),
		...missing.map((file) => `The tarball lacks ${file}`),
	];
}
