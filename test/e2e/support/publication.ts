import type { N8nSession } from './n8nSession';
import { repeatUntil } from './repeatUntil';

/** What becomes of a workflow that is set to work, or taken from it. */
export type Publication = 'published' | 'not_published';

interface PublicationStatus {
	status: Publication | 'in_progress' | 'partial' | 'failed';
	triggers: Array<{ errorMessage?: string }>;
}

/**
 * Waits until a workflow's triggers are at work, or gone. n8n sees to that in the background.
 *
 * @throws Error with n8n's words for it when a trigger cannot start
 */
export async function waitForPublication(
	n8n: N8nSession,
	workflowId: string,
	wanted: Publication,
): Promise<void> {
	const { status, triggers } = await repeatUntil(
		`workflow ${workflowId} is ${wanted}`,
		async () => {
			const path = `/workflows/${workflowId}/publication-status`;
			const publication = await n8n.send<PublicationStatus>('GET', path);
			return publication.status === 'in_progress' ? undefined : publication;
		},
	);
	if (status === wanted) return;
	const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
	throw new Error([`Workflow ${workflowId} is ${status}`, ...reasons].join('\n'));
}
