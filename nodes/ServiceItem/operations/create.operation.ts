import { chargeIn } from '../../shared/format/answers';
import type { Wish } from '../../shared/reservation/wish';
import { referenceIn } from '../parameters/charge';
import {
	additionalFields,
	chargeFields,
	choice,
	notice,
	referenceFields,
	reservationIdField,
	shownWith,
	simplifyField,
} from '../parameters/fields';
import type { FormOperation } from './operation';
import { outputOfAnswer, singly } from './operation';
import type { Wanted } from './reconcileInputs';
import { reconcileInputs, wantedIn } from './reconcileInputs';

const NAME = 'preventDuplicates';
const LABEL = 'Prevent Duplicates';
const CHOICES = ['off', 'reference', 'sameFields'] as const;

const offNotice = notice(
	'offNotice',
	'Off means that every run charges again, for example when a webhook comes twice.',
);

export const create: FormOperation<Wanted> = {
	...reconcileInputs,
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create service item (charge or extra)',
		description:
			'Add a charge to a reservation: another one every run, unless Prevent Duplicates is on',
	},
	fields: [
		reservationIdField,
		...chargeFields.map((field) => ({ ...field, required: true })),
		choice(LABEL, NAME, [
			{ name: 'Off', value: 'off' },
			{ name: 'By Reference', value: 'reference' },
			{ name: 'By Same Fields', value: 'sameFields' },
		]),
		shownWith(NAME, ['off'], offNotice),
		...referenceFields.map((field) => shownWith(NAME, ['reference'], field)),
		additionalFields,
		simplifyField,
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

/** Every run adds a charge. */
const createBlindly = singly<Wanted>(async ({ input, job, earlier }) => {
	const { client, format } = input.session;
	const { fields, body, idempotencyKey } = job.wish as Wish;
	const { reservationId, amount: sentAmount } = fields;
	const mayHaveArrived = earlier !== undefined;
	const request = { body, reservationId, idempotencyKey, mayHaveArrived };
	const answer = await client.send({ method: 'POST', ...request });
	const shown = chargeIn(format, answer.body, { sentAmount });
	return [outputOfAnswer(shown, { fields }, body, job)];
}, 'The service item may or may not have been created');
