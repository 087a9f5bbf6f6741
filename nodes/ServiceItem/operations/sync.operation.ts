import type { INodeProperties } from 'n8n-workflow';

import { isBlank } from '../../shared/format/json';
import type { DesiredCharge } from '../../shared/reservation/desired';
import type { ItemInput } from '../../shared/run/itemInput';
import type { DeletionRule, Sync } from '../../shared/run/job';
import { desiredIn, filledIn, referenceIn } from '../parameters/charge';
import { isSimplifiedIn, reservationIdIn, simplifyField, wantedFields } from '../parameters/fields';
import type { Operation } from './operation';

const dryRunField: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to only return what would be done, without changing anything',
};

const deletionFields: INodeProperties[] = [
	{
		displayName: 'Delete Missing',
		name: 'deleteMissing',
		type: 'boolean',
		default: false,
		description:
			'Whether to delete charges whose reference is not in the input. What is deleted cannot be restored. Charges without a reference are never touched.',
	},
	{
		displayName:
			'Deleted charges cannot be restored. Run with Dry Run first, and look at what would be deleted.',
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
			'How many charges a run may delete; 0 means none. If it would delete more, nothing is changed. Leave it empty for no limit.',
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
		description: 'Make reservations match the input. Deletes charges only if Delete Missing is on.',
	},
	fields: [dryRunField, ...wantedFields, simplifyField, ...deletionFields],
	prepare(input) {
		const sync = settingsIn(input);
		const { deletion } = sync;
		const reservationId = reservationIdIn(input);
		const isSimplified = isSimplifiedIn(input);
		const job = { kind: 'reconcile', twice: 'error', reservationId, isSimplified, sync } as const;
		if (!deletion || !isEmptyMarker(input)) {
			return { ...job, desired: desiredOf(input, reservationId, deletion) };
		}
		if (deletion.isEmptyAllowed) return job;
		throw input.problem(
			"'Reference' is empty, and so is all else of the charge",
			"Fill it in, or check that the input has the field that the expression names. If the reservation is to have none of these charges, turn on 'Allow Empty Reservations'.",
		);
	},
};

function desiredOf(
	input: ItemInput,
	reservationId: string,
	deletion: DeletionRule | undefined,
): DesiredCharge {
	const reference = referenceIn(input);
	if (deletion && !reference.startsWith(deletion.prefix)) {
		throw input.problem(
			`'Reference' is '${reference}', which does not begin with 'Reference Prefix' ('${deletion.prefix}')`,
			'Begin every reference of this sync with it: only such charges are deleted when they are missing from the input.',
		);
	}
	if (reference === deletion?.prefix) {
		throw input.problem(
			`'Reference' is '${reference}', the 'Reference Prefix' alone`,
			'Give what follows it as well, such as the order number. Check that the input has the field that the expression names.',
		);
	}
	return desiredIn({ reservationId, reference }, input);
}

/** True for a reservation ID alone. With any other field, the reference is missing by mistake: nothing may be deleted. */
function isEmptyMarker(input: ItemInput): boolean {
	const names = ['reference', 'amount', 'description'];
	if (names.some((name) => !isBlank(input.value(name)))) return false;
	const { fields, custom } = filledIn(input.collection('additionalFields'), input);
	return Object.keys({ ...fields, ...custom }).length === 0;
}

function settingsIn(input: ItemInput): Sync {
	const isDryRun = input.guardFlag('dryRun', 'Dry Run');
	if (!input.guardFlag('deleteMissing', 'Delete Missing')) return { isDryRun };
	const prefix = prefixIn(input);
	const maxDeletions = maxDeletionsIn(input);
	const isEmptyAllowed = input.guardFlag('allowEmpty', 'Allow Empty Reservations');
	return { isDryRun, deletion: { prefix, maxDeletions, isEmptyAllowed } };
}

function prefixIn(input: ItemInput): string {
	const given = input.guard('referencePrefix', 'Reference Prefix');
	const prefix = input.textOf(given, 'Reference Prefix');
	if (prefix === undefined) {
		throw input.problem(
			`'Reference Prefix' is empty, so every reference would count as this workflow's own`,
			"Fill in what all references of this sync begin with, such as 'spa-': only service items whose reference begins with it are deleted.",
		);
	}
	if (prefix === String(given)) return prefix.normalize();
	throw input.problem(
		`'Reference Prefix' is '${String(given)}', with a space before or after it`,
		"Take the space out, and end the prefix with a sign such as the hyphen in 'spa-'. With 'spa' alone, charges of other workflows, such as 'sparkling-1', would be deleted.",
	);
}

function maxDeletionsIn(input: ItemInput): number {
	const max = input.textOf(input.guard('maxDeletions', 'Max Deletions'), 'Max Deletions');
	if (max === undefined) return Infinity;
	if (/^\d+$/.test(max)) return Number(max);
	throw input.problem(
		`'Max Deletions' is '${max}', which is not a whole number`,
		'Give a whole number such as 20, or leave it empty for no limit.',
	);
}
