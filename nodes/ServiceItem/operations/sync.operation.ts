import type { INodeProperties } from 'n8n-workflow';

import { parseNumberSetting } from '../../shared/format/amount';
import { isBlank } from '../../shared/format/json';
import { userError } from '../../shared/n8n/userError';
import type { ItemInput } from '../../shared/run/itemInput';
import { FILL_IN, textOf } from '../../shared/run/itemInput';
import type { Sync } from '../../shared/run/job';
import { readFilledFields, referenceIn, upsertJob } from '../parameters/charge';
import {
	reservationIdIn,
	simplifyField,
	wantedFields,
} from '../parameters/fields';
import type { Operation } from './operation';

const dryRunField: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to only return what would be done, without changing anything',
};

const deletionFields: INodeProperties[] = [
	{
		displayName: 'Delete Missing',
		name: 'deleteMissing',
		type: 'boolean',
		default: false,
		description:
			'Whether to delete charges whose reference is not in the input. Charges without a reference are never touched.',
	},
	{
		displayName:
			'Deleted charges cannot be restored. Give the node all items of a reservation at once: a sub-workflow that runs for each item would delete what it made for the others. Run with Dry Run first, and look at what would be deleted.',
		name: 'deleteMissingNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { deleteMissing: [true] } },
	},
	{
		displayName: 'Reference Prefix',
		name: 'referencePrefix',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. spa-',
		description:
			"Only charges whose reference starts with this are this workflow's own, and may be deleted. Every reference in the input has to start with it.",
		displayOptions: { show: { deleteMissing: [true] } },
	},
	{
		displayName: 'Max Deletions',
		name: 'maxDeletions',
		type: 'string',
		default: '',
		placeholder: 'e.g. 20',
		description:
			'How many charges a run may delete. If it would delete more, nothing is changed. Leave it empty for no limit.',
		displayOptions: { show: { deleteMissing: [true] } },
	},
	{
		displayName: 'Allow Empty Reservations',
		name: 'allowEmpty',
		type: 'boolean',
		default: false,
		description:
			'Whether an input item with a reservation ID and nothing else means that this reservation is to have none of these charges: all of them are deleted',
		displayOptions: { show: { deleteMissing: [true] } },
	},
];

export const sync: Operation = {
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync service items of reservations',
		description:
			'Make reservations match the input. Deletes charges only if Delete Missing is on.',
	},
	fields: [dryRunField, ...wantedFields, simplifyField, ...deletionFields],
	prepare(input) {
		const settings = settingsIn(input);
		const { deletion } = settings;
		const reservationId = reservationIdIn(input);
		if (deletion && namesOnlyReservation(input)) {
			if (!deletion.isEmptyAllowed) throw nothingGiven();
			return { reconciles: true, changes: { reservationId }, sync: settings };
		}
		const reference = referenceIn(input);
		if (deletion) assertIsOwn(reference, deletion.prefix);
		return {
			...upsertJob({ reservationId, reference }, input),
			sync: settings,
		};
	},
};

function assertIsOwn(reference: string, prefix: string): void {
	if (reference.startsWith(prefix) && reference !== prefix) return;
	throw userError({
		what: `'Reference' is '${reference}', which does not begin with 'Reference Prefix' ('${prefix}'), or has nothing behind it`,
		advice:
			'Begin every reference of this sync with it: only such charges are deleted when they are missing from the input',
	});
}

function nothingGiven() {
	return userError({
		what: "'Reference' is empty, and so is all else of the charge",
		advice: FILL_IN,
		more: "If the reservation is to have none of these charges, turn on 'Allow Empty Reservations'.",
	});
}

/**
 * With any other field, the reference is missing by mistake: nothing may be
 * deleted. A date says nothing: it is often the same for all inputs.
 */
function namesOnlyReservation(input: ItemInput): boolean {
	const names = ['reference', 'amount', 'description'];
	if (names.some((name) => !isBlank(input.value(name)))) return false;
	const { fields, custom } = readFilledFields(
		input.collection('additionalFields'),
		input,
	);
	return Object.keys({ ...fields, ...custom }).length === 0;
}

function settingsIn(input: ItemInput): Sync {
	const isDryRun = input.guardFlag('dryRun', 'Dry Run');
	if (!input.guardFlag('deleteMissing', 'Delete Missing')) return { isDryRun };
	const prefix = prefixIn(input);
	const maxDeletions = maxDeletionsIn(input);
	const isEmptyAllowed = input.guardFlag(
		'allowEmpty',
		'Allow Empty Reservations',
	);
	return { isDryRun, deletion: { prefix, maxDeletions, isEmptyAllowed } };
}

function prefixIn(input: ItemInput): string {
	const given = input.guard('referencePrefix', 'Reference Prefix');
	const prefix = textOf(given, 'Reference Prefix');
	if (prefix !== undefined && prefix === String(given)) {
		return prefix.normalize();
	}
	throw userError({
		what: `'Reference Prefix' is '${String(given)}', which is empty, or begins or ends with a space`,
		advice:
			"Give what all references of this sync begin with, such as 'spa-': only service items whose reference begins with it are deleted",
	});
}

function maxDeletionsIn(input: ItemInput): number {
	const given = input.guard('maxDeletions', 'Max Deletions');
	if (isBlank(given)) return Infinity;
	const advice = 'Give a number such as 20, or leave it empty for no limit';
	return parseNumberSetting(given, {
		subject: "'Max Deletions'",
		min: 0,
		isWhole: true,
		advice,
	});
}
