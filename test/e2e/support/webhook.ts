import { readInstance } from './stage';

/** Sends JSON to a published webhook, and reads the JSON of its answer. @param path below /webhook */
export async function callWebhook(
	path: string,
	body: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
	const response = await fetch(`${readInstance().url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
