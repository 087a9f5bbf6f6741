// One installer at a time, machine-wide.
import {
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const staleAfter = 30_000;

/**
 * Does the work while holding the lock; first waits for whoever else holds it. The holder renews the lock's time while it
 * works, so a lock not renewed lately was left behind by a process that died. That is also true of containers that share
 * a cache folder, where a process id says nothing: the one inside is for the reader.
 *
 * @param {string} lock path of a folder that does not exist while nobody holds the lock
 * @param {(pid: string) => void} onWait called once if there is a wait
 * @param {() => Promise<void>} work
 */
export async function holdLock(lock, onWait, work) {
	const leftovers = await acquire(lock, onWait);
	const release = () => {
		for (const folder of [lock, ...leftovers]) rmSync(folder, { recursive: true, force: true });
	};
	const interrupt = () => process.exit(130);
	const renewal = setInterval(() => renew(lock), staleAfter / 6);
	process.once('exit', release);
	process.once('SIGINT', interrupt);
	process.once('SIGTERM', interrupt);
	try {
		await work();
	} finally {
		clearInterval(renewal);
		process.off('exit', release);
		process.off('SIGINT', interrupt);
		process.off('SIGTERM', interrupt);
		release();
	}
}

/** @returns the stale locks found, moved out of the way */
async function acquire(lock, onWait) {
	const mine = `${lock}-${process.pid}`;
	mkdirSync(mine, { recursive: true });
	writeFileSync(path.join(mine, 'pid'), String(process.pid));
	const leftovers = [];
	let waits = false;
	while (!tryRename(renew(mine), lock)) {
		if (!waits) onWait(readHolder(lock));
		waits = true;
		const renewed = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
		if (renewed !== undefined && Date.now() - renewed > staleAfter) {
			// Named after the lock it was, and kept until the end: of several who find it stale, only one can move it.
			const leftover = `${lock}-stale-${renewed}`;
			if (tryRename(lock, leftover)) leftovers.push(leftover);
		}
		await sleep(1000);
	}
	return leftovers;
}

function renew(lock) {
	utimesSync(lock, new Date(), new Date());
	return lock;
}

function tryRename(from, to) {
	try {
		renameSync(from, to);
		return true;
	} catch {
		return false;
	}
}

function readHolder(lock) {
	try {
		return readFileSync(path.join(lock, 'pid'), 'utf8');
	} catch {
		return 'unknown';
	}
}
