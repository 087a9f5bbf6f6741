import { isDeepStrictEqual } from 'node:util';
import type { ContractField } from './contract';

/** What happened to a field, and what that means for whoever saved the form before. */
export interface FieldChange {
	/** What to allow it by, together with the field: `type`, `choice sameFields`. */
	kind: string;
	words: string;
}

type Rule = (before: ContractField, now: ContractField) => FieldChange[];

const rules: readonly Rule[] = [
	(before, now) =>
		changeOf('type', before.type, now.type, 'what is saved in it is read as another kind of value'),
	(before, now) =>
		changeOf(
			'default',
			before.default,
			now.default,
			'n8n saves no defaults, so everyone who left it alone gets the new one',
		),
	(before, now) =>
		lost('choice', before.choices, now.choices, ({ value }) => String(value), 'chose'),
	(before, now) => lost('mode', before.modes, now.modes, ({ name }) => name, 'used'),
	({ required: was = false }, { required: is = false, default: value }) =>
		!was && is && isBlank(value)
			? [
					{
						kind: 'required',
						words: 'must be filled in now: what was saved with it blank does not run',
					},
				]
			: [],
	({ noDataExpression: was = false }, { noDataExpression: is = false }) =>
		!was && is
			? [
					{
						kind: 'expressions',
						words: 'takes no expressions any more: saved ones are taken for texts',
					},
				]
			: [],
	(before, now) => limitOf(before, now, 'minValue', (was, is) => is > was),
	(before, now) => limitOf(before, now, 'maxValue', (was, is) => is < was),
	(before, now) => keptOption(before, now, 'multipleValues', 'one value and a list of values'),
	(before, now) => keptOption(before, now, 'password', 'shown and hidden'),
	(before, now) => keptOption(before, now, 'expirable', 'renewed by n8n and kept as it is'),
];

/** Everything about a field that saved forms would notice, in words that follow its name. */
export function compareFields(before: ContractField, now: ContractField): FieldChange[] {
	return rules.flatMap((rule) => rule(before, now));
}

/** What a field that is new in a form does to those who saved the form without it. */
export function judgeNewField({ required, default: value }: ContractField): FieldChange[] {
	if (!required || !isBlank(value)) return [];
	const words = 'is new and must be filled in: what was saved without it does not run';
	return [{ kind: 'new', words }];
}

function isBlank(value: unknown): boolean {
	return value === '' || value === undefined || isDeepStrictEqual(value, []);
}

function changeOf(kind: string, was: unknown, is: unknown, effect: string): FieldChange[] {
	if (isDeepStrictEqual(was, is)) return [];
	const words = `its ${kind} was ${JSON.stringify(was)} and is ${JSON.stringify(is)}: ${effect}`;
	return [{ kind, words }];
}

function lost<Part extends { label: string }>(
	kind: string,
	before: Part[] = [],
	now: Part[] = [],
	nameOf: (part: Part) => string,
	verb: string,
): FieldChange[] {
	const left = new Set(now.map(nameOf));
	return before
		.filter((part) => !left.has(nameOf(part)))
		.map((part) => ({
			kind: `${kind} ${nameOf(part)}`,
			words: `its ${kind} '${part.label}' (${nameOf(part)}) is gone: what ${verb} it does not run`,
		}));
}

function limitOf(
	before: ContractField,
	now: ContractField,
	option: 'minValue' | 'maxValue',
	isNarrower: (was: number, is: number) => boolean,
): FieldChange[] {
	const is = now.typeOptions?.[option] as number | undefined;
	const none = option === 'minValue' ? -Infinity : Infinity;
	const was = (before.typeOptions?.[option] as number | undefined) ?? none;
	if (is === undefined || !isNarrower(was, is)) return [];
	return [{ kind: option, words: `takes less than before: its ${option} is ${is}` }];
}

function keptOption(
	before: ContractField,
	now: ContractField,
	option: string,
	between: string,
): FieldChange[] {
	const [was, is] = [before, now].map((field) => field.typeOptions?.[option] === true);
	if (was === is) return [];
	return [{ kind: option, words: `changed between ${between} (${option})` }];
}
