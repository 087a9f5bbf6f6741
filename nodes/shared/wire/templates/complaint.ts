import { UserError } from 'n8n-workflow';

import { userError } from '../../n8n/userError';

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
		throw aboutIt(subject, error as Error);
	}
}

function aboutIt(subject: string, error: Error): Error {
	if (!(error instanceof UserError)) return error;
	return userError(`${subject} ${error.message}`, error.description);
}
