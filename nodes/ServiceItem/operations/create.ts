import type { IDataObject } from 'n8n-workflow';

import type { SavedParameters } from '../../shared/items/itemInput';
import type { ItemJob } from '../../shared/items/itemJob';
import { reservationKey } from '../../shared/items/itemJob';
import type { CreateResult } from '../../shared/reservation/createOnce';
import { createOnce } from '../../shared/reservation/createOnce';
import { ByReference } from '../../shared/reservation/references';
import { SameFields } from '../../shared/reservation/sameFields';
import type { Session } from '../../shared/reservation/session';
import { answeredItem } from '../../shared/answers/answeredItem';
import { differencesOf, fieldsOf } from '../../shared/reservation/comparison';
import { idOf } from '../../shared/wire/itemId';
import type { ServiceItemFields } from '../../shared/wire/serviceItem';
import { asReturned } from '../../shared/wire/writtenItem';
import { createHint } from './builderHints';
import {
	additionalFields,
	amountField,
	dateField,
	descriptionField,
	reservationIdField,
} from './fields';
import { bodyOf, fieldParsers, fieldsIn, idempotencyKeyIn } from './itemFields';
import type { Operation } from './operation';
import {
	assertNoReference,
	preventDuplicatesFields,
	preventionIn,
	referenceIn,
	withAction,
} from './preventDuplicates';
import { referencedJob } from './referencedJob';
import type { ToOutput } from './results';
import { toOutputOf } from './results';

/** Creates a service item on a reservation: POST /services. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create service item (charge or extra)',
		description:
			'Every run adds another charge, unless Prevent Duplicates is on. For extras such as a late checkout.',
		...createHint,
	},
	fields: [
		reservationIdField,
		{ ...amountField, required: true },
		{ ...dateField, required: true },
		{ ...descriptionField, required: true },
		...preventDuplicatesFields,
		additionalFields,
	],
	chargesUnprotected: isUnprotected,
	begin(session, saved) {
		const altered = new Set<string>();
		return {
			areItemsIndependent: isUnprotected(saved),
			prepare(input) {
				const reservationId = input.requiredName('reservationId', 'Reservation ID');
				const prevention = preventionIn(input);
				const parsers = fieldParsers(input, session.wire);
				const additional = input.collection('additionalFields');
				const fields: ServiceItemFields = {
					amount: parsers.amount(input.requiredValue('amount', 'Amount')),
					date: parsers.date(input.requiredValue('date', 'Date')),
					description: input.requiredText('description', 'Description'),
					...fieldsIn(additional, input, session.wire),
					...(prevention === 'reference' && { reference: referenceIn(input, session.wire.format) }),
				};
				if (prevention !== 'reference') {
					assertNoReference(fields.description ?? '', input, session.wire.format);
				}
				const toOutput = toOutputOf(input, session.wire);
				const body = bodyOf(
					{ reservationId, ...fields },
					additional.customFields,
					input,
					session.wire,
				);
				const content = [fields.reference, body];
				const idempotencyKey = idempotencyKeyIn(input, content, session.wire);
				const sent = input.check(() =>
					asReturned(body, { reservationId, ...fields }, session.wire, 'create'),
				);
				const charge = { reservationId, body, sent, toOutput, idempotencyKey };
				if (prevention === 'off') return plainJob(charge, session);
				if (prevention === 'reference') return byReferenceJob(charge, session);
				return bySameFieldsJob(charge, altered, session);
			},
			afterItems(warn) {
				if (altered.size > 0) {
					warn(
						`The service keeps charges otherwise than they are sent (${[...altered].join(', ')}). 'Prevent Duplicates' by same fields will not recognize them when this runs again: choose 'By Reference'`,
					);
				}
				return [];
			},
		};
	},
};

/** True when no charge of the run is looked for before it is made. */
function isUnprotected(saved: SavedParameters): boolean {
	return saved('preventDuplicates') === 'off';
}

interface Charge {
	reservationId: string;
	body: IDataObject;
	/** As the service will show it. */
	sent: IDataObject;
	toOutput: ToOutput;
	/** The key under which the service makes no second charge, where it takes one. */
	idempotencyKey?: string;
}

function plainJob(
	{ reservationId, body, sent, toOutput, idempotencyKey }: Charge,
	{ client, wire }: Session,
): ItemJob {
	return {
		kind: 'change',
		orderKey: reservationKey(reservationId),
		chargesOn: reservationId,
		async run(earlier) {
			// Only under the same key is it certain that the service makes no second charge.
			const isSameKey =
				idempotencyKey !== undefined && earlier?.request.idempotencyKey === idempotencyKey;
			if (earlier && !isSameKey) throw earlier;
			const mayHaveArrived = earlier !== undefined;
			const request = { method: 'POST', body, idempotencyKey } as const;
			const answer = await client.send(request, { reservationId, mayHaveArrived });
			const known = { reservationId, sent };
			return [toOutput(answeredItem(answer, known, wire.format), known)];
		},
	};
}

function byReferenceJob(charge: Charge, session: Session): ItemJob {
	const { reservationId, body, idempotencyKey } = charge;
	const fields = fieldsOf(charge.sent, session.wire);
	const { reference = '' } = fields;
	const recognition = new ByReference(session, reservationId, reference);
	let result: CreateResult | undefined;
	return referencedJob(session, {
		reservationId,
		reference,
		async run() {
			const request = { reservationId, body, fields, recognition, idempotencyKey };
			result = await createOnce(session, request);
			return [outputOf(result, charge)];
		},
		async recheck() {
			if (result?.action !== 'created') return undefined;
			return [outputOf(await recognition.settle(), charge)];
		},
	});
}

function bySameFieldsJob(charge: Charge, altered: Set<string>, session: Session): ItemJob {
	const { reservationId, body, idempotencyKey } = charge;
	// As the service will show them, so that what is compared has gone through the same format.
	const fields = fieldsOf(charge.sent, session.wire);
	const recognition = new SameFields(session, reservationId, fields);
	let result: CreateResult | undefined;
	return {
		kind: 'changeOnce',
		reservationId,
		async run() {
			const request = { reservationId, body, fields, recognition, idempotencyKey };
			result = await createOnce(session, request);
			for (const name of Object.keys(differencesOf(fields, result.item.fields))) altered.add(name);
			return [outputOf(result, charge)];
		},
		async replay(results, needsRecheck) {
			const [item = {}] = results;
			// A simplified item has its ID under this name, whatever the service calls it.
			const id =
				idOf(item, session.wire.format) ?? (item.id as string | number | null) ?? undefined;
			await recognition.noteDone(id);
			if (needsRecheck) await recognition.assertOnlyOne();
			return results;
		},
		async recheck() {
			if (result?.isRepeated) await recognition.assertOnlyOne();
			if (result?.action === 'created') {
				await session.reservations.assertShown(reservationId, result.item);
			}
			return undefined;
		},
	};
}

function outputOf(
	{ item, action }: Pick<CreateResult, 'item' | 'action'>,
	{ reservationId, toOutput }: Charge,
): IDataObject {
	return withAction(toOutput(item.raw, { id: item.id, reservationId, sent: item.sent }), action);
}
