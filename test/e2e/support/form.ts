import type { ExecutionResult } from './execution';
import type { N8nApi } from './n8nApi';
import { repeatUntil } from './repeatUntil';

/**
 * Fills in a published form of one field, as a browser does, and looks at the page that ends it.
 *
 * @param address the form's, such as http://127.0.0.1:5678/form/import-charges
 * @returns the last page, as HTML, and the execution
 */
export async function submitForm(
	api: N8nApi,
	address: string,
	text: string,
): Promise<{ page: string; result: ExecutionResult }> {
	const form = new FormData();
	form.append('field-0', text);
	const submitted = await fetch(address, { method: 'POST', body: form });
	const { formWaitingUrl } = (await submitted.json()) as { formWaitingUrl: string };
	const waiting = new URL(formWaitingUrl);
	const status = new URL(`${waiting.pathname}/n8n-execution-status${waiting.search}`, waiting);
	await repeatUntil('the form has its last page', async () => {
		const answer = await (await fetch(status)).text();
		return answer === 'form-waiting' ? answer : undefined;
	});
	const page = await (await fetch(waiting)).text();
	await fetch(waiting, { method: 'POST' });
	const id = waiting.pathname.split('/').at(-1) ?? '';
	return { page, result: await api.waitForExecution(id) };
}
