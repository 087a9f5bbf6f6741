import type { IDataObject } from 'n8n-workflow';

import type { WrittenFields } from '../../shared/format/fields';
import { FIELD_LABELS } from '../../shared/format/fields';
import { quoted } from '../../shared/format/json';
import { RequestFailure } from '../../shared/http/failure';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import { prefixErrors } from '../../shared/n8n/userError';
import type { Session } from '../../shared/reservation/session';
import type { Draft } from './drafts';
import { placedTextsIn } from '../../shared/format/draft';
import type { Finding } from './report';
import { reasonOf } from './report';

/** For a reservation whose charges show no date. */
const ANY_DAY = '2026-06-15';
const DAY_MS = 86_400_000;
const DESCRIPTION = 'Check of the API format (to be deleted)';
const DOCUMENTED = `Compare it with the example in the documentation of your service, and paste that into 'Create Body' or 'Update Body'.`;
const CHANGED = `The service changes it, or 'List Response' does not show it. Compare both, and look it up in the documentation of your service.`;
const NOT_LISTED = `Nothing that compares with the list is safe. Check how 'List Query' asks for pages; the list may also lag behind.`;

/**
 * Creates one charge, reads it, changes it, and deletes it even if a step failed. For test environments only.
 *
 * @param present items of the reservation: the service is known to accept their dates and accounts
 * @returns at least one finding per step, that of the create first
 */
export async function tryWriting(
	{ client, mapper }: Session,
	{ createBody, updateBody = createBody }: Draft,
	reservationId: string,
	present: IDataObject[],
): Promise<Finding[]> {
	/** Finds the charge, whatever the service answered. */
	const reference = `check-${Date.now()}`;
	const known = present.map((item) => mapper.read(item).fields);
	const { date = ANY_DAY, ...others } = known[0] ?? {};
	const decimals = mapper.amountText(0).split('.')[1]?.length ?? 0;
	const amount = Number((12.3456).toFixed(decimals));
	const values = { ...others, date, amount, description: DESCRIPTION, reference };
	const charge = placed(createBody, values);
	const changes = placed(updateBody, {
		...known.at(-1),
		amount: amount + 1,
		date: new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10),
		description: `${DESCRIPTION}, changed`,
		reference,
	});
	const findings: Finding[] = [];
	let id: string | undefined;

	try {
		prefixErrors(`'Reference'`, () => mapper.parseReference(reference));
		const body = mapper.createBody({ reservationId, ...charge });
		const answer = await client.send({ method: 'POST', body, reservationId });
		const answered = mapper.readAnswer(answer).id;
		if (present.every((item) => mapper.read(item).id !== answered)) id = answered;
		add('Create', body, answered === undefined ? 'taken' : `service item '${answered}'`);
	} catch (error) {
		add('Create', charge, reasonOf(error), DOCUMENTED);
		if (!(error instanceof RequestFailure) || !error.isUnclear) return findings;
	}
	await tryOut().finally(remove);
	return findings;

	async function tryOut(): Promise<void> {
		let [step, sent] = ['List', charge];
		try {
			const listed = await findListed();
			if (listed) compare(step, sent, listed);
			else add(step, sent, 'not shown', NOT_LISTED);
			if (id === undefined) return;
			step = 'Read';
			const item = await readAlone();
			compare(step, sent, item);
			[step, sent] = ['Update', changes];
			const body = mapper.updateBody(changes, {}, { item, reservationId });
			await client.send({ method: 'PATCH', serviceId: id, body, reservationId });
			compare(step, sent, await readAlone());
		} catch (error) {
			add(step, sent, reasonOf(error), DOCUMENTED);
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

	async function readAlone(): Promise<IDataObject> {
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
		const found = await deleted().catch(reasonOf);
		if (found === 'gone') return add('Delete', id, found);
		const name = id === undefined ? 'the charge' : `service item '${id}'`;
		const advice = `Look for ${name} with ${reference} in the service, and delete it by hand.`;
		add('Delete', name, found, advice);
	}

	async function deleted(): Promise<string> {
		if (id === undefined) await findListed();
		if (id === undefined) return 'its ID is not known';
		await client.send({ method: 'DELETE', serviceId: id });
		const listed = await findListed();
		return listed && !mapper.isWithdrawn(listed) ? 'still in the list' : 'gone';
	}

	function add(step: string, sent: unknown, found: string, advice?: string): void {
		const verdict = advice === undefined ? 'right' : 'change';
		findings.push({
			setting: `Write Test: ${step}`,
			now: quoted(sent),
			found,
			verdict,
			advice: advice ?? 'Nothing to do.',
		});
	}
}

/** The values that an example has a placeholder for. A reference may also stand in the description. */
function placed(example: unknown, values: WrittenFields): WrittenFields {
	const names = ['reference', ...placedTextsIn(example).flatMap(({ fields }) => fields)];
	return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
