import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { useFreshService } from './freshService';
import { testCredential } from './testCredential';

/** What the Test button shows when all is well. */
export const PASSED = { status: 'OK', message: 'Connection successful!' };

/** A service for every test of a file, and the Test button of credentials for it. */
export function useTestButton() {
	const fresh = useFreshService();

	/** Presses the button; `form` is what the user has changed and not saved. */
	async function pressTest(
		form: ICredentialDataDecryptedObject = {},
		credential = fresh.credential,
	) {
		const result = await testCredential(credential, form);
		fresh.expectNoSecrets(result.message);
		return result;
	}

	return { fresh, pressTest };
}
