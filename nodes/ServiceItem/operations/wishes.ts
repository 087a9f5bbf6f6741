import { createBodyOf } from '../../shared/format/bodies';
import { RequestFailure } from '../../shared/http/failure';
import { reservationKey } from '../../shared/lists/findCharge';
import {
	CanceledError,
	ToldError,
	userError,
} from '../../shared/n8n/userError';
import type { Wish } from '../../shared/reservation/wish';
import { claimRound } from '../../shared/run/memory';
import type { Input } from '../../shared/run/operation';
import {
	fieldsIn,
	referenceIn,
	reservationIdIn,
	type Rule,
} from '../parameters/charge';
import * as form from '../parameters/fields';
import { outputIn, outputOfAnswer, type FormOperation } from './operation';
import { reconcileInputs, type Wanted } from './reconcileInputs';

/** Without a rule: nothing, of a reservation. */
function wantedIn(
	input: Input,
	rule?: Rule & Pick<Wish, 'reference' | 'whenFound'>,
): Wanted {
	const format = input.session.format;
	const reservationId = reservationIdIn(input);
	const orderKey = reservationKey(input.session, reservationId);
	const nothing = { ...outputIn(input), reservationId, orderKey };
	if (!rule) return nothing;
	const { reference, whenFound } = rule;
	const charge = fieldsIn(input, rule);
	const fields = { ...charge.fields, reservationId, reference };
	const { body, leftOut } = createBodyOf(format, fields, charge.custom);
	if (leftOut.length > 0) {
		const names = leftOut.join(', ');
		input.run.hint(`Left out, as 'Create Body' has no place: ${names}`);
	}
	const wish: Wish = { ...charge, reference, whenFound, fields, body };
	const hasKey = format.requestHeaders.has('idempotencyKey');
	if (hasKey) wish.idempotencyKey = input.chargeKey;
	return { ...nothing, wish, sign: reference ?? '' };
}

const NAME = 'preventDuplicates';
const OFF_NOTICE =
	'Off means that every run charges again, also when a webhook comes twice.';

export const create: FormOperation<Wanted> = {
	carryOut: reconcileInputs,
	option: {
		name: 'Create',
		action: 'Create service item (charge or extra)',
		description: 'Add one charge to a reservation',
	},
	fields: [
		form.reservationIdField,
		...form.chargeFields.map((field) => ({ ...field, required: true })),
		form.field(NAME, 'off', '', {
			type: 'options',
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
		const { parameters } = input;
		const by = parameters.choice(NAME, ['off', 'reference', 'sameFields']);
		const wanted = wantedIn(input, {
			reference: by === 'reference' ? referenceIn(input) : undefined,
			whenFound: 'keep',
			isNew: true,
			isGuard: by === 'sameFields',
		});
		if (by !== 'off') return wanted;
		const hasKey = wanted.wish?.idempotencyKey !== undefined;
		const act = async () => await createBlindly(input, wanted);
		return { ...wanted, sign: hasKey ? '' : undefined, act };
	},
};

const STOPPED = {
	what: 'The service item may or may not have been created: n8n was stopped',
	advice: 'Look at the reservation before you create it',
};

/** Every run adds a charge; one that may have arrived goes again only with a key. */
async function createBlindly(input: Input, wanted: Wanted) {
	const { fields, body, idempotencyKey } = wanted.wish as Wish;
	const { reservationId, session } = wanted;
	const mayHaveArrived = input.earlier !== undefined;
	const request = { body, reservationId, idempotencyKey, mayHaveArrived };
	input.sending(STOPPED, '');
	const sending = session.send({ method: 'POST', ...request });
	const answer = await sending.catch((error: unknown) => {
		if (!mayHaveArrived && isRefused(error)) input.settled();
		throw error;
	});
	return [outputOfAnswer(answer, { fields }, body, wanted)];
}

function isRefused(error: unknown) {
	const failure = error instanceof CanceledError ? error.underWay : error;
	if (failure instanceof RequestFailure) return failure.outcome === 'refused';
	return failure === undefined || failure instanceof ToldError;
}

export const upsert: FormOperation<Wanted> = {
	carryOut: reconcileInputs,
	option: {
		name: 'Create or Update',
		action: 'Create or update service item by reference',
		description: 'Update the charge with this reference, or create it (upsert)',
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
	form.field(
		'referencePrefix',
		'',
		'What all references of this sync start with, and no others',
		{ required: true, placeholder: 'e.g. spa-' },
	),
	form.field(
		'maxDeletions',
		'10',
		'A run that would delete more fails. Empty means no limit.',
	),
	form.field(
		'allowEmpty',
		false,
		'Whether an item with a reservation ID alone means that the reservation has none of these charges',
	),
];

export const sync: FormOperation<Wanted> = {
	carryOut: reconcileInputs,
	option: {
		name: 'Sync',
		action: 'Sync service items of reservations',
		description: 'Make the charges of reservations match the input',
	},
	fields: [
		form.field('dryRun', false, 'Whether to only return what it would do'),
		...form.wishFields,
		form.field(
			'deleteMissing',
			false,
			'Whether to delete charges whose reference is not in the input',
		),
		...form.shownWith('deleteMissing', [true], ...deletionFields),
		form.simplifyField,
	],
	prepare(input) {
		const { parameters, run } = input;
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
		if (run.context.getNode().executeOnce) {
			throw userError({
				what: `'Execute Once' is on, so n8n gives the first input item only`,
				advice: `Turn it or 'Delete Missing' off`,
			});
		}
		if (!isDryRun && !claimRound(run.context, wanted.orderKey)) {
			throw userError({
				what: 'An earlier round of this loop has synced this reservation',
				advice: 'Give the node all items of a reservation at once',
			});
		}
		return { ...wanted, sync: { isDryRun, prefix, maxDeletions } };
	},
};

/** A date says nothing: it is often the same for all inputs. */
function isEmpty(input: Input) {
	const { fields, custom } = fieldsIn(input, {});
	const reference = input.parameters.value('reference') || undefined;
	const filled = { ...fields, ...custom, reference, date: undefined };
	return Object.values(filled).every((value) => value === undefined);
}
