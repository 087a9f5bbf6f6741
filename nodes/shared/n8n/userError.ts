import { UserError } from 'n8n-workflow';

/**
 * n8n's error for what the user can mend.
 *
 * @param message what is the matter and, in the sentence after it, what to do; without the last full stop
 * @param description more about it, as sentences
 */
export function userError(message: string, description?: string | null): UserError {
	return new UserError(message, { description: description ?? undefined });
}
