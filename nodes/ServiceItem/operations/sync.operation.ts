import { isBlank } from '../../shared/format/json';
import { userError } from '../../shared/n8n/userError';
import type { Input } from '../../shared/run/operation';
import { PLACES, referenceIn } from '../parameters/charge';
import * as form from '../parameters/fields';
import type { FormOperation } from './operation';
import type { SyncSettings, Wanted } from './reconcileInputs';
import { reconcileInputs, wantedIn } from './reconcileInputs';

const string = { type: 'string' as const, default: '' };
const deletionFields = [
	form.notice(
		'deleteMissingNotice',
		'Deleted charges cannot be restored. Give the node all items of a reservation at once, and begin with Dry Run.',
	),
	{
		...string,
		displayName: 'Reference Prefix',
		name: 'referencePrefix',
		required: true,
		placeholder: 'e.g. spa-',
		description: 'What all references of this sync start with, and no others',
	},
	{
		...string,
		displayName: 'Max Deletions',
		name: 'maxDeletions',
		default: '10',
		description: 'A run that would delete more fails. Empty means no limit.',
	},
	form.toggle(
		'Allow Empty Reservations',
		'allowEmpty',
		'Whether an input item with only a reservation ID means that the reservation is to have none of these charges',
	),
].map((field) => form.shownWith('deleteMissing', [true], field));

export const sync: FormOperation<Wanted> = {
	...reconcileInputs,
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync service items of reservations',
		description: 'Make the charges of reservations match the input',
	},
	fields: [
		form.toggle('Dry Run', 'dryRun', 'Whether to only return what it would do'),
		...form.wishFields,
		form.toggle(
			'Delete Missing',
			'deleteMissing',
			'Whether to delete charges whose reference is not in the input',
		),
		...deletionFields,
		form.simplifyField,
	],
	prepare(input) {
		const { parameters } = input;
		const isDryRun = parameters.switch('dryRun', 'Dry Run');
		const sync: SyncSettings = { isDryRun };
		if (parameters.switch('deleteMissing', 'Delete Missing')) {
			const label = 'Allow Empty Reservations';
			const allowsEmpty = parameters.switch('allowEmpty', label);
			sync.prefix = prefixIn(input);
			sync.maxDeletions = parameters.limit('maxDeletions', 'Max Deletions');
			if (allowsEmpty && namesOnlyReservation(input)) {
				return { ...wantedIn(input), sync };
			}
		}
		const reference = referenceIn(input);
		const { prefix = '' } = sync;
		if (!reference.startsWith(prefix) || reference === prefix) {
			throw userError({
				what: `'Reference' is '${reference}', which does not begin with 'Reference Prefix' ('${prefix}'), or has nothing behind it`,
				advice: 'Begin every reference of this sync with it',
			});
		}
		return { ...wantedIn(input, { reference, whenFound: 'update' }), sync };
	},
};

function prefixIn(input: Input): string {
	const prefix = referenceIn(input, 'referencePrefix', 'Reference Prefix');
	const given = String(input.parameters.value('referencePrefix'));
	if (given.trim() === given) return prefix;
	throw userError({
		what: `'Reference Prefix' is '${given}', with a space around it`,
		advice: 'Leave the space out',
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
