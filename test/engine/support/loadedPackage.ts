import { userFolder } from './environment';
import { Container } from '@n8n/di';
import { InstanceSettings, PackageDirectoryLoader } from 'n8n-core';
import {
	NodeConnectionTypes,
	NodeHelpers,
	UserError,
	type ICredentialType,
	type IDataObject,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { engineNodeTypes } from './engineNodeTypes';

/** The checkout these tests belong to; its package.json says what is loaded from dist. */
export const repositoryRoot = path.resolve(__dirname, '../../..');

/** What n8n-core would have written to its log since this module was loaded, errors with their stacks included. */
export const engineLog: string[] = [];

/** A built package as the engine sees it: n8n-core's own loader, with its log turned to engineLog, and the node types of the tests. */
export class LoadedPackage extends PackageDirectoryLoader implements INodeTypes {
	collectLog(): void {
		const collector = {
			log: (level: string, message: string, details: unknown) =>
				engineLog.push(`${level} ${message} ${serialize(details)}`),
			child: () => collector,
		};
		// Private to n8n's logger, but the one place all its lines pass, those of its scoped children included.
		const logger = this.logger as unknown as { setInternalLogger(logger: object): void };
		logger.setInternalLogger(collector);
	}

	/** A node type's full name; the package's own types may be given without the package. */
	fullName(type: string): string {
		return type.includes('.') ? type : `${this.packageName}.${type}`;
	}

	getByName(type: string): INodeType | IVersionedNodeType {
		const fullName = this.fullName(type);
		const own = engineNodeTypes[fullName];
		if (own !== undefined) return own;
		const [packageName, ...rest] = fullName.split('.');
		if (packageName !== this.packageName) {
			throw new UserError(`The engine tests know no node type ${fullName}`);
		}
		return this.getNode(rest.join('.')).type;
	}

	/** The version asked for, or the newest; a name ending with Tool gives the twin n8n makes for AI agents. */
	getByNameAndVersion(type: string, version?: number): INodeType {
		const isTool = type.endsWith('Tool');
		const base = this.getByName(isTool ? type.slice(0, -'Tool'.length) : type);
		const node = NodeHelpers.getVersionedNodeType(base, version);
		return isTool ? toToolTwin(node) : node;
	}

	getKnownTypes(): IDataObject {
		return { ...this.known.nodes };
	}

	credentialType(name: string): ICredentialType {
		return this.getCredential(name).type;
	}
}

/** Makes the twin that n8n offers to AI agents for a node type with `usableAsTool`. */
function toToolTwin(node: INodeType): INodeType {
	const { usableAsTool, ...base } = node.description;
	if (!usableAsTool) throw new UserError(`${base.name} is not usable as a tool`);
	const description: INodeTypeDescription = {
		...base,
		name: `${base.name}Tool`,
		displayName: `${base.displayName} Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	return Object.create(node, { description: { value: description } }) as INodeType;
}

const loaded = new Map<string, Promise<LoadedPackage>>();

/** Loads a built package, once per root: the folder of its package.json. */
export async function loadPackage(root = repositoryRoot): Promise<LoadedPackage> {
	const loading = loaded.get(root) ?? load(root);
	loaded.set(root, loading);
	return await loading;
}

async function load(root: string): Promise<LoadedPackage> {
	const loader = new LoadedPackage(root);
	loader.collectLog();
	await loader.loadAll();
	// The settings stay in memory; the folder has served.
	Container.get(InstanceSettings);
	rmSync(userFolder, { recursive: true, force: true });
	return loader;
}

/**
 * A value as JSON text with every object once: n8n's database and log write objects that refer to each other, and a
 * test that looks for a secret in them needs everything in one text.
 */
export function serialize(value: unknown): string {
	const seen = new WeakSet<object>();
	const once = (_key: string, nested: unknown) => {
		if (typeof nested !== 'object' || nested === null) return nested;
		if (seen.has(nested)) return undefined;
		seen.add(nested);
		return nested;
	};
	return JSON.stringify(value, once) ?? '';
}

/**
 * The package as a restarted n8n loads it: of what a test has done it knows nothing but what n8n has stored.
 * @returns a `packageRoot` for runs
 */
export function restartedPackage(): string {
	const packageRoot = path.join(
		repositoryRoot,
		'.cache',
		`restarted-${process.env.JEST_WORKER_ID}`,
	);
	rmSync(packageRoot, { recursive: true, force: true });
	for (const part of ['dist', 'package.json']) {
		cpSync(path.join(repositoryRoot, part), path.join(packageRoot, part), { recursive: true });
	}
	return packageRoot;
}
