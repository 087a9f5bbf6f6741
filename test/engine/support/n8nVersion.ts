/**
 * Which n8n these tests run on. The installed one, unless the matrix (scripts/matrix.mjs) puts the n8n-core and n8n-workflow
 * of another version in its place. What those lack, and only the tests need, has a stand-in here.
 */
import './environment';
import * as core from 'n8n-core';
import * as workflow from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	INodeProperties,
	IRunExecutionData,
} from 'n8n-workflow';

/** The version of n8n, such as 1.123; undefined: the installed one, which has everything. */
const version = process.env.N8N_VERSION;

/** Whether n8n is that version or a later one. */
export function isSince(since: string): boolean {
	if (version === undefined) return true;
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const [sinceMajor = 0, sinceMinor = 0] = since.split('.').map(Number);
	return major === sinceMajor ? minor >= sinceMinor : major > sinceMajor;
}

/**
 * Tests of what n8n can do only from a version on: `since('2.22').it(…)`. The one way for a test not to run on an older n8n.
 */
export function since(first: string): { it: jest.It; describe: jest.Describe } {
	return isSince(first) ? { it, describe } : { it: it.skip, describe: describe.skip };
}

type Partly<Module> = { [Name in keyof Module]?: Module[Name] };
const newer: Partly<typeof workflow> = workflow;
const newerCore: Partly<typeof core> = core;

/** The properties of a credential type with the two that n8n adds while it starts (2.22), to limit its domains. */
export function withDomainFields(type: ICredentialType): INodeProperties[] {
	return newer.injectDomainRestrictionFields?.(type) ?? type.properties;
}

/** The domains that a credential's own requests may reach (n8n 2.39); undefined: any. */
export function allowedDomainsOf(credentials: ICredentialDataDecryptedObject): string | undefined {
	return newer.getCredentialOwnRequestAllowedDomains?.(credentials);
}

/** Whether a field holds an expression. */
export function isExpression(value: unknown): boolean {
	return newer.isExpression?.(value) ?? (typeof value === 'string' && value.startsWith('='));
}

/** What a workflow begins with, or goes on with, all else empty. */
export function runExecutionDataOf(
	data: Parameters<typeof workflow.createRunExecutionData>[0] = {},
): IRunExecutionData {
	if (newer.createRunExecutionData) return newer.createRunExecutionData(data);
	const { resultData, executionData } = data;
	return {
		startData: {},
		resultData: { runData: {}, ...resultData },
		executionData: {
			contextData: {},
			nodeExecutionStack: [],
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			...executionData,
		},
	} as unknown as IRunExecutionData;
}

/** What the engine reads external secrets with; there are none. */
export function noSecrets(): core.ExternalSecretsProxy {
	const Proxy = newerCore.ExternalSecretsProxy;
	return Proxy ? new Proxy() : (undefined as unknown as core.ExternalSecretsProxy);
}
