// npm run publisher: says who publishes this package, and from where, in every place that names it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const usage =
	'npm run publisher -- --name "Jane Doe" --email jane@example.com --repository https://github.com/OWNER/REPOSITORY';
const address = /^https:\/\/github\.com\/([\w-]+)\/[\w.-]+$/;
const documents = /\.(json|md|ts|yml)$|(^|\/)CODEOWNERS$/;

const { values } = parseArgs({
	options: {
		name: { type: 'string' },
		email: { type: 'string' },
		repository: { type: 'string' },
	},
});
if (!values.name || !values.email || !address.test(values.repository ?? '')) {
	console.error(`Give all three:\n\n${usage}`);
	process.exitCode = 1;
} else setPublisher(process.cwd(), values);

/**
 * @param {string} root the repository's folder
 * @param {{ name: string, email: string, repository: string }} publisher
 */
function setPublisher(root, { name, email, repository }) {
	const manifestFile = path.join(root, 'package.json');
	const { author, homepage } = JSON.parse(readFileSync(manifestFile, 'utf8'));
	const replacements = [
		[homepage, repository],
		[`"name": ${JSON.stringify(author.name)}`, `"name": ${JSON.stringify(name)}`],
		[`"email": ${JSON.stringify(author.email)}`, `"email": ${JSON.stringify(email)}`],
		[`* @${ownerOf(homepage)}/maintainers`, `* @${ownerOf(repository)}`],
	];
	for (const file of trackedFiles(root).filter((file) => documents.test(file))) {
		const before = readFileSync(path.join(root, file), 'utf8');
		const after = replacements.reduce((text, [from, to]) => text.replaceAll(from, to), before);
		if (after === before) continue;
		writeFileSync(path.join(root, file), after);
		console.log(file);
	}
}

function ownerOf(repository) {
	return address.exec(repository)[1];
}

function trackedFiles(root) {
	const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
	return files
		.split('\0')
		.filter(
			(file) => file && !file.endsWith('package-lock.json') && existsSync(path.join(root, file)),
		);
}
