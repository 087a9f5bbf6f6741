import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { answeredItem } from '../../shared/answers/answeredItem';
import { RequestFailure } from '../../shared/client/requestFailure';
import { failureTextOf } from '../../shared/messages/failureText';
import { presentlyAt } from '../../shared/reservation/presentValues';
import { readServiceItems } from '../../shared/reservation/readServiceItems';
import type { Session } from '../../shared/reservation/session';
import { idOf } from '../../shared/wire/itemId';
import { referenceOf } from '../../shared/wire/reference';
import type { ServiceItemFields } from '../../shared/wire/serviceItem';
import type { BlankField } from '../../shared/wire/templates/blank';
import { fieldsOf } from '../../shared/wire/templates/template';
import { asReturned, encodeChanges, encodeServiceItem } from '../../shared/wire/writtenItem';
import type { ReportLine } from './report';
import { shown } from './report';
import type { TestCharge } from './testCharge';
import { failed, fieldTrials, passed, protectionLines, unreadLines } from './writeLines';

/**
 * Tries with one charge what becomes of it at the service: creates it, reads it alone and in the list, changes each field and
 * deletes it. Meant for a test environment.
 *
 * @returns what survived the way there and back, which protections are safe, and what could not be removed
 * @throws RequestFailure when nobody can tell whether the charge was created
 */
export async function writeTest(session: Session, charge: TestCharge): Promise<ReportLine[]> {
	const created = await createCharge(session, charge).catch(unwritable);
	if (Array.isArray(created)) return created;
	const made: MadeCharge = { serviceId: created.serviceId };
	const lines = await tryOut(session, charge, made).catch((error: unknown) => [broken(error)]);
	return [...lines, await removeCharge(session, charge, made)];
}

/** The test charge at the service; its ID may come out only in the list. */
interface MadeCharge {
	serviceId?: string;
}

async function tryOut(
	session: Session,
	charge: TestCharge,
	made: MadeCharge,
): Promise<ReportLine[]> {
	const listed = await findListed(session, charge, made.serviceId);
	made.serviceId ??= listed && idText(listed, session);
	const { serviceId } = made;
	const stored = (serviceId && (await readAlone(session, serviceId))) || listed;
	return [
		...(stored ? fieldTrials('Create', charge.fields, stored, session.wire) : []),
		...(serviceId === undefined ? [] : await tryChanges(session, charge, serviceId)),
		...unreadLines(session.wire),
		...protectionLines(charge.fields, listed, session.wire),
	];
}

/** A charge that cannot be written as the settings say has not been sent. */
function unwritable(error: unknown): ReportLine[] {
	if (!(error instanceof UserError)) throw error;
	const advice = error.description ?? 'Correct what is named there.';
	return [failed('Create', 'one charge', error.message, advice)];
}

/** The test has to end with the charge taken away, whatever happens before. */
function broken(error: unknown): ReportLine {
	const why =
		error instanceof RequestFailure
			? failureTextOf(error).message
			: error instanceof UserError
				? error.message
				: 'a request did not succeed';
	return failed('Run', 'one charge', why, 'Correct what is named there, or check again later.');
}

/** @returns the ID the service gave, if it says so; or the report of a refusal */
async function createCharge(
	{ client, wire }: Session,
	{ reservationId, fields }: TestCharge,
): Promise<MadeCharge | ReportLine[]> {
	const body = encodeServiceItem({ reservationId, ...fields }, {}, wire);
	const sent = asReturned(body, { reservationId, ...fields }, wire, 'create');
	const answer = await client.trySend({ method: 'POST', body }, { reservationId });
	if (!(answer instanceof RequestFailure)) {
		const item = answeredItem(answer, { reservationId, sent }, wire.format);
		return { serviceId: idText(item, { wire }) };
	}
	const isRefused = !answer.isUnclear && answer.outcome.kind === 'answer';
	if (!isRefused) throw answer;
	return [
		failed(
			'Create',
			shown(body),
			failureTextOf(answer).message,
			`Compare it with the example in the documentation of your service, and paste that into 'Create Body'.`,
		),
	];
}

async function readAlone(
	{ client, wire }: Session,
	serviceId: string,
): Promise<IDataObject | undefined> {
	const answer = await client.trySend({ method: 'GET', serviceId });
	return answer instanceof RequestFailure
		? undefined
		: answeredItem(answer, { id: serviceId }, wire.format);
}

async function findListed(
	session: Session,
	{ reservationId, fields }: TestCharge,
	serviceId: string | undefined,
): Promise<IDataObject | undefined> {
	const { client, wire } = session;
	const items = await readServiceItems(client, wire, {
		reservationId,
		limit: Infinity,
		use: 'identified',
	});
	return items.find((item) =>
		serviceId === undefined
			? referenceOf(item, wire.format) === fields.reference
			: idText(item, session) === serviceId,
	);
}

async function tryChanges(
	session: Session,
	{ reservationId, changes }: TestCharge,
	serviceId: string,
): Promise<ReportLine[]> {
	const { client, wire } = session;
	const lines: ReportLine[] = [];
	const places = fieldsOf(wire.format.templates.update);
	const changeable = Object.entries(changes).filter(([name]) => places.has(name as BlankField));
	for (const [name, value] of changeable) {
		const change: ServiceItemFields = { [name]: value as string };
		const present = await presentlyAt(serviceId, change, session);
		const body = encodeChanges(change, {}, wire, present);
		const answer = await client.trySend({ method: 'PATCH', serviceId, body }, { reservationId });
		const isRefused = answer instanceof RequestFailure;
		const stored = isRefused ? undefined : await readAlone(session, serviceId);
		const why = isRefused ? failureTextOf(answer).message : 'cannot be read afterwards';
		const advice = `Paste the example of your service into 'Update Body'.`;
		const refused = failed('Update', shown(body), why, advice);
		lines.push(...(stored ? fieldTrials('Update', change, stored, wire) : [refused]));
	}
	return lines;
}

/** Removes the test charge, and names it where that did not succeed. */
async function removeCharge(
	{ client }: Session,
	{ fields }: TestCharge,
	{ serviceId }: MadeCharge,
): Promise<ReportLine> {
	const name = serviceId === undefined ? `with ${fields.reference}` : `'${serviceId}'`;
	const answer =
		serviceId === undefined
			? undefined
			: await client.trySend({ method: 'DELETE', serviceId }, { mayBeGone: true });
	if (answer !== undefined && !(answer instanceof RequestFailure)) {
		return passed('Delete', 'the charge', 'gone');
	}
	const advice = `Delete service item ${name} in the service by hand.`;
	return failed('Delete', 'the charge', `service item ${name} is still there`, advice);
}

function idText(item: IDataObject, { wire }: Pick<Session, 'wire'>): string | undefined {
	const id = idOf(item, wire.format);
	return id === undefined ? undefined : String(id);
}
