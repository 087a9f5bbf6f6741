import { isBlank } from '../../shared/format/json';
import { userError } from '../../shared/n8n/userError';
import type { Input } from '../../shared/run/operation';
import { PLACES, referenceIn } from '../parameters/charge';
import {
	notice,
	shownWith,
	simplifyField,
	toggle,
	wishFields,
} from '../parameters/fields';
import type { FormOperation } from './operation';
import type { SyncSettings, Wanted } from './reconcileInputs';
import { reconcileInputs, wantedIn } from './reconcileInputs';

const deletionFields = [
	notice(
		'deleteMissingNotice',
		'Deleted charges cannot be restored. Give the node all items of a reservation at once, not one in each run of a sub-workflow. Begin with Dry Run.',
	),
	{
		displayName: 'Reference Prefix',
		name: 'referencePrefix',
		type: 'string' as const,
		required: true,
		default: '',
		placeholder: 'e.g. spa-',
		description:
			'Only charges whose reference starts with this may be deleted. Every reference in the input has to start with it.',
	},
	{
		displayName: 'Max Deletions',
		name: 'maxDeletions',
		type: 'string' as const,
		default: '10',
		description:
			'A run that would delete more deletes none, and fails. Empty means no limit.',
	},
	toggle(
		'Allow Empty Reservations',
		'allowEmpty',
		'Whether an input item with only a reservation ID means that the reservation is to have none of these charges',
	),
].map((field) => shownWith('deleteMissing', [true], field));

export const sync: FormOperation<Wanted> = {
	...reconcileInputs,
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync service items of reservations',
		description:
			'Make reservations match the input. Deletes charges only if Delete Missing is on.',
	},
	fields: [
		toggle(
			'Dry Run',
			'dryRun',
			'Whether to only return what would be done, without changing anything',
		),
		...wishFields,
		toggle(
			'Delete Missing',
			'deleteMissing',
			'Whether to delete charges whose reference is not in the input. Charges without a reference are never touched.',
		),
		...deletionFields,
		simplifyField,
	],
	prepare(input) {
		const { parameters } = input;
		const isDryRun = parameters.switch('dryRun', 'Dry Run');
		const sync: SyncSettings = { isDryRun };
		if (parameters.switch('deleteMissing', 'Delete Missing')) {
			sync.prefix = prefixIn(input);
			sync.maxDeletions = parameters.limit('maxDeletions', 'Max Deletions');
			const label = 'Allow Empty Reservations';
			const allowsEmpty = parameters.switch('allowEmpty', label);
			if (allowsEmpty && namesOnlyReservation(input)) {
				return { ...wantedIn(input), sync };
			}
		}
		const reference = referenceIn(input);
		assertIsOwn(reference, sync.prefix);
		return { ...wantedIn(input, { reference, whenFound: 'update' }), sync };
	},
};

function prefixIn(input: Input): string {
	const prefix = referenceIn(input, 'referencePrefix', 'Reference Prefix');
	const given = String(input.parameters.value('referencePrefix'));
	if (given.trim() === given) return prefix;
	throw userError({
		what: `'Reference Prefix' is '${given}', which begins or ends with a space`,
		advice: 'Leave the space out',
	});
}

function assertIsOwn(reference: string, prefix = ''): void {
	if (reference.startsWith(prefix) && reference !== prefix) return;
	throw userError({
		what: `'Reference' is '${reference}', which does not begin with 'Reference Prefix' ('${prefix}'), or has nothing behind it`,
		advice: 'Begin every reference of this sync with it',
	});
}

/** A date says nothing: it is often the same for all inputs. */
function namesOnlyReservation({ parameters }: Input): boolean {
	const { customFields, ...places } = PLACES;
	const isFilled = (path: string) =>
		path !== 'date' && !isBlank(parameters.value(path));
	if (['reference', ...Object.values(places)].some(isFilled)) return false;
	const custom = parameters.object(customFields, 'Custom Fields');
	return Object.keys(custom).length === 0;
}
