import type { ItemInput } from '../../shared/items/itemInput';
import type { ToOutput } from './results';

/** What all input items of a sync have in common, read from the first. */
export interface SharedByItems {
	input: ItemInput;
	toOutput: ToOutput;
	settings: SyncSettings;
}

/** What holds for the whole sync. */
export interface SyncSettings {
	removeMissing: boolean;
	dryRun: boolean;
	/** Which references are this sync's own. */
	prefix: string;
	/** How many service items the run may delete; undefined: any number. */
	mostRemovals?: number;
}

/** Reads what holds for the whole sync from one input item. */
export function settingsOf(input: ItemInput): SyncSettings {
	const prefix = input.textOf(input.value('referencePrefix'), 'Reference Prefix') ?? '';
	if (prefix === '' && input.isExpression('referencePrefix')) {
		throw input.problem(
			`'Reference Prefix' is an expression that gave nothing, so every reference would count as this workflow's own`,
			'Correct the expression, or leave the field blank to mean every reference.',
		);
	}
	return {
		removeMissing: input.flag('removeMissing', 'Remove Missing'),
		dryRun: input.flag('dryRun', 'Dry Run'),
		prefix,
		mostRemovals: mostRemovalsIn(input),
	};
}

function mostRemovalsIn(input: ItemInput): number | undefined {
	const text = input.textOf(input.value('mostRemovals'), 'Most Removals');
	if (text === undefined) return undefined;
	if (/^\d+$/.test(text)) return Number(text);
	throw input.problem(
		`'Most Removals' is '${text}', which is not a whole number`,
		'Give a whole number such as 20, or leave it blank for no limit.',
	);
}

/** Deleting goes by reservation, not by input item: a setting that differs would delete what an item meant to keep. */
export function assertShared(settings: SyncSettings, first: SyncSettings, input: ItemInput): void {
	const isSame =
		settings.removeMissing === first.removeMissing &&
		settings.dryRun === first.dryRun &&
		settings.prefix === first.prefix &&
		settings.mostRemovals === first.mostRemovals;
	if (isSame) return;
	throw input.problem(
		`'Remove Missing', 'Reference Prefix', 'Dry Run' and 'Most Removals' are not the same as for the first input item`,
		'Give all input items of a run the same, or use one node for each.',
	);
}
