import type { Owner } from '../e2e/support/owner';
import type { WorkflowFile } from '../e2e/support/workflowFile';
import { CommunityNodes } from './communityNodes';
import { listDifferences, type Runs } from './savedRun';
import { SavedWorkflows, createCredentials, type Credentials } from './savedWorkflows';
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

/** What was not as it must be, and what the workflows did: `released` before the update, `newer` after it. */
export interface Rehearsed {
	findings: string[];
	runs: Record<'released' | 'newer', Runs>;
}

/** A rehearsal under way. */
interface Course extends Rehearsal {
	page: CommunityNodes;
	findings: string[];
}

/** A chat that has been answered waits for its next message. */
const well = ['success', 'waiting'];

/**
 * Installs the released version, updates it, goes back and uninstalls it, all on n8n's own page, and runs the same saved
 * workflows after each step.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<Rehearsed> {
	const { url, owner, pictures } = rehearsal;
	const page = await CommunityNodes.open(url, owner, pictures);
	try {
		const findings: string[] = [];
		const course = { ...rehearsal, page, findings };
		const { credentials, saved, first } = await install(course);
		await update(course, saved, first);
		const newer = await runNewer(course, credentials, saved);
		await goBack(course, saved, first);
		await uninstall(course);
		return { findings, runs: { released: first, newer } };
	} finally {
		await page.takePicture('last-view');
		await page.close();
	}
}

async function install(
	course: Course,
): Promise<{ credentials: Credentials; saved: SavedWorkflows; first: Runs }> {
	const { page, packageName, released, workflows, findings, log } = course;
	await page.install(`${packageName}@${released}`);
	await expectVersion(course, released);
	const credentials = await createCredentials(course);
	const saved = await SavedWorkflows.import(course, credentials, workflows);
	const first = await saved.runAll();
	findings.push(...saved.notRun, ...failuresOf(first));
	log(`Installed ${released}, imported ${Object.keys(workflows).length} workflows, ran:`);
	for (const line of describeRuns(saved, first)) log(line);
	return { credentials, saved, first };
}

async function update(course: Course, saved: SavedWorkflows, first: Runs): Promise<void> {
	const { page, next } = course;
	await page.update();
	await expectVersion(course, next);
	await runAgain(course, `Updated to ${next}`, saved, first);
}

/** Two forms of an example would listen at one address, so the saved ones rest meanwhile. */
async function runNewer(
	course: Course,
	credentials: Credentials,
	saved: SavedWorkflows,
): Promise<Runs> {
	const { released, next, newer, findings, log } = course;
	await saved.unpublish();
	const fresh = await SavedWorkflows.import(course, credentials, newer, saved);
	const runs = await fresh.runAll();
	findings.push(...fresh.notRun, ...failuresOf(runs));
	const others = fresh.titles.length > 0 ? 'ran:' : 'none';
	log(`From ${next} on, as ${released} had them in another form or not at all: ${others}`);
	for (const line of describeRuns(fresh, runs)) log(line);
	await fresh.unpublish();
	await saved.publish();
	return runs;
}

async function goBack(course: Course, saved: SavedWorkflows, first: Runs): Promise<void> {
	const { page, packageName, released } = course;
	await page.uninstall();
	await page.install(`${packageName}@${released}`);
	await expectVersion(course, released);
	await runAgain(course, `Back on ${released}`, saved, first);
	await saved.unpublish();
}

async function uninstall({ page, api, findings, log }: Course): Promise<void> {
	await page.uninstall();
	if ((await api.send<unknown[]>('GET', '/community-packages')).length > 0) {
		findings.push('The package is still there after it was uninstalled');
	}
	log('Uninstalled');
}

/** Runs what was saved and not touched since, and compares. */
async function runAgain(
	{ findings, log }: Course,
	when: string,
	saved: SavedWorkflows,
	first: Runs,
): Promise<void> {
	const different = listDifferences(when, first, await saved.runAll());
	findings.push(...different);
	const same = saved.titles.length - different.length;
	log(`${when}: ran the same ${saved.titles.length}, unchanged; ${same} with the same results`);
}

async function expectVersion({ page, findings }: Course, version: string): Promise<void> {
	const shown = await page.installedVersion();
	if (shown === `v${version}`) return;
	findings.push(`The page shows ${shown || 'no version'}, not v${version}`);
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
