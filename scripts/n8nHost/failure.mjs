// Says why an installation cannot work, or did not.
import { spawnSync } from 'node:child_process';
import { readFileSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { HostError } from './hostError.mjs';

const neededGigabytes = 3.5;

/** Turns npm's log into one cause the reader can act on; the log's own last lines stand below it. */
export function explainFailure(step, logFile) {
	const text = readFileSync(logFile, 'utf8');
	const missing = missingBuildTools();
	let cause = 'npm reported an error.';
	if (/ENOSPC|no space left/i.test(text)) {
		cause = `The disk is full. About ${neededGigabytes} GB are needed.`;
	} else if (step.name === 'sqlite' && missing.length > 0) {
		cause = `SQLite has to be compiled here, and these build tools are missing: ${missing.join(', ')}. On Debian or Ubuntu: apt-get install python3 make g++`;
	} else if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(text)) {
		cause =
			'The package registry cannot be reached. Check the network, then run the command again.';
	}
	const end = text.trimEnd().split('\n').slice(-8).join('\n  ');
	return new HostError(
		`Installing ${step.title} did not work. ${cause}\n\nLast lines of ${logFile}:\n  ${end}`,
	);
}

export function missingBuildTools() {
	return ['python3', 'make', 'g++'].filter(
		(tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status !== 0,
	);
}

export function requireDisk(folder) {
	const { bavail, bsize } = statfsSync(folder);
	const free = (bavail * bsize) / 1e9;
	if (free < neededGigabytes) {
		throw new HostError(
			`n8n needs about ${neededGigabytes} GB of disk while it is installed; ${free.toFixed(1)} GB are free in ${path.dirname(folder)}. Free some space, or point XDG_CACHE_HOME at another disk.`,
		);
	}
}
