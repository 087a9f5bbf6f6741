import type { IDataObject } from 'n8n-workflow';

import { answeredItem } from '../../shared/answers/answeredItem';
import type { ItemJob } from '../../shared/items/itemJob';
import { reservationKey } from '../../shared/items/itemJob';
import { fieldsOf } from '../../shared/reservation/comparison';
import type { CreateResult } from '../../shared/reservation/createOnce';
import { createOnce } from '../../shared/reservation/createOnce';
import { ByReference } from '../../shared/reservation/references';
import { SameFields } from '../../shared/reservation/sameFields';
import type { Session } from '../../shared/reservation/session';
import { idOf } from '../../shared/wire/itemId';
import { withAction } from './preventDuplicates';
import { referencedJob } from './referencedJob';
import type { ToOutput } from './results';

/** A charge to be made, ready to be sent. */
export interface NewCharge {
	reservationId: string;
	body: IDataObject;
	/** As the service will show it. */
	sent: IDataObject;
	toOutput: ToOutput;
	/** The key under which the service makes no second charge, where it takes one. */
	idempotencyKey?: string;
}

/** Makes the charge, whatever the reservation has already. */
export function plainJob(
	{ reservationId, body, sent, toOutput, idempotencyKey }: NewCharge,
	{ client, wire }: Session,
): ItemJob {
	return {
		kind: 'change',
		orderKey: reservationKey(reservationId),
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

/** Makes the charge unless one with its reference is there. */
export function byReferenceJob(charge: NewCharge, session: Session): ItemJob {
	const { reservationId, body, idempotencyKey } = charge;
	const fields = fieldsOf(charge.sent, session.wire);
	const { reference = '' } = fields;
	const recognition = new ByReference(session, reservationId, reference);
	let result: CreateResult | undefined;
	return referencedJob(session, {
		reservationId,
		reference,
		async run(earlier) {
			const request = { reservationId, body, fields, recognition, idempotencyKey, earlier };
			result = await createOnce(session, request);
			return [outputOf(result, charge)];
		},
		async recheck() {
			if (result?.action !== 'created') return undefined;
			return [outputOf(await recognition.settle(), charge)];
		},
	});
}

/** Makes the charge unless one with the same fields is there that no other input item stands for. */
export function bySameFieldsJob(charge: NewCharge, session: Session): ItemJob {
	const { reservationId, body, idempotencyKey } = charge;
	// As the service will show them, so that what is compared has gone through the same format.
	const fields = fieldsOf(charge.sent, session.wire);
	const recognition = new SameFields(session, reservationId, fields);
	let result: CreateResult | undefined;
	return {
		kind: 'changeOnce',
		reservationId,
		async run(earlier) {
			const request = { reservationId, body, fields, recognition, idempotencyKey, earlier };
			result = await createOnce(session, request);
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
	{ reservationId, toOutput }: NewCharge,
): IDataObject {
	return withAction(toOutput(item.raw, { id: item.id, reservationId, sent: item.sent }), action);
}
