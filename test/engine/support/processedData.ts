import './environment';
import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';
import { UnexpectedError } from 'n8n-workflow';

/** What the database holds for each workflow and node. */
const rows = new Map<string, string[]>();

/** What the database says instead of taking a note; undefined while it is in order. */
let refusal: string | undefined;

/** Does something while the database refuses all notes. */
export async function whileNotesAreRefused<Result>(
	words: string,
	work: () => PromiseLike<Result>,
): Promise<Result> {
	refusal = words;
	try {
		return await work();
	} finally {
		refusal = undefined;
	}
}

let isTakingBackRefused = false;

/** Does something while the database takes notes, but does not take them back. */
export async function whileNothingIsTakenBack<Result>(
	work: () => PromiseLike<Result>,
): Promise<Result> {
	isTakingBackRefused = true;
	try {
		return await work();
	} finally {
		isTakingBackRefused = false;
	}
}

/** Does as n8n 2.41 does for the mode `entries` (deduplication-helper.js): it reads a row, adds digests, and writes it back. */
const deduplicator: IDataDeduplicator = {
	async checkProcessedAndRecord(items, scope, context, options) {
		const place = placeOf(scope, context);
		// Two round trips to the database, with no lock around them.
		await new Promise(setImmediate);
		if (refusal !== undefined) throw new UnexpectedError(refusal);
		const row = [...(rows.get(place) ?? [])];
		const output: IDeduplicationOutput = { new: [], processed: [] };
		for (const item of items) {
			const digest = digestOf(item);
			if (row.includes(digest)) output.processed.push(item);
			else output.new.push(item);
			if (!row.includes(digest)) row.push(digest);
		}
		await new Promise(setImmediate);
		rows.set(place, limited(row, options));
		return output;
	},
	async removeProcessed(items, scope, context) {
		await new Promise(setImmediate);
		if (isTakingBackRefused) throw new UnexpectedError('database is locked');
		const place = placeOf(scope, context);
		const gone = items.map(digestOf);
		rows.set(
			place,
			(rows.get(place) ?? []).filter((digest) => !gone.includes(digest)),
		);
	},
	clearAllProcessedItems: notInTests,
	getProcessedDataCount: notInTests,
};

function placeOf(
	scope: DeduplicationScope,
	{ workflow, node }: ICheckProcessedContextData,
): string {
	if (!workflow.id) throw Object.assign(new Error('workflow.id'), { code: 'ERR_ASSERTION' });
	return JSON.stringify([workflow.id, scope === 'node' ? node?.id : '']);
}

function digestOf(item: DeduplicationItemTypes): string {
	return createHash('md5').update(item.toString()).digest('base64');
}

function limited(row: string[], { maxEntries }: ICheckProcessedOptions): string[] {
	return maxEntries === undefined ? row : row.slice(-maxEntries);
}

function notInTests(): never {
	throw new UnexpectedError('This is not part of the engine tests');
}

void DataDeduplicationService.init(deduplicator);
