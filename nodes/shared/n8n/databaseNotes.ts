import type { IExecuteFunctions } from 'n8n-workflow';

/** So many are kept for a node, and the oldest go first: of 100 bulk imports, or a few thousand webhooks. */
const MOST_NOTES = 5_000;
const OPTIONS = { mode: 'entries', maxEntries: MOST_NOTES } as const;

/** Which of the notes were there before, or what the database said instead. */
export type Noted = { earlier: unknown[] } | { refusal: string };

/**
 * Keeps notes in n8n's database, with the node: they outlive the process. Where n8n can keep none, as the workflow is not
 * saved, they count as new. There is no lock: of two processes that note at the same instant, one can lose its note.
 */
export async function noteInDatabase(context: IExecuteFunctions, notes: string[]): Promise<Noted> {
	if (!context.getWorkflow().id || !('checkProcessedAndRecord' in context.helpers))
		return { earlier: [] };
	const noted = await noteOnce(context, notes);
	// Of two processes that make the first note of a node, one comes second.
	const isSecond = 'refusal' in noted && /unique/i.test(noted.refusal);
	return isSecond ? await noteOnce(context, notes) : noted;
}

/** Takes notes back. Where n8n cannot, they stay. @returns whether they are gone */
export async function withdrawNotes(context: IExecuteFunctions, notes: string[]): Promise<boolean> {
	try {
		await context.helpers.removeProcessed(notes, 'node', OPTIONS);
		return true;
	} catch {
		return false;
	}
}

async function noteOnce({ helpers }: IExecuteFunctions, notes: string[]): Promise<Noted> {
	try {
		const { processed } = await helpers.checkProcessedAndRecord(notes, 'node', OPTIONS);
		return { earlier: processed };
	} catch (error) {
		const { message, code } = error as Error & { code?: string };
		// Notes belong to a saved workflow: of another one the database says so, or n8n, where it has no database.
		const isUnsaved = code === 'ERR_ASSERTION' || /foreign key/i.test(message);
		return isUnsaved ? { earlier: [] } : { refusal: message };
	}
}
