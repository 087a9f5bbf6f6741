import type { IDataObject } from 'n8n-workflow';

import type { WrittenFields } from '../../shared/format/fields';
import { FIELD_LABELS } from '../../shared/format/fields';
import { quoted } from '../../shared/format/json';
import { RequestFailure } from '../../shared/http/failure';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import { prefixErrors } from '../../shared/n8n/userError';
import type { Session } from '../../shared/reservation/session';
import { examplesIn, slotsIn } from './examples';
import type { Finding } from './report';
import { reasonOf } from './report';

/** For a reservation whose charges show no date. */
const ANY_DAY = '2026-06-15';
const DAY_MS = 86_400_000;
const DESCRIPTION = 'Check of the API format (to be deleted)';
const DOCUMENTED = `Compare it with the example in the documentation of your service, and paste that into 'Create Body' or 'Update Body'.`;
const CHANGED = `The service keeps it otherwise, or 'List Response' does not show it. Compare both, and look it up in the documentation of your service.`;
const NOT_LISTED = `Nothing that compares with the list is safe. Check how 'List Query' asks for pages; the list may also lag behind.`;

/**
 * Creates one charge, reads it, changes it, and deletes it even if a step failed. For test environments only.
 *
 * @param present items of the reservation: the service is known to accept their dates and accounts
 * @returns at least one finding per step, that of the create first
 */
export async function testWriting(
	session: Session,
	reservationId: string,
	present: IDataObject[],
): Promise<Finding[]> {
	const { client, mapper } = session;
	/** Finds the charge, whatever the service answered. */
	const reference = `check-${Date.now()}`;
	const { charge, changes } = valuesToTry(session, present, reference);
	const findings: Finding[] = [];
	let id: string | undefined;

	try {
		await create();
	} catch (error) {
		add('Create', charge, reasonOf(error), DOCUMENTED);
		if (!(error instanceof RequestFailure) || !error.isUnclear) return findings;
	}
	await tryOut().finally(remove);
	return findings;

	async function create(): Promise<void> {
		prefixErrors(`'Reference'`, () => mapper.parseReference(reference));
		const body = mapper.createBody({ reservationId, ...charge });
		const answer = await client.send({ method: 'POST', body, reservationId });
		const answered = mapper.readAnswer(answer).id;
		if (present.every((item) => mapper.read(item).id !== answered)) id = answered;
		add('Create', body, answered === undefined ? 'taken' : `service item '${answered}'`);
	}

	async function tryOut(): Promise<void> {
		let step = 'List';
		try {
			const listed = await findListed();
			if (listed) compare(step, charge, listed);
			else add(step, charge, 'not shown', NOT_LISTED);
			step = 'Read';
			const item = (await readAlone()) ?? listed;
			if (!item) return;
			compare(step, charge, item);
			step = 'Update';
			const body = mapper.updateBody(changes, {}, { item, reservationId });
			await client.send({ method: 'PATCH', serviceId: id, body, reservationId });
			compare(step, changes, (await readAlone()) ?? item);
		} catch (error) {
			add(step, step === 'Update' ? changes : charge, reasonOf(error), DOCUMENTED);
		}
	}

	/** The charge in the list: by its reference, else by its ID. */
	async function findListed(): Promise<IDataObject | undefined> {
		const items = await readServiceItems(client, { reservationId });
		const listed =
			items.find((item) => mapper.read(item).reference === reference) ??
			items.find((item) => id !== undefined && mapper.read(item).id === id);
		id = (listed && mapper.read(listed).id) ?? id;
		return listed;
	}

	async function readAlone(): Promise<IDataObject | undefined> {
		if (id === undefined) return undefined;
		return mapper.readAnswer(await client.send({ method: 'GET', serviceId: id }), { id }).item;
	}

	/** Reports one line if all came back as it was sent, else one for each field that did not. */
	function compare(step: string, sent: WrittenFields, item: IDataObject): void {
		const read = mapper.read(item);
		const kept: WrittenFields = { ...read.fields, reference: read.reference };
		// A service may return a code as a number.
		const lost = (Object.keys(sent) as Array<keyof WrittenFields>).filter(
			(name) => String(kept[name]) !== String(sent[name]),
		);
		if (lost.length === 0) add(step, sent, 'kept as it was sent');
		for (const name of lost) {
			add(`${step}, ${FIELD_LABELS[name]}`, sent[name], quoted(kept[name]), CHANGED);
		}
	}

	async function remove(): Promise<void> {
		let found = 'its ID is not known';
		try {
			if (id === undefined) await findListed();
			if (id !== undefined) {
				await client.send({ method: 'DELETE', serviceId: id });
				const listed = await findListed();
				if (!listed || mapper.isWithdrawn(listed)) return add('Delete', id, 'gone');
				found = 'still in the list';
			}
		} catch (error) {
			found = reasonOf(error);
		}
		const name = id === undefined ? 'the charge' : `service item '${id}'`;
		const advice = `Look for ${name} with ${reference} in the service, and delete it by hand.`;
		add('Delete', name, found, advice);
	}

	function add(step: string, sent: unknown, found: string, advice?: string): void {
		const verdict = advice === undefined ? 'right' : 'change';
		const line = { setting: `Write Test: ${step}`, now: quoted(sent), found, verdict } as const;
		findings.push({ ...line, advice: advice ?? 'Nothing to do.' });
	}
}

/** What the charge is created with, and changed to: the fields that the examples have a blank for. */
function valuesToTry(
	{ mapper, settings }: Session,
	present: IDataObject[],
	reference: string,
): { charge: WrittenFields; changes: WrittenFields } {
	const { createBody, updateBody = createBody } = examplesIn(settings);
	const known = present.map((item) => mapper.read(item).fields);
	const { date = ANY_DAY, ...others } = known[0] ?? {};
	const decimals = mapper.amountText(0).split('.')[1]?.length ?? 0;
	const amount = Number((12.3456).toFixed(decimals));
	const charge = { ...others, date, amount, description: DESCRIPTION };
	const changes = {
		...known.at(-1),
		amount: amount + 1,
		date: new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10),
		description: `${DESCRIPTION}, changed`,
	};
	const placed = (example: unknown, fields: object): WrittenFields => {
		const names = slotsIn(example).flatMap((slot) => slot.fields);
		const written = Object.entries(fields).filter(([name]) => names.includes(name));
		return { ...Object.fromEntries(written), reference };
	};
	return { charge: placed(createBody, charge), changes: placed(updateBody, changes) };
}
