import { UserError } from 'n8n-workflow';

/**
 * Runs something that may complain, and puts what it is about in front of its words.
 *
 * @param subject a setting or field by its label, quotes included
 * @throws UserError
 */
export function about<Result>(subject: string, action: () => Result): Result {
	try {
		return action();
	} catch (error) {
		throw complaintAbout(subject, error as Error & { description?: string | null });
	}
}

function complaintAbout(
	subject: string,
	{ message, description }: Error & { description?: string | null },
): UserError {
	return new UserError(`${subject} ${message}`, { description: description ?? undefined });
}
