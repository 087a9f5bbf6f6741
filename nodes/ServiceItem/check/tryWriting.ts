import type { IDataObject } from 'n8n-workflow';

import { fieldsIn } from '../../shared/format/draft';
import type { WrittenFields } from '../../shared/format/fields';
import { FIELD_LABELS } from '../../shared/format/fields';
import { quoted } from '../../shared/format/json';
import { RequestFailure } from '../../shared/http/failure';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import { prefixErrors } from '../../shared/n8n/userError';
import type { Session } from '../../shared/session/session';
import type { Draft } from './entered';
import { reasonOf } from './read';
import type { Finding } from './report';

/** For a reservation whose charges show no date. */
const ANY_DAY = '2026-06-15';
const DAY_MS = 86_400_000;
const DESCRIPTION = 'Check of the API format (to be deleted)';
const DOCUMENTED = `Compare it with the documentation, and paste its example into 'Create Body' or 'Update Body'.`;
const CHANGED = `The service changes it, or 'List Response' does not show it. Look it up in the documentation.`;
const NOT_LISTED = `Nothing that reads the list is safe. Check how 'List Query' asks for pages. The list may also be late.`;

/**
 * Creates one charge, reads it, changes it, and deletes it even if a step failed. For test environments only.
 *
 * @param session with the examples of the draft
 * @param about the items of the reservation: the service is known to accept their dates and accounts
 * @returns at least one finding per step, that of the create first
 */
export async function tryWriting(
	session: Session,
	draft: Draft,
	{ reservationId, items }: { reservationId: string; items: IDataObject[] },
): Promise<Finding[]> {
	const test = new WriteTest(session, draft, { reservationId, present: items });
	if (await test.create()) await test.tryOut().finally(async () => await test.remove());
	return test.findings;
}

class WriteTest {
	readonly findings: Finding[] = [];
	/** Finds the charge, whatever the service answered. */
	private readonly reference = `check-${Date.now()}`;
	private readonly charge: WrittenFields;
	private readonly changes: WrittenFields;
	/** The ID that the answer to the create told, unless it is of a charge that was there. */
	private toldId?: string;
	/** The ID under which the charge was shown: only that is changed and deleted. */
	private id?: string;

	constructor(
		private readonly session: Session,
		draft: Draft,
		private readonly about: { reservationId: string; present: IDataObject[] },
	) {
		const { mapper } = session;
		const { createBody, updateBody = createBody } = draft;
		const known = about.present.map((item) => mapper.read(item).fields);
		const decimals = mapper.amountText(0).split('.')[1]?.length ?? 0;
		const amount = Number((12.3456).toFixed(decimals));
		const date = known[0]?.date ?? ANY_DAY;
		const charge = { amount, date, description: DESCRIPTION, reference: this.reference };
		const changes = {
			amount: amount + 1,
			date: new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10),
			description: `${DESCRIPTION}, changed`,
			reference: this.reference,
		};
		this.charge = placedIn(createBody, { ...known[0], ...charge });
		this.changes = placedIn(updateBody, { ...known.at(-1), ...changes });
	}

	/** @returns true where the charge is there, or may be */
	async create(): Promise<boolean> {
		const { client, mapper } = this.session;
		const { reservationId, present } = this.about;
		try {
			prefixErrors(`'Reference'`, () => mapper.parseReference(this.reference));
			const { body } = mapper.toCreate({ reservationId, ...this.charge });
			const answer = await client.send({ method: 'POST', body, reservationId });
			const { id } = mapper.readAnswer(answer);
			if (present.every((item) => mapper.read(item).id !== id)) this.toldId = id;
			this.add('Create', body, id === undefined ? 'taken' : `service item '${id}'`);
			return true;
		} catch (error) {
			this.add('Create', this.charge, reasonOf(error), DOCUMENTED);
			return error instanceof RequestFailure && error.isUnclear;
		}
	}

	async tryOut(): Promise<void> {
		const { client, mapper } = this.session;
		const { reservationId } = this.about;
		let step = 'List';
		let sent = this.charge;
		try {
			const listed = await this.findListed();
			if (listed) this.compare(step, sent, listed);
			else this.add(step, sent, 'not shown', NOT_LISTED);
			step = 'Read';
			const item = await this.readAlone();
			if (item === undefined) return;
			this.compare(step, sent, item);
			step = 'Update';
			sent = this.changes;
			const { body } = mapper.toUpdate(sent, {}, { item, reservationId });
			await client.send({ method: 'PATCH', serviceId: this.id, body, reservationId });
			const changed = await this.readAlone();
			if (changed) this.compare(step, sent, changed);
		} catch (error) {
			this.add(step, sent, reasonOf(error), DOCUMENTED);
		}
	}

	async remove(): Promise<void> {
		const found = await this.deleted().catch(reasonOf);
		if (found === 'gone') return this.add('Delete', this.id, found);
		const name = this.id === undefined ? 'the charge' : `service item '${this.id}'`;
		const advice = `Look for ${name} with ${this.reference} in the service, and delete it by hand.`;
		this.add('Delete', name, found, advice);
	}

	private async deleted(): Promise<string> {
		const { client, mapper } = this.session;
		if (this.id === undefined) await this.findListed().catch(reasonOf);
		if (this.id === undefined) await this.readAlone();
		if (this.id === undefined) return 'its ID is not known';
		await client.send({ method: 'DELETE', serviceId: this.id });
		const listed = await this.findListed();
		return listed && !mapper.isWithdrawn(listed) ? 'still in the list' : 'gone';
	}

	/** The charge in the list: by its reference, else by the ID that was told. */
	private async findListed(): Promise<IDataObject | undefined> {
		const { client, mapper } = this.session;
		const { items } = await readServiceItems(client, { reservationId: this.about.reservationId });
		let listed = items.find((item) => mapper.read(item).reference === this.reference);
		if (this.toldId !== undefined) {
			listed ??= items.find((item) => mapper.read(item).id === this.toldId);
		}
		if (listed) this.id = mapper.read(listed).id ?? this.id;
		return listed;
	}

	/** The charge by its ID; one that was only told has to show the reference. */
	private async readAlone(): Promise<IDataObject | undefined> {
		const { client, mapper } = this.session;
		const id = this.id ?? this.toldId;
		if (id === undefined) return undefined;
		const answer = await client.send({ method: 'GET', serviceId: id });
		const { item } = mapper.readAnswer(answer, { id });
		if (mapper.read(item).reference === this.reference) this.id ??= id;
		return this.id === undefined ? undefined : item;
	}

	/** Reports one row if all came back as it was sent, else one for each field that did not. */
	private compare(step: string, sent: WrittenFields, item: IDataObject): void {
		const read = this.session.mapper.read(item);
		const kept: WrittenFields = { ...read.fields, reference: read.reference };
		const names = Object.keys(sent) as Array<keyof WrittenFields>;
		// A service may return a code as a number.
		const lost = names.filter((name) => String(kept[name]) !== String(sent[name]));
		if (lost.length === 0) this.add(step, sent, 'kept as it was sent');
		for (const name of lost) {
			const part = `${step}, ${FIELD_LABELS[name]}`;
			this.add(part, sent[name], quoted(kept[name]), CHANGED);
		}
	}

	private add(step: string, sent: unknown, found: string, advice?: string): void {
		this.findings.push({
			setting: `Test Writing: ${step}`,
			now: quoted(sent),
			found,
			verdict: advice === undefined ? 'right' : 'change',
			advice: advice ?? 'Nothing to do.',
		});
	}
}

/** The values that an example has a placeholder for. A reference may also stand in the description. */
function placedIn(example: unknown, values: WrittenFields): WrittenFields {
	const names = ['reference', ...fieldsIn(example)];
	return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
