import type { INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import type { ContractField, ContractType } from './contract';

/** What a user has chosen in the fields that decide which others are shown, such as `{ operation: 'create' }`. */
export type Situation = Record<string, string | boolean>;

/** A field that is shown, with the labels of what it lies in. */
export interface ShownField extends ContractField {
	path: string;
	/** Such as `Options → Timeout`. */
	title: string;
}

/**
 * Every situation in which somebody can have saved the form. Fields without choices, such as texts, hold their defaults.
 *
 * @param other a form in which further fields of this one may decide what is shown
 */
export function listSituations(
	{ fields }: ContractType,
	other: ContractType = { label: '', traits: {}, fields: [] },
): Situation[] {
	const named = new Set([...deciders(fields), ...deciders(other.fields)]);
	const offered = [...named].filter((name) => choicesOf(fields, name).length > 0);
	return offered.reduce<Situation[]>(
		(situations, name) =>
			situations.flatMap((situation) =>
				choicesOf(fields, name).map((choice) => ({ ...situation, [name]: choice })),
			),
		[{}],
	);
}

/**
 * The fields that n8n shows in a situation, by path; what it does not show is not handed to the node. Deciding fields of
 * which the situation says nothing, as they came later, hold their defaults.
 */
export function showFields(
	{ fields }: ContractType,
	situation: Situation,
): Map<string, ShownField> {
	const values: INodeParameters = { ...situation };
	for (const field of fields) {
		if (!(field.name in values) && isShown(field, values)) {
			values[field.name] = field.default as INodeParameters[string];
		}
	}
	const shown = new Map<string, ShownField>();
	collect(fields, values, [], shown);
	return shown;
}

function collect(
	fields: ContractField[],
	values: INodeParameters,
	within: ShownField[],
	shown: Map<string, ShownField>,
): void {
	for (const field of fields) {
		if (!isShown(field, values)) continue;
		const row = [...within, field];
		const path = row.map(({ name }) => name).join('.');
		const entry = { ...field, path, title: row.map(({ label }) => label).join(' → ') };
		shown.set(path, entry);
		collect(field.fields ?? [], values, [...within, entry], shown);
	}
}

/** n8n's own judgement. */
function isShown(field: ContractField, values: INodeParameters): boolean {
	const property = { ...field, displayName: field.label } as unknown as INodeProperties;
	const description = { version: 1, properties: [] } as unknown as INodeTypeDescription;
	return NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description, values);
}

/** The names of the fields on which the display of others depends. */
function deciders(fields: ContractField[]): string[] {
	const named = fields.flatMap(({ displayOptions, fields: inner = [] }) => [
		...Object.keys({ ...displayOptions?.show, ...displayOptions?.hide }),
		...deciders(inner),
	]);
	return [...new Set(named.map((name) => name.replace(/^\//, '')))];
}

function choicesOf(fields: ContractField[], name: string): Array<string | boolean> {
	const choices = fields.filter((field) => field.name === name).flatMap(valuesOf);
	return [...new Set(choices)];
}

function valuesOf({ type, choices = [] }: ContractField): Array<string | boolean> {
	return type === 'boolean' ? [false, true] : choices.map(({ value }) => String(value));
}
