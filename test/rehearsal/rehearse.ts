import type { Owner, WorkflowFile } from '../e2e/support/n8nApi';
import { CommunityNodes } from './communityNodes';
import { listDifferences, type Runs } from './savedRun';
import { SavedWorkflows, createCredentials } from './savedWorkflows';
import type { Stage } from './starts';

export interface Rehearsal extends Stage {
	owner: Owner;
	packageName: string;
	released: string;
	next: string;
	/** Saved with the released version, by name. */
	workflows: Record<string, WorkflowFile>;
	/** Examples that the release did not have, or had in another form. */
	newer: Record<string, WorkflowFile>;
	/** The folder for pictures. */
	pictures: string;
	log: (line: string) => void;
}

/** A chat that has been answered waits for its next message. */
const well = ['success', 'waiting'];

/**
 * Installs the released version, updates it, goes back and uninstalls it, all on n8n's own page, and runs the same saved
 * workflows after each step.
 *
 * @returns what was not as it must be, and what the workflows did: `released` before the update, `newer` after it
 */
export async function rehearse(
	rehearsal: Rehearsal,
): Promise<{ findings: string[]; runs: Record<'released' | 'newer', Runs> }> {
	const { url, owner, api, packageName, released, next, workflows, newer, log } = rehearsal;
	const page = await CommunityNodes.open(url, owner, rehearsal.pictures);
	try {
		await page.install(`${packageName}@${released}`);
		const credentials = await createCredentials(rehearsal);
		const saved = await SavedWorkflows.import(rehearsal, credentials, workflows);
		const first = await saved.runAll();
		log(`Installed ${released}, imported ${Object.keys(workflows).length} workflows, ran:`);
		for (const line of describeRuns(saved, first)) log(line);
		const findings = [
			...saved.notRun,
			...(await expectVersion(page, released)),
			...failuresOf(first),
		];

		await page.update();
		findings.push(...(await expectVersion(page, next)));
		findings.push(...listDifferences(`after the update to ${next}`, first, await saved.runAll()));
		log(`Updated to ${next}: ran the same ${saved.titles.length}, unchanged`);
		// Two forms of an example would listen at one address.
		await saved.unpublish();
		const fresh = await SavedWorkflows.import(rehearsal, credentials, newer, saved);
		const second = await fresh.runAll();
		const others = fresh.titles.length > 0 ? 'ran:' : 'none';
		log(`From ${next} on, as ${released} had them in another form or not at all: ${others}`);
		for (const line of describeRuns(fresh, second)) log(line);
		findings.push(...fresh.notRun, ...failuresOf(second));
		await fresh.unpublish();
		await saved.publish();

		await page.uninstall();
		await page.install(`${packageName}@${released}`);
		findings.push(...(await expectVersion(page, released)));
		findings.push(...listDifferences(`back on ${released}`, first, await saved.runAll()));
		log(`Back on ${released}: ran the same ${saved.titles.length}, unchanged`);
		await saved.unpublish();

		await page.uninstall();
		if ((await api.send<unknown[]>('GET', '/community-packages')).length > 0) {
			findings.push('The package is still there after it was uninstalled');
		}
		log('Uninstalled');
		return { findings, runs: { released: first, newer: second } };
	} finally {
		await page.takePicture('last-view');
		await page.close();
	}
}

async function expectVersion(page: CommunityNodes, version: string): Promise<string[]> {
	const shown = await page.installedVersion();
	return shown === `v${version}`
		? []
		: [`The page shows ${shown || 'no version'}, not v${version}`];
}

/** A line for each workflow: how it was started, and what came of it. */
function describeRuns({ starts }: SavedWorkflows, runs: Runs): string[] {
	return starts.map(({ title, how }) => {
		const { executions = [], books = [] } = runs[title] ?? {};
		const ended = executions.map(({ status }) => status).join(', ');
		return `  ${title}: ${how}; ${ended}; the service holds ${books.length} charges`;
	});
}

function failuresOf(runs: Runs): string[] {
	return Object.entries(runs).flatMap(([name, { executions }]) => {
		if (executions.length === 0) return [`${name} did not run`];
		return executions
			.filter(({ status }) => !well.includes(status))
			.map(({ error }) => `${name} did not run to its end: ${error}`);
	});
}
