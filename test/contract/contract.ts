import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ICredentialType, INodeProperties, INodeType } from 'n8n-workflow';

/** A field of a form. Its label goes along for the words only: labels are free to change. */
export interface ContractField {
	name: string;
	label: string;
	type: string;
	default?: unknown;
	required?: boolean;
	/** n8n evaluates no expressions in it. */
	noDataExpression?: boolean;
	typeOptions?: Record<string, unknown>;
	displayOptions?: INodeProperties['displayOptions'];
	/** The values to choose from. */
	choices?: Array<{ value: unknown; label: string }>;
	/** The ways to name what a resource locator points to. */
	modes?: Array<{ name: string; label: string }>;
	/** What a collection holds. */
	fields?: ContractField[];
}

/** A node or credential type, as far as saved workflows and credentials depend on it. */
export interface ContractType {
	label: string;
	/** How n8n uses it: versions, inputs, outputs, credentials; everything whose change would be noticed. */
	traits: Record<string, unknown>;
	fields: ContractField[];
}

/** All that is public in one version of the package. */
export interface Contract {
	version: string;
	/** By the name under which workflows and credentials are saved, without the package's. */
	types: Record<string, ContractType>;
}

/** What stores no value. */
const DECORATION = ['notice', 'callout', 'button'];
/** Hidden fields that only tell which others are expressions (access/expressionMarks.ts). */
const MARK = /^(?:usesExpressions$|perInput_)/;
/** Settings of a field that say how it looks, and not what it takes. */
const LOOKS = ['rows', 'multipleValueButtonText', 'editor', 'alwaysOpenEditWindow', 'sortable'];

/**
 * Reads the contract of a built package.
 *
 * @param packageRoot the folder of its package.json and dist
 */
export function readContract(packageRoot: string): Contract {
	const manifest = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
		n8n: { nodes: string[]; credentials: string[] };
	};
	const nodes = manifest.n8n.nodes.map((file) => describeNode(load(packageRoot, file)));
	const credentials = manifest.n8n.credentials.map((file) =>
		describeCredential(load(packageRoot, file)),
	);
	return { version: manifest.version, types: Object.fromEntries([...nodes, ...credentials]) };
}

function load<T>(packageRoot: string, file: string): T {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- which package it is, is known at run time only
	const loaded = require(path.resolve(packageRoot, file)) as Record<string, new () => T>;
	const className = path.basename(file).split('.')[0] ?? '';
	const Type = loaded[className];
	if (Type === undefined) throw new Error(`${file} exports no ${className}`);
	return new Type();
}

function describeNode(type: INodeType): [string, ContractType] {
	const { description, methods } = type;
	const { name, displayName, version, inputs, outputs, credentials = [], properties } = description;
	const traits = {
		versions: [version].flat(),
		inputs,
		outputs,
		credentials: credentials.map((credential) => credential.name),
		listSearch: Object.keys(methods?.listSearch ?? {}),
		isPolled: 'poll' in type,
		isTool: description.usableAsTool !== undefined,
	};
	return [name, { label: displayName, traits, fields: readFields(properties) }];
}

function describeCredential({
	name,
	displayName,
	extends: parents = [],
	properties,
}: ICredentialType): [string, ContractType] {
	return [name, { label: displayName, traits: { parents }, fields: readFields(properties) }];
}

function readFields(properties: INodeProperties[]): ContractField[] {
	return properties.filter((property) => storesValue(property)).map(readField);
}

function storesValue({ type, name }: INodeProperties): boolean {
	return !DECORATION.includes(type) && !MARK.test(name);
}

function readField(property: INodeProperties): ContractField {
	const { displayName, name, type, required, noDataExpression, displayOptions } = property;
	const typeOptions = Object.entries(property.typeOptions ?? {}).filter(
		([key]) => !LOOKS.includes(key),
	);
	return {
		name,
		label: displayName,
		type,
		default: property.default,
		...(required && { required }),
		...(noDataExpression && { noDataExpression }),
		...(typeOptions.length > 0 && { typeOptions: Object.fromEntries(typeOptions) }),
		...(displayOptions && { displayOptions }),
		...readParts(property),
	};
}

/** Choices, modes or inner fields, whichever a field of this type has. */
function readParts({ type, options = [], modes }: INodeProperties): Partial<ContractField> {
	if (modes) return { modes: modes.map((mode) => ({ name: mode.name, label: mode.displayName })) };
	if (type === 'collection') return { fields: readFields(options as INodeProperties[]) };
	if (type === 'fixedCollection') {
		const groups = options as Array<{
			name: string;
			displayName: string;
			values: INodeProperties[];
		}>;
		return {
			fields: groups.map((group) => ({
				name: group.name,
				label: group.displayName,
				type: 'group',
				fields: readFields(group.values),
			})),
		};
	}
	if (type !== 'options' && type !== 'multiOptions') return {};
	const choices = options as Array<{ name: string; value: unknown }>;
	return { choices: choices.map(({ name, value }) => ({ value, label: name })) };
}
