import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { PAGE_ANSWER_FIELDS } from './fields';
import { isBlank, isJsonObject, quoted } from './json';
import { settingName } from './placeholder';
import type { Path, Step } from './path';
import {
	beginsWith,
	isSameStep,
	isWildcard,
	pathText,
	toPath,
	upToLastWildcard,
	valueAt,
} from './path';
import type { PlacedSlot, Template } from './template';
import { fieldsOf, hasField, pruned, readSlots, slotsOf } from './template';

export interface ListShape {
	/** From the answer to one item. Empty: the list is looked for. */
	itemsPath: Path;
	item: Template;
	/** With paths within the item. */
	itemSlots: PlacedSlot[];
	/** Names around all of an item, as in `edges[].node`; an answer with one item may lack them. */
	wrapper: string[];
	pageSlots: PlacedSlot[];
}

/** @throws UserError, whose message goes on after the setting's name */
export function listShapeOf(example: Template): ListShape {
	const slots = slotsOf(example);
	const itemsPath = itemsPathIn(slots);
	const shape = itemShapeOf(templateAt(example, itemsPath));
	if (!shape) {
		throw userError({
			what: 'has a list with single values or several entries with placeholders in it, which is not supported',
			advice: 'Show one service item, as an object, and one entry of every list in it',
			more: 'Each value read needs a place of its own.',
		});
	}
	const pageSlots = slots.filter(({ path }) => !beginsWith(path, itemsPath));
	assertApart(slots, pageSlots);
	return { ...shape, itemsPath, pageSlots };
}

/** To the innermost entry with {id} in it, or whose name is the ID; without any, with {amount}. */
function itemsPathIn(slots: PlacedSlot[]): Path {
	const entriesWith = (field: 'id' | 'amount'): Path[] =>
		slots.filter((slot) => hasField(slot, field)).map(({ path }) => upToLastWildcard(path));
	const keyed = slots
		.map(({ path }) => path.slice(0, path.map(({ kind }) => kind).lastIndexOf('byKey') + 1))
		.filter((path) => path.length > 0);
	const marked = [...entriesWith('id'), ...keyed];
	const paths = marked.length > 0 ? marked : entriesWith('amount');
	return paths.reduce((deepest, path) => (path.length > deepest.length ? path : deepest), []);
}

/** Undefined where a value has no name, or stands in another than the first entry of a list. */
export function itemShapeOf(example: Template): ListShape | undefined {
	// Constants are not read.
	const item = pruned(example, ({ kind }) => kind !== 'constant');
	const itemSlots = slotsOf(item);
	const isReadable = itemSlots.every(({ path }) => path.length > 0 && path.every(isReadableStep));
	if (!isReadable) return undefined;
	const wrapper = fieldsOf(itemSlots).has('id') ? wrapperOf(item) : [];
	return { itemsPath: [], item, itemSlots, wrapper, pageSlots: [] };
}

function isReadableStep(step: Step): boolean {
	return step.kind === 'name' || (step.kind === 'entry' && step.position === 0);
}

function wrapperOf(item: Template): string[] {
	const [only, ...others] = item.kind === 'branch' ? item.entries : [];
	if (!only || others.length > 0) return [];
	const { step, template } = only;
	if (step.kind !== 'name' || template.kind !== 'branch') return [];
	return [step.name, ...wrapperOf(template)];
}

export function slotsIn(item: IDataObject, { itemSlots, wrapper }: ListShape): PlacedSlot[] {
	if (isJsonObject(valueAt(item, toPath(wrapper)))) return itemSlots;
	return itemSlots.map((slot) => ({ ...slot, path: slot.path.slice(wrapper.length) }));
}

function templateAt(template: Template, [step, ...rest]: Path): Template {
	if (step === undefined || template.kind !== 'branch') return template;
	const entry = template.entries.find((each) => isSameStep(each.step, step));
	return entry ? templateAt(entry.template, rest) : template;
}

function assertApart(slots: PlacedSlot[], pageSlots: PlacedSlot[]): void {
	const isAboutPages = (slot: PlacedSlot): boolean =>
		PAGE_ANSWER_FIELDS.some((field) => hasField(slot, field));
	const astray = slots.find((slot) =>
		pageSlots.includes(slot)
			? !isAboutPages(slot) || slot.path.some(isWildcard)
			: isAboutPages(slot),
	);
	if (!astray) return;
	throw userError({
		what: `has {${astray.placeholders[0]?.field}} at '${pathText(astray.path)}', where it does not belong`,
		advice: `${isAboutPages(astray) ? 'Put it beside the outermost list' : 'Take it out, or put it into the entry of the list that has {id} and {amount} in it'}`,
		more: 'The values of a service item are read from one entry of a list, those about pages from beside the list.',
	});
}

export interface PageHints {
	/** Undefined at the end. */
	cursor?: string;
	/** An address, a path or a query; undefined at the end. */
	nextPage?: string;
	hasMore?: boolean;
	total?: number;
}

/** @throws UserError where a value is of another kind than its placeholder */
export function pageHintsIn(body: unknown, { pageSlots }: ListShape): PageHints {
	const hints: PageHints = {};
	for (const slot of pageSlots) {
		const found = valueAt(body, slot.path);
		if (isBlank(found)) continue;
		const given = typeof found === 'boolean' ? String(found) : found;
		const { values } = readSlots([{ ...slot, path: [] }], given, 'UTC');
		const fields = PAGE_ANSWER_FIELDS.filter((field) => values[field] !== undefined);
		const isRight = fields.every((field) => PAGE_VALUES[field].test(String(values[field])));
		if (fields.length === 0 || !isRight) throw unreadable(found, slot);
		for (const field of fields) {
			const text = String(values[field]).trim();
			if (field === 'hasMore') hints.hasMore = !NO_MORE.test(text);
			else if (field === 'total') hints.total = Number(text);
			else if (!NOTHING.test(text)) hints[field] = text;
		}
	}
	return hints;
}

const NOTHING = /^(0|false|null)?$/i;
const NO_MORE = /^(0|false|null|no|n)?$/i;
const PAGE_VALUES = {
	cursor: /^(?!true$)/,
	nextPage: /^(?!true$|[1-9]\d*$)/,
	hasMore: /^/,
	total: /^\d+$/,
};

function unreadable(found: unknown, { path, placeholders }: PlacedSlot) {
	const written = placeholders.map(({ field }) => `{${field}}`);
	return userError({
		what: `The service's answer has ${quoted(found)} at '${pathText(path)}', where ${settingName('listResponse')} has ${written.join(' and ')}`,
		advice: 'Correct the example there',
		more: 'Otherwise nobody could say whether the list goes on.',
	});
}
