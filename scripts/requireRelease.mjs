// prepublishOnly: versions are published by the release workflow, with provenance, or not at all. npm skips this where scripts
// are switched off, as in this folder; there, publishConfig.provenance in package.json refuses.
const { GITHUB_ACTIONS, GITHUB_WORKFLOW } = process.env;
if (GITHUB_ACTIONS !== 'true' || GITHUB_WORKFLOW !== 'Publish') {
	console.error(
		'Not published: versions are published by the workflow Publish, when their tag is pushed. See RELEASING in CONTRIBUTING.md.',
	);
	process.exitCode = 1;
}
