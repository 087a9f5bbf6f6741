import type { IDataObject } from 'n8n-workflow';

import { createBodyOf, takesIdempotencyKey } from '../../shared/format/bodies';
import { settingName } from '../../shared/format/fields';
import { RequestFailure } from '../../shared/http/failure';
import { reservationKey } from '../../shared/lists/findCharge';
import {
	CanceledError,
	ToldError,
	userError,
} from '../../shared/n8n/userError';
import type { Wish } from '../../shared/reservation/wish';
import { isLaterRound } from '../../shared/run/memory';
import type { Input } from '../../shared/run/operation';
import type { Rule } from '../parameters/charge';
import { chargeIn, referenceIn, reservationIdIn } from '../parameters/charge';
import * as form from '../parameters/fields';
import type { FormOperation } from './operation';
import { outputIn, outputOfAnswer } from './operation';
import type { Wanted } from './reconcileInputs';
import { reconcileInputs } from './reconcileInputs';

/** Without a rule: nothing, of a reservation. */
function wantedIn(
	input: Input,
	rule?: Rule & Pick<Wish, 'reference' | 'whenFound'>,
): Wanted {
	const { index, report, session } = input;
	const reservationId = reservationIdIn(input);
	const orderKey = reservationKey(session, reservationId);
	const nothing = { ...outputIn(input), reservationId, orderKey };
	if (!rule) return nothing;
	const { reference, whenFound } = rule;
	const charge = chargeIn(input, rule);
	const { custom } = charge;
	const fields = { ...charge.fields, reservationId, reference };
	const { body, leftOut } = createBodyOf(session.format, fields, custom);
	if (leftOut.length > 0) {
		const place = `${settingName('createBody')} has no place for it`;
		report.hint(`Left out, as ${place}: ${leftOut.join(', ')}`);
	}
	const wish: Wish = { reference, whenFound, fields, custom, body };
	if (takesIdempotencyKey(session.format)) {
		wish.idempotencyKey = report.chargeKey(index);
	}
	return { ...nothing, wish, sign: reference ?? '' };
}

const NAME = 'preventDuplicates';
const CHOICES = ['off', 'reference', 'sameFields'] as const;
const OFF_NOTICE =
	'Off means that every run charges again, also when a webhook comes twice.';

export const create: FormOperation<Wanted> = {
	carryOut: reconcileInputs,
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create service item (charge or extra)',
		description: 'Add a charge to a reservation, once or in every run',
	},
	fields: [
		form.reservationIdField,
		...form.chargeFields.map((field) => ({ ...field, required: true })),
		form.field('options', NAME, {
			default: 'off',
			options: [
				{ name: 'Off', value: 'off' },
				{ name: 'By Reference', value: 'reference' },
				{ name: 'By Same Fields', value: 'sameFields' },
			],
		}),
		...form.shownWith(NAME, ['off'], form.notice('offNotice', OFF_NOTICE)),
		...form.shownWith(NAME, ['reference'], ...form.referenceFields),
		form.additionalFields,
		form.simplifyField,
	],
	prepare(input) {
		const by = input.parameters.choice(NAME, CHOICES);
		const wanted = wantedIn(input, {
			reference: by === 'reference' ? referenceIn(input) : undefined,
			whenFound: 'keep',
			isNew: true,
			isGuard: by === 'sameFields',
		});
		if (by !== 'off') return wanted;
		const isKnown = wanted.wish?.idempotencyKey !== undefined;
		return {
			...wanted,
			sign: isKnown ? '' : undefined,
			act: async (earlier) =>
				await createBlindly(input, wanted, earlier !== undefined),
		};
	},
};

/** Every run adds a charge; one that may have arrived is remembered. */
async function createBlindly(
	{ index, report, session }: Input,
	wanted: Wanted,
	mayHaveArrived: boolean,
): Promise<IDataObject[]> {
	const { fields, body, idempotencyKey } = wanted.wish as Wish;
	const { reservationId } = wanted;
	const request = { body, reservationId, idempotencyKey, mayHaveArrived };
	const what =
		'The service item may or may not have been created: n8n was stopped';
	const advice = 'Look at the reservation before creating it again';
	report.sending(index, { what, advice }, '');
	const sending = session.client.send({ method: 'POST', ...request });
	const answer = await sending.catch((error: unknown) => {
		if (!mayHaveArrived && isRefused(error)) report.refused(index);
		throw error;
	});
	return [outputOfAnswer(answer, { fields }, body, wanted)];
}

function isRefused(error: unknown): boolean {
	const failure = error instanceof CanceledError ? error.underWay : error;
	if (failure instanceof RequestFailure) return failure.outcome === 'refused';
	return failure === undefined || failure instanceof ToldError;
}

export const upsert: FormOperation<Wanted> = {
	carryOut: reconcileInputs,
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update service item by reference',
		description:
			'Create a new charge with this reference, or update the current one if it already exists (upsert)',
	},
	fields: [...form.wishFields, form.simplifyField],
	prepare(input) {
		const reference = referenceIn(input);
		return wantedIn(input, { reference, whenFound: 'update' });
	},
};

const DELETION_NOTICE =
	'Deleted charges cannot be restored. Give the node all items of a reservation at once, and begin with Dry Run.';
const deletionFields = [
	form.notice('deleteMissingNotice', DELETION_NOTICE),
	form.field('string', 'referencePrefix', {
		required: true,
		placeholder: 'e.g. spa-',
		description: 'What all references of this sync start with, and no others',
	}),
	form.field('string', 'maxDeletions', {
		default: '10',
		description: 'A run that would delete more fails. Empty means no limit.',
	}),
	form.field('boolean', 'allowEmpty', {
		description:
			'Whether an item with a reservation ID alone means that the reservation has none of these charges',
	}),
];

export const sync: FormOperation<Wanted> = {
	carryOut: reconcileInputs,
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync service items of reservations',
		description: 'Make the charges of reservations match the input',
	},
	fields: [
		form.field('boolean', 'dryRun', {
			description: 'Whether to only return what it would do',
		}),
		...form.wishFields,
		form.field('boolean', 'deleteMissing', {
			description:
				'Whether to delete charges whose reference is not in the input',
		}),
		...form.shownWith('deleteMissing', [true], ...deletionFields),
		form.simplifyField,
	],
	prepare(input) {
		const { parameters } = input;
		const { context } = input.report;
		const isDryRun = parameters.switch('dryRun');
		const isDeleting = parameters.switch('deleteMissing');
		if (!isDeleting) return { ...upsert.prepare(input), sync: { isDryRun } };
		const allowsEmpty = parameters.switch('allowEmpty');
		parameters.requiredText('referencePrefix');
		// Not cleaned: 'spa ' would become the beginning of 'spare-1'.
		const prefix = String(parameters.value('referencePrefix')).normalize();
		const maxDeletions = parameters.limit('maxDeletions');
		const isNothing = allowsEmpty && isEmpty(input);
		const wanted = isNothing ? wantedIn(input) : upsert.prepare(input);
		const reference = wanted.wish?.reference ?? '';
		const isOwn = reference.startsWith(prefix) && reference !== prefix;
		if (!isNothing && !isOwn) {
			throw userError({
				what: `'Reference' is '${reference}', which does not begin with 'Reference Prefix' ('${prefix}'), or has nothing behind it`,
				advice: 'Begin every reference of this sync with it',
			});
		}
		if (context.getNode().executeOnce) {
			throw userError({
				what: `'Execute Once' is on, so n8n gives the node its first input item only`,
				advice: `Turn it off in the node's settings, or turn off 'Delete Missing'`,
			});
		}
		if (!isDryRun && isLaterRound(context, wanted.orderKey)) {
			throw userError({
				what: 'An earlier round of this loop has already synced this reservation',
				advice: 'Give the node all items of a reservation at once',
			});
		}
		return { ...wanted, sync: { isDryRun, prefix, maxDeletions } };
	},
};

/** A date says nothing: it is often the same for all inputs. */
function isEmpty(input: Input): boolean {
	const { fields, custom } = chargeIn(input, {});
	const reference = input.parameters.value('reference') || undefined;
	const filled = { ...fields, ...custom, reference, date: undefined };
	return Object.values(filled).every((value) => value === undefined);
}
