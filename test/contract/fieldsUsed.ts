import type { INodeParameters } from 'n8n-workflow';
import type { Contract, ContractField } from './contract';
import type { Saved } from './saved';

/** Holds parameters of fields that n8n itself adds. */
const OF_N8N = ['pollTimes'];

/** Every field of a contract that stores a value, as `serviceItem options.timeout`. */
export function fieldsOf(types: Contract['types']): string[] {
	return Object.entries(types).flatMap(([type, { fields }]) =>
		[...new Set(pathsOf(fields))].map((path) => `${type} ${path}`),
	);
}

function pathsOf(fields: ContractField[], within = ''): string[] {
	return fields.flatMap(({ name, fields: inner }) =>
		inner ? pathsOf(inner, `${within}${name}.`) : [`${within}${name}`],
	);
}

/** Every field that something is saved in, under the same names. */
export function fieldsUsed({ workflows, credentials }: Saved): Set<string> {
	const nodes = Object.values(workflows).flatMap((workflow) => workflow.nodes);
	const ofNodes = nodes.flatMap(({ type, parameters }) =>
		pathsIn(parameters).map((path) => `${type.split('.').pop()} ${path}`),
	);
	const ofCredentials = credentials.flatMap(({ data }) =>
		Object.keys(data).map((name) => `reservationServiceApi ${name}`),
	);
	return new Set([...ofNodes, ...ofCredentials]);
}

function pathsIn(parameters: INodeParameters, within = ''): string[] {
	return Object.entries(parameters)
		.filter(([name]) => !OF_N8N.includes(name))
		.flatMap(([name, value]) => {
			const path = `${within}${name}`;
			const inner = (Array.isArray(value) ? value : [value]).filter(isGroup);
			return [path, ...inner.flatMap((each) => pathsIn(each, `${path}.`))];
		});
}

/** A resource locator is one value. */
function isGroup(value: unknown): value is INodeParameters {
	return typeof value === 'object' && value !== null && !('__rl' in value);
}
