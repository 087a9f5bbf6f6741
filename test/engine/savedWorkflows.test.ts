import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fieldsOf, fieldsUsed } from '../contract/fieldsUsed';
import { listReleases, readReleased, releasesFolder } from '../contract/releases';
import { replay, type Replay } from '../contract/replay';
import { readSaved } from '../contract/saved';
import { repositoryRoot } from './support/loadedPackage';

describe.each(listReleases(repositoryRoot))('what was saved with %s', (version) => {
	const { workflows, credentials } = readSaved(repositoryRoot, version);
	const file = path.join(repositoryRoot, releasesFolder, version, 'results.json');
	const results = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Replay>;
	const cases = Object.keys(workflows).flatMap((name) =>
		credentials.map((credential) => [name, credential.name, credential] as const),
	);

	it.each(cases)('does the same: %s, %s', async (name, credentialName, credential) => {
		const workflow = workflows[name];
		if (workflow === undefined) throw new Error(`There is no workflow ${name}`);
		const replayed = await replay(workflow, credential);
		expect(JSON.parse(JSON.stringify(replayed))).toEqual(results[`${name}, ${credentialName}`]);
	});

	it('uses every field that there was', () => {
		const { types } = readReleased(repositoryRoot, version);
		expect(
			fieldsOf(types).filter((field) => !fieldsUsed({ workflows, credentials }).has(field)),
		).toEqual([]);
	});
});
