import {
	isExpression,
	type IAuthenticateGeneric,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INode,
	type Workflow,
} from 'n8n-workflow';

/** Writes the headers, query, body or basic authentication a credential type describes into a request. */
export function applyGenericAuthentication(
	{ properties }: IAuthenticateGeneric,
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
	workflow: Workflow,
	node: INode,
): void {
	const resolve = (text: string): string => {
		if (!isExpression(text)) return text;
		const value = workflow.expression.getSimpleParameterValue(
			node,
			text,
			'internal',
			{ $credentials: credentials },
			undefined,
			'',
		);
		return value ? String(value) : '';
	};
	const parts = options as unknown as Record<string, Record<string, string> | undefined>;
	parts.headers ??= {};
	for (const [part, entries] of Object.entries(properties)) {
		const target = (parts[part] ??= {});
		for (const [key, value] of Object.entries(entries as Record<string, string>)) {
			target[resolve(key)] = resolve(value);
		}
	}
}
