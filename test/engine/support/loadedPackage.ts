import { userFolder } from './environment';
import { Container } from '@n8n/di';
import { InstanceSettings, PackageDirectoryLoader } from 'n8n-core';
import {
	NodeConnectionTypes,
	NodeHelpers,
	UserError,
	type ICredentialType,
	type IDataObject,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { engineNodeTypes } from './engineNodeTypes';
import { withDomainFields } from './n8nVersion';
import { serialize } from './serialize';

/** The checkout these tests belong to; its package.json says what is loaded from dist. */
export const repositoryRoot = path.resolve(__dirname, '../../..');

/** What n8n-core would have written to its log since this module was loaded, errors with their stacks included. */
export const engineLog: string[] = [];

/** n8n-core's own loader, with its log turned to engineLog. */
class BuiltPackageLoader extends PackageDirectoryLoader {
	collectLog(lines: string[]): void {
		const collector = {
			log: (level: string, message: string, details: unknown) =>
				lines.push(`${level} ${message} ${serialize(details)}`),
			child: () => collector,
		};
		// Private to n8n's logger, but the one place all its lines pass, those of its scoped children included.
		const logger = this.logger as unknown as { setInternalLogger(logger: object): void };
		logger.setInternalLogger(collector);
	}
}

/** A built package as the engine sees it: its node types, those of the tests, and its credential types. */
export class LoadedPackage implements INodeTypes {
	private readonly tools = new Map<string, INodeType>();

	constructor(private readonly loader: PackageDirectoryLoader) {}

	/** A node type's full name; the package's own types may be given without the package. */
	fullName(type: string): string {
		return type.includes('.') ? type : `${this.loader.packageName}.${type}`;
	}

	getByName(type: string): INodeType | IVersionedNodeType {
		const fullName = this.fullName(type);
		const own = engineNodeTypes[fullName];
		if (own !== undefined) return own;
		const [packageName, ...rest] = fullName.split('.');
		if (packageName !== this.loader.packageName) {
			throw new UserError(`The engine tests know no node type ${fullName}`);
		}
		return this.loader.getNode(rest.join('.')).type;
	}

	/** The version asked for, or the newest; a name ending with Tool gives the twin n8n makes for AI agents. */
	getByNameAndVersion(type: string, version?: number): INodeType {
		if (!type.endsWith('Tool')) {
			return NodeHelpers.getVersionedNodeType(this.getByName(type), version);
		}
		const fullName = this.fullName(type);
		const known = this.tools.get(fullName);
		if (known !== undefined) return known;
		const base = NodeHelpers.getVersionedNodeType(
			this.getByName(fullName.slice(0, -'Tool'.length)),
			version,
		);
		const tool = toToolTwin(base);
		this.tools.set(fullName, tool);
		return tool;
	}

	getKnownTypes(): IDataObject {
		return { ...this.loader.known.nodes };
	}

	credentialType(name: string): ICredentialType {
		return this.loader.getCredential(name).type;
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
		properties: [...toolDescriptionProperties(base.description), ...base.properties],
	};
	return Object.create(node, { description: { value: description } }) as INodeType;
}

/** The two fields n8n puts on top: the text for the model comes from the operation, or from the user. */
function toolDescriptionProperties(nodeDescription: string): INodeProperties[] {
	return [
		{
			displayName: 'Tool Description',
			name: 'descriptionType',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Set Automatically', value: 'auto' },
				{ name: 'Set Manually', value: 'manual' },
			],
			default: 'auto',
		},
		{
			displayName: 'Description',
			name: 'toolDescription',
			type: 'string',
			required: true,
			displayOptions: { show: { descriptionType: ['manual'] } },
			default: nodeDescription,
		},
	];
}

const loaded = new Map<string, Promise<LoadedPackage>>();

/**
 * Loads a built package with n8n-core's loader, once per root.
 * @param root the folder of its package.json
 */
export async function loadPackage(root = repositoryRoot): Promise<LoadedPackage> {
	const known = loaded.get(root);
	if (known !== undefined) return await known;
	const loading = load(root);
	loaded.set(root, loading);
	return await loading;
}

async function load(root: string): Promise<LoadedPackage> {
	const loader = new BuiltPackageLoader(root);
	loader.collectLog(engineLog);
	await loader.loadAll();
	// n8n adds these two fields while it starts, not the loader.
	for (const { type } of Object.values(loader.credentialTypes)) {
		type.properties = withDomainFields(type);
	}
	// The settings stay in memory; the folder has served.
	Container.get(InstanceSettings);
	rmSync(userFolder, { recursive: true, force: true });
	return new LoadedPackage(loader);
}
