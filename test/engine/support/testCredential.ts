import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';
import { StoredCredential } from './credentialStore';
import { describeNode, engineNodeTypes } from './engineNodeTypes';
import { loadPackage } from './loadedPackage';
import { runNode } from './serviceItemNode';

const TESTER = 'engine.tester';

/**
 * Presses Test in the credential dialog, as n8n 2.41 does it for a credential type with a `test` of its own and no rules
 * (credentials-tester.service.js): a temporary node sends its request with the form's content, and the error decides what is shown.
 * @param form fields changed in the dialog and not saved yet
 */
export async function testCredential(
	{ data, type }: StoredCredential,
	form: ICredentialDataDecryptedObject = {},
): Promise<INodeCredentialTestResult> {
	const { test } = (await loadPackage()).credentialType(type);
	const field = { displayName: 'Temp', name: 'temp', type: 'string', default: '' } as const;
	const description = describeNode('tester', {
		credentials: [{ name: type, required: true }],
		properties: [{ ...field, routing: { request: test?.request } }],
	});
	engineNodeTypes[TESTER] = { description };
	const filled = new StoredCredential({ ...data, ...form });
	const { error } = await runNode(TESTER, {}, { credential: filled });
	if (error) return { status: 'Error', message: explain(error) };
	return { status: 'OK', message: 'Connection successful!' };
}

interface TestError extends Error {
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

/** The status's own text is shown, or else the network's code, or what was thrown. */
function explain({ message, cause: { response, code } = {} }: TestError): string {
	if (response === undefined) return code ?? message;
	return response.statusText || `Received HTTP status code: ${response.status}`;
}
