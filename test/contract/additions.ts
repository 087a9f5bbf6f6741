import type { Contract, ContractType } from './contract';
import { listSituations, showFields, type ShownField } from './situations';

/** What a version offers that an earlier one did not, as lines of a changelog: one per node and credential. */
export function listAdditions(before: Contract, now: Contract): string[] {
	return Object.entries(now.types).flatMap(([name, type]) => {
		const earlier = before.types[name];
		if (!earlier) return [`**${type.label}** is new.`];
		const added = [...fieldsAdded(earlier, type), ...partsAdded(earlier, type)];
		return added.length === 0 ? [] : [`**${type.label}**: ${added.join(', ')}.`];
	});
}

/** Of a collection that is new, only the collection is told. */
function fieldsAdded(before: ContractType, now: ContractType): string[] {
	const [was, is] = [before, now].map(allFields);
	return [...(is ?? [])]
		.filter(([path, { type }]) => {
			if (type === 'hidden') return false;
			const within = path.slice(0, Math.max(0, path.lastIndexOf('.')));
			return !was?.has(path) && (within === '' || was?.has(within));
		})
		.map(([path, { title }]) => `${title} (\`${path}\`)`);
}

function partsAdded(before: ContractType, now: ContractType): string[] {
	const [was, is] = [before, now].map(allParts);
	const isKnown = new Set(allFields(before).keys());
	return [...(is ?? [])]
		.filter(([id, { path }]) => isKnown.has(path) && !was?.has(id))
		.map(([id, { title, path }]) => `${title} (\`${path}\`: \`${id.slice(path.length + 1)}\`)`);
}

/** Every field that is shown in some situation. */
function allFields(type: ContractType): Map<string, ShownField> {
	return new Map(listSituations(type).flatMap((situation) => [...showFields(type, situation)]));
}

/** Every choice and mode that is offered in some situation. */
function allParts(type: ContractType): Map<string, { path: string; title: string }> {
	const shown = listSituations(type).flatMap((situation) => [
		...showFields(type, situation).values(),
	]);
	return new Map(
		shown.flatMap(({ path, title, choices = [], modes = [] }) =>
			[...choices.map(({ value, label }) => ({ name: String(value), label })), ...modes].map(
				({ name, label }) => [`${path} ${name}`, { path, title: `${title} → ${label}` }],
			),
		),
	);
}
