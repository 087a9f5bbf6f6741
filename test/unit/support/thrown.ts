/** What `action` throws; the test does not go on when it throws nothing. */
export function thrownBy(action: () => unknown): Error & { description?: string | null } {
	try {
		action();
	} catch (error) {
		if (error instanceof Error) return error;
	}
	throw new Error('Nothing was thrown');
}

/** What `promise` rejects with; the test does not go on when it resolves. */
export async function rejectionOf(
	promise: Promise<unknown>,
): Promise<Error & { description?: string | null }> {
	const result = await promise.then(
		() => undefined,
		(error: unknown) => error,
	);
	if (result instanceof Error) return result;
	throw new Error('Nothing was thrown');
}
