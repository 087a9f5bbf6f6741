import { chargeIn } from '../../shared/format/charges';
import { RequestFailure } from '../../shared/http/failure';
import { CanceledError, ToldError } from '../../shared/n8n/userError';
import type { Wish } from '../../shared/reservation/wish';
import { referenceIn } from '../parameters/charge';
import * as form from '../parameters/fields';
import type { FormOperation } from './operation';
import { outputOfAnswer, singly } from './operation';
import type { Wanted } from './reconcileInputs';
import { reconcileInputs, wantedIn } from './reconcileInputs';

const NAME = 'preventDuplicates';
const LABEL = 'Prevent Duplicates';
const CHOICES = ['off', 'reference', 'sameFields'] as const;

const offNotice = form.notice(
	'offNotice',
	'Off means that every run charges again, for example when a webhook comes twice.',
);

export const create: FormOperation<Wanted> = {
	...reconcileInputs,
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create service item (charge or extra)',
		description: 'Add a charge to a reservation, once or in every run',
	},
	fields: [
		form.reservationIdField,
		...form.chargeFields.map((field) => ({ ...field, required: true })),
		form.choice(LABEL, NAME, [
			{ name: 'Off', value: 'off' },
			{ name: 'By Reference', value: 'reference' },
			{ name: 'By Same Fields', value: 'sameFields' },
		]),
		form.shownWith(NAME, ['off'], offNotice),
		...form.referenceFields.map((field) => {
			return form.shownWith(NAME, ['reference'], field);
		}),
		form.additionalFields,
		form.simplifyField,
	],
	prepare(input) {
		const by = input.parameters.choice(NAME, LABEL, CHOICES);
		const wanted = wantedIn(input, {
			reference: by === 'reference' ? referenceIn(input) : undefined,
			whenFound: 'keep',
			isNew: true,
			isGuard: by === 'sameFields',
		});
		return { ...wanted, isBlind: by === 'off' };
	},
	/** All inputs are protected, or none. */
	async carryOut(line, report) {
		const isBlind = line[0]?.job.isBlind;
		const way = isBlind ? createBlindly : reconcileInputs;
		await way.carryOut(line, report);
	},
};

const DOUBT = {
	what: 'The service item may or may not have been created: n8n was stopped',
	advice: 'Look at the reservation before creating it again',
};

/** Every run adds a charge; one that may have arrived is remembered. */
const createBlindly = singly<Wanted>(async (placed, report) => {
	const { input, job, earlier } = placed;
	const { client, format } = input.session;
	const { fields, body, idempotencyKey } = job.wish as Wish;
	const { reservationId, amount: sentAmount } = fields;
	const mayHaveArrived = earlier !== undefined;
	const request = { body, reservationId, idempotencyKey, mayHaveArrived };
	report.sending(input.index, DOUBT, '');
	const sending = client.send({ method: 'POST', ...request });
	const answer = await sending.catch((error: unknown) => {
		if (!earlier && isRefused(error)) report.refused(input.index);
		throw error;
	});
	const shown = chargeIn(format, answer.body, { sentAmount });
	return [outputOfAnswer(shown, { fields }, body, job)];
});

function isRefused(error: unknown): boolean {
	const failure = error instanceof CanceledError ? error.underWay : error;
	if (failure instanceof RequestFailure) return failure.outcome === 'refused';
	return failure === undefined || failure instanceof ToldError;
}
