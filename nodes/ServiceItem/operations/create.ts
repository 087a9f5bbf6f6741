import type { IDataObject } from 'n8n-workflow';

import type { CreateResult } from '../../shared/reservation/createOnce';
import { assertOnlyOne, createOnce } from '../../shared/reservation/createOnce';
import type { ItemJob } from '../../shared/items/itemJob';
import type { ItemInput } from '../../shared/items/itemInput';
import { findByReference, settleReference } from '../../shared/reservation/references';
import type { Session } from '../../shared/reservation/session';
import { answeredItem } from '../../shared/answers/answeredItem';
import { differencesOf, fieldsOf } from '../../shared/reservation/comparison';
import { idOf } from '../../shared/wire/itemId';
import type { ServiceItemFields } from '../../shared/wire/serviceItem';
import {
	additionalFields,
	amountField,
	dateField,
	descriptionField,
	reservationIdField,
	showFor,
} from './fields';
import { bodyOf, fieldParsers, fieldsIn } from './itemFields';
import type { Operation } from './operation';
import {
	preventDuplicatesFields,
	preventionIn,
	referenceIn,
	withAction,
} from './preventDuplicates';
import { outputOf } from './results';

/** Creates a service item on a reservation: POST /services. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create service item (charge or extra)',
		description:
			'Add a charge or extra, such as a late checkout, to a reservation. Every run adds another one, unless Prevent Duplicates is on.',
	},
	fields: [
		reservationIdField('create'),
		{ ...amountField, required: true, displayOptions: showFor('create') },
		{ ...dateField, required: true, displayOptions: showFor('create') },
		{ ...descriptionField, required: true, displayOptions: showFor('create') },
		...preventDuplicatesFields,
		additionalFields('create'),
	],
	begin(session) {
		const altered = new Set<string>();
		return {
			prepare(input) {
				const reservationId = input.requiredText('reservationId', 'Reservation ID');
				const prevention = preventionIn(input);
				const parsers = fieldParsers(input, session.wire.timeZone);
				const additional = input.collection('additionalFields');
				const fields: ServiceItemFields = {
					amount: parsers.amount(input.value('amount')),
					date: parsers.date(input.value('date')),
					description: input.requiredText('description', 'Description'),
					...fieldsIn(additional, input, session.wire.timeZone),
					...(prevention === 'reference' && { reference: referenceIn(input, session.wire.format) }),
				};
				const body = bodyOf(
					{ reservationId, ...fields },
					additional.customFields,
					input,
					session.wire,
				);
				const charge = { reservationId, body };
				const lane = `reservation ${reservationId}`;
				if (prevention === 'off') return { lane, ...plainJob(charge, input, session) };
				return {
					lane,
					...protectedJob(charge, prevention === 'reference', altered, input, session),
				};
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

interface Charge {
	reservationId: string;
	body: IDataObject;
}

function plainJob({ reservationId, body }: Charge, input: ItemInput, session: Session): ItemJob {
	return {
		async send(earlier) {
			if (earlier) throw earlier;
			const answer = await session.client.send({ method: 'POST', body }, { reservationId });
			const known = { reservationId, sent: body };
			return [
				outputOf(answeredItem(answer, known, session.wire.format), known, input, session.wire),
			];
		},
	};
}

function protectedJob(
	charge: Charge,
	isByReference: boolean,
	altered: Set<string>,
	input: ItemInput,
	session: Session,
): ItemJob {
	const { reservationId, body } = charge;
	// As the service will show it, so that what is compared has gone through the same format.
	const fields = fieldsOf(body, session.wire);
	const reference = isByReference ? fields.reference : undefined;
	if (!isByReference) session.reservations.expect(reservationId, fields);
	let result: CreateResult | undefined;
	const output = ({ item, action }: CreateResult): IDataObject[] => {
		const known = { id: item.id, reservationId, sent: item.sent };
		return [withAction(outputOf(item.raw, known, input, session.wire), action)];
	};
	return {
		async send() {
			result = await createOnce(session, {
				reservationId,
				body,
				fields,
				isByFields: !isByReference,
				find: (items) =>
					reference === undefined ? items.claimSame(fields) : findByReference(items, reference),
			});
			if (!isByReference) {
				for (const name of Object.keys(differencesOf(fields, result.item.fields)))
					altered.add(name);
			}
			return output(result);
		},
		...(!isByReference && {
			// What an earlier try has created stands for this item, and for no other one like it.
			async recall([item = {}]: IDataObject[], isSuspect: boolean) {
				// A simplified item has its ID under this name, whatever the service calls it.
				const id =
					idOf(item, session.wire.format) ?? (item.id as string | number | null) ?? undefined;
				(await session.reservations.itemsOf(reservationId)).claimSame(fields, id);
				if (isSuspect) await assertOnlyOne(session, reservationId, fields);
			},
		}),
		async verify() {
			session.reservations.assertApart(reservationId);
			if (result?.action !== 'created') return undefined;
			if (reference !== undefined) {
				return output(await settleReference(session, reservationId, reference, result.item));
			}
			if (result.isRepeated) await assertOnlyOne(session, reservationId, fields);
			return undefined;
		},
	};
}
