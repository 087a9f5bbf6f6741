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

/**
 * Puts what a UserError is about in front of its message.
 *
 * @param subject a setting or field by its label, quotes included
 */
export function prefixErrors<Result>(subject: string, action: () => Result): Result {
	try {
		return action();
	} catch (error) {
		throw error instanceof UserError
			? userError(`${subject} ${error.message}`, error.description)
			: error;
	}
}
