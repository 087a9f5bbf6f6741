import { isDeepStrictEqual } from 'node:util';
import type { Contract, ContractType } from './contract';
import { compareFields, judgeNewField, type FieldChange } from './fieldChanges';
import { listSituations, showFields, type ShownField, type Situation } from './situations';

/** Something that those who saved a workflow or credential with an earlier version would lose. */
export interface Loss {
	/** What to allow it by: `serviceItem amount type`. */
	id: string;
	/** For people. */
	words: string;
}

interface SeenChange extends FieldChange {
	field: ShownField;
	situations: Situation[];
}

/** Everything that saved workflows and credentials of one version lose with another, said in words. */
export function listLosses(before: Contract, now: Contract): Loss[] {
	return Object.entries(before.types).flatMap(([name, type]) => {
		const present = now.types[name];
		if (present)
			return [...compareTraits(name, type, present), ...compareForms(name, type, present)];
		const words = `${type.label} (${name}) is gone: whatever was saved with it does not run`;
		return [{ id: `${name} type`, words }];
	});
}

/** Traits that are lists may grow; all others stay. */
function compareTraits(name: string, before: ContractType, now: ContractType): Loss[] {
	return Object.entries(before.traits).flatMap(([trait, was]) => {
		const is = now.traits[trait];
		const isKept = Array.isArray(was)
			? was.every((each) => (is as unknown[]).some((other) => isDeepStrictEqual(other, each)))
			: isDeepStrictEqual(was, is);
		if (isKept) return [];
		const words = `${before.label}: its ${trait} were ${JSON.stringify(was)} and are ${JSON.stringify(is)}: what was saved with the former does not run`;
		return [{ id: `${name} ${trait}`, words }];
	});
}

function compareForms(name: string, before: ContractType, now: ContractType): Loss[] {
	const seen = new Map<string, SeenChange>();
	const situations = listSituations(before, now);
	for (const situation of situations) {
		for (const { field, ...change } of compareShown(before, now, situation)) {
			const id = `${name} ${field.path} ${change.kind}`;
			const known = seen.get(id) ?? { field, ...change, situations: [] };
			known.situations.push(situation);
			seen.set(id, known);
		}
	}
	return [...seen].map(([id, change]) => ({
		id,
		words: `${before.label}: '${change.field.title}' (${change.field.path})${whereOf(change, situations)} ${change.words}.`,
	}));
}

function compareShown(
	before: ContractType,
	now: ContractType,
	situation: Situation,
): Array<FieldChange & { field: ShownField }> {
	const [was, is] = [showFields(before, situation), showFields(now, situation)];
	const old = [...was.values()].flatMap((field) => {
		const present = is.get(field.path);
		const changes = present ? compareFields(field, present) : [goneFrom(now, field, was, is)];
		return changes.filter((change) => change !== undefined).map((change) => ({ ...change, field }));
	});
	const added = [...is.values()].filter(({ path }) => !was.has(path));
	return [
		...old,
		...added.flatMap((field) => judgeNewField(field).map((change) => ({ ...change, field }))),
	];
}

/** A field that is gone; of a collection that is gone, only the collection is told. */
function goneFrom(
	now: ContractType,
	{ path }: ShownField,
	was: Map<string, ShownField>,
	is: Map<string, ShownField>,
): FieldChange | undefined {
	const within = path.slice(0, Math.max(0, path.lastIndexOf('.')));
	if (was.has(within) && !is.has(within)) return undefined;
	const isElsewhere = listSituations(now).some((situation) => showFields(now, situation).has(path));
	const what = isElsewhere ? 'is no longer shown' : 'is gone';
	return { kind: 'gone', words: `${what}: n8n drops what is saved in it` };
}

/** Names the choices under which it happens, where it does not happen under all. */
function whereOf({ situations }: SeenChange, all: Situation[]): string {
	const names = Object.keys(all[0] ?? {});
	const limits = names.flatMap((name) => {
		const [some, every] = [situations, all].map(
			(each) => new Set(each.map((situation) => situation[name])),
		);
		if (some?.size === every?.size) return [];
		return [`${name} ${[...(some ?? [])].join(' or ')}`];
	});
	return limits.length === 0 ? '' : ` with ${limits.join(', ')}`;
}
