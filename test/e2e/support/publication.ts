import type { N8nApi } from './n8nApi';
import { repeatUntil } from './repeatUntil';

interface Publication {
	status: 'in_progress' | 'published' | 'not_published' | 'partial' | 'failed';
	triggers: Array<{ errorMessage?: string }>;
}

/**
 * Waits until a workflow's triggers are at work, or gone. n8n sees to that in the background.
 *
 * @throws Error with n8n's words for it when a trigger cannot start
 */
export async function waitForPublication(
	api: N8nApi,
	workflowId: string,
	wanted: 'published' | 'not_published',
): Promise<void> {
	const { status, triggers } = await repeatUntil(
		`workflow ${workflowId} is ${wanted}`,
		async () => {
			const path = `/workflows/${workflowId}/publication-status`;
			const publication = await api.send<Publication>('GET', path);
			return publication.status === 'in_progress' ? undefined : publication;
		},
	);
	if (status === wanted) return;
	const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
	throw new Error([`Workflow ${workflowId} is ${status}`, ...reasons].join('\n'));
}
