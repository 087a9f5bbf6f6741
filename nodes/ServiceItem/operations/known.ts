import { updateBodyOf } from '../../shared/format/bodies';
import type { Charge } from '../../shared/format/charges';
import { isSameValue } from '../../shared/format/fields';
import { RequestFailure } from '../../shared/http/failure';
import type { ServiceRequest } from '../../shared/http/request';
import { findCharge, reservationKey } from '../../shared/lists/findCharge';
import { readList } from '../../shared/lists/readList';
import { readReservation } from '../../shared/lists/readReservation';
import { ToldError, userError } from '../../shared/n8n/userError';
import { changeById } from '../../shared/reservation/requests';
import type { Input } from '../../shared/run/operation';
import { fieldsIn, referenceIn, reservationIdIn } from '../parameters/charge';
import * as form from '../parameters/fields';
import {
	outputIn,
	outputOf,
	outputOfAnswer,
	type FormOperation,
	type Output,
} from './operation';

export const get: FormOperation = {
	option: {
		name: 'Get',
		action: 'Get service item',
		description: 'Read one charge of a reservation',
	},
	fields: [...form.serviceIdFields, form.simplifyField],
	prepare(input) {
		const target = targetIn(input);
		const act = async () => {
			const { charge } = await locate(target, true);
			return charge ? [outputOf(charge, target)] : [];
		};
		return { act };
	},
};

const returnAll = form.field(
	'returnAll',
	false,
	'Whether to return all results or only up to a given limit',
);
const limit = form.field('limit', 50, 'Max number of results to return');

export const getAll: FormOperation = {
	option: {
		name: 'Get Many',
		action: 'Get many service items of reservation',
		description: 'List the charges of a reservation',
	},
	fields: [
		form.reservationIdField,
		returnAll,
		...form.shownWith('returnAll', [false], limit),
		form.simplifyField,
	],
	prepare(input) {
		const { parameters, session } = input;
		const isAll = parameters.switch('returnAll');
		const most = isAll ? Infinity : parameters.whole('limit', 1, 50);
		const reservationId = reservationIdIn(input);
		const output = { ...outputIn(input), reservationId };
		const act = async () => {
			const charges = await readList(session, reservationId, most);
			return charges.map((charge) => outputOf(charge, output));
		};
		return { act };
	},
};

export const update: FormOperation = {
	option: {
		name: 'Update',
		action: 'Update service item',
		description: 'Change some fields of one charge',
	},
	fields: [...form.serviceIdFields, form.updateFields, form.simplifyField],
	prepare(input) {
		const format = input.session.format;
		const { fields, custom } = fieldsIn(input, { isUpdate: true });
		if (Object.keys({ ...fields, ...custom }).length === 0) {
			throw userError({
				what: `'Update Fields' is empty`,
				advice: 'Add a field, and fill it in',
			});
		}
		// Refuses what has no place.
		updateBodyOf(format, fields, custom);
		const target = targetIn(input);
		// A new description keeps the reference at the end of the old one.
		const isRead =
			'description' in fields && !format.createBody.has('reference');
		const act = async () => {
			const located = await locate(target, isRead);
			const { id, charge } = located;
			const body = updateBodyOf(format, fields, custom, charge);
			const change = { method: 'PATCH', body } as const;
			const answer = await sendChange(target, located, change);
			const sent = { id, reference: charge?.reference, fields };
			return [outputOfAnswer(answer, sent, body, target)];
		};
		return { orderKey: target.orderKey, act };
	},
};

export const deleteOperation: FormOperation = {
	option: {
		name: 'Delete',
		action: 'Delete service item permanently',
		description: 'Delete one charge of a reservation',
	},
	fields: form.serviceIdFields,
	prepare(input) {
		const ignores = input.parameters.switch('options.ignoreMissing');
		// An earlier try may have deleted it.
		const mayBeGone = ignores || input.earlier !== undefined;
		const target = targetIn(input);
		const deleting = async () => {
			const located = await locate(target, false);
			await sendChange(target, located, { method: 'DELETE', mayBeGone });
		};
		const act = async () => {
			await deleting().catch((error: unknown) => {
				if (!mayBeGone || !saysGone(error)) throw error;
			});
			return [{ deleted: true }];
		};
		return { orderKey: target.orderKey, act };
	},
};

/** A charge as the form names it; a reservation is a condition. */
interface Target extends Output {
	orderKey: string;
	/** In place of the ID. */
	reference?: string;
}

interface Located {
	id: string;
	/** If it was read. */
	charge?: Charge;
	/** If the ID rests on a list. */
	listed?: Charge;
}

function targetIn(input: Input): Target {
	const { parameters, session } = input;
	const mode = parameters.saved('serviceId.mode');
	const id = parameters.requiredText('serviceId');
	const isNeeded = mode === 'list' || mode === 'reference';
	const reservationId = reservationIdIn(input, isNeeded) || undefined;
	const orderKey = reservationKey(session, reservationId ?? id);
	const target = { ...outputIn(input), reservationId, orderKey };
	if (mode !== 'reference') return { ...target, id };
	const reference = referenceIn(input, 'serviceId');
	return { ...target, reference };
}

/** @param isRead where more than its ID is needed */
async function locate(target: Target, isRead: boolean) {
	const { id, orderKey, reservationId, session } = target;
	if (!id) return await locateInList(target);
	if (!reservationId && !isRead) return { id };
	const charge = await findCharge(session, id);
	if (charge.isGone) {
		const what = `'${id}' is marked as cancelled`;
		throw new GoneError({ what, advice: ADVICE });
	}
	const shown = reservationKey(session, charge.reservationId ?? '');
	if (!reservationId || shown === orderKey) return { id, charge };
	return { ...(await locateInList(target)), charge };
}

async function locateInList(target: Target): Promise<Located> {
	const { id, reference = '', reservationId = '', session } = target;
	const list = await readReservation(session, reservationId);
	const found = list.filter((each) => {
		return id ? each.id === id : isSameValue(reference, each.reference);
	});
	const [listed, other] = found;
	if (other) {
		const ids = found.map((each) => `'${each.id}'`).join(' and ');
		const what = `Several service items carry the reference '${reference}': ${ids}`;
		throw userError({ what, advice: 'Delete those that are too many' });
	}
	if (listed) return { id: listed.id ?? '', charge: listed, listed };
	let what = `Service item '${id}' is not on reservation '${reservationId}'`;
	if (id) throw userError({ what, advice: ADVICE });
	what = `No service item carries the reference '${reference}'`;
	throw new GoneError({ what, advice: ADVICE });
}

const ADVICE = "Check 'Service Item' and 'Reservation ID'";

class GoneError extends ToldError {}

/** Of a service item: a reservation that is missing tells nothing. */
function saysGone(error: unknown) {
	if (!(error instanceof RequestFailure)) return error instanceof GoneError;
	const { request, answer } = error;
	return request.serviceId !== undefined && /^4(04|10)$/.test(answer.kind);
}

/** Whoever changes by an ID from a list proves that list first. */
async function sendChange(
	{ reservationId, session }: Target,
	{ id, listed }: Located,
	change: ServiceRequest,
) {
	const request = { ...change, serviceId: id, reservationId };
	if (!listed) return await session.send(request);
	const answer = await changeById(session, listed, request);
	if (answer instanceof Error) throw answer;
	return answer;
}
