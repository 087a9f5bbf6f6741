import { isDeepStrictEqual } from 'node:util';
import type { N8nApi, Owner, WorkflowFile } from '../e2e/support/n8nApi';
import type { MiniatureService } from '../service/miniatureService';
import { CommunityNodes } from './communityNodes';
import { SavedWorkflows, type SavedRun } from './savedRuns';

export interface Rehearsal {
	url: string;
	owner: Owner;
	api: N8nApi;
	service: MiniatureService;
	packageName: string;
	released: string;
	next: string;
	/** Saved with the released version, by name. */
	workflows: Record<string, WorkflowFile>;
	/** The folder for pictures. */
	pictures: string;
	log: (line: string) => void;
}

/**
 * Installs the released version, updates it, goes back and uninstalls it, all on n8n's own page, and runs the same saved
 * workflows after each step.
 *
 * @returns findings: what was not as it must be
 */
export async function rehearse(rehearsal: Rehearsal): Promise<string[]> {
	const { url, owner, api, service, packageName, released, next, workflows, log } = rehearsal;
	const page = await CommunityNodes.open(url, owner, rehearsal.pictures);
	try {
		await page.install(`${packageName}@${released}`);
		const saved = await SavedWorkflows.import(api, service, workflows);
		const first = await saved.runAll();
		log(
			`Installed ${released}: ${saved.count} workflows imported, ${Object.keys(first).length} run`,
		);
		const findings = [...(await expectVersion(page, released)), ...failuresOf(first)];

		await page.update();
		findings.push(...(await expectVersion(page, next)));
		findings.push(...differences(`after the update to ${next}`, first, await saved.runAll()));
		log(`Updated to ${next}: the same workflows run`);

		await page.uninstall();
		await page.install(`${packageName}@${released}`);
		findings.push(...(await expectVersion(page, released)));
		findings.push(...differences(`back on ${released}`, first, await saved.runAll()));
		log(`Back on ${released}: the same workflows run`);

		await page.uninstall();
		if ((await api.send<unknown[]>('GET', '/community-packages')).length > 0) {
			findings.push('The package is still there after it was uninstalled');
		}
		log('Uninstalled');
		return findings;
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

function failuresOf(runs: Record<string, SavedRun>): string[] {
	return Object.entries(runs)
		.filter(([, { status }]) => status !== 'success')
		.map(([name, { error }]) => `${name} did not run: ${error}`);
}

function differences(
	when: string,
	before: Record<string, SavedRun>,
	now: Record<string, SavedRun>,
): string[] {
	return Object.entries(before)
		.filter(([name, run]) => !isDeepStrictEqual(run, now[name]))
		.map(
			([name, run]) =>
				`${name} differs ${when}: ${JSON.stringify(run)} ${JSON.stringify(now[name])}`,
		);
}
