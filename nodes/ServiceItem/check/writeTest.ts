import type { IDataObject } from 'n8n-workflow';

import type { ChargeFields, WrittenFields } from '../../shared/format/fields';
import { FIELD_LABELS } from '../../shared/format/fields';
import { quoted } from '../../shared/format/json';
import { RequestFailure } from '../../shared/http/failure';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import { prefixErrors } from '../../shared/n8n/userError';
import type { Session } from '../../shared/reservation/session';
import { DEFAULT_BODY, enteredExamples, slotsIn } from './examples';
import type { Finding } from './report';
import { reasonOf } from './report';

/** For a reservation whose charges show no date. */
const ANY_DAY = '2026-06-15';
const DAY_MS = 86_400_000;
const DESCRIPTION = 'Check of the API format (to be deleted)';
const DOCUMENTED = `Compare it with the example in the documentation of your service, and paste that into 'Create Body' or 'Update Body'.`;
const CHANGED = `The service keeps it otherwise, or 'List Response' does not show it. Compare both, and look it up in the documentation of your service.`;
const NOT_LISTED = `Nothing that compares with the list is safe. Check how 'List Query' asks for pages; the list may also lag behind.`;

/** Creates one charge, reads it, changes it, and deletes it even if a step failed. For test environments only. */
export class WriteTest {
	readonly findings: Finding[] = [];
	isCreated = false;
	/** Finds the charge, whatever the service answered. */
	private readonly reference = `check-${Date.now()}`;
	private readonly charge: WrittenFields;
	private readonly changes: WrittenFields;
	/** Possible IDs, best first. */
	private ids: string[] = [];

	/** @param present items of the reservation: the service is known to accept their dates and accounts */
	constructor(
		private readonly session: Session,
		private readonly reservationId: string,
		private readonly present: IDataObject[],
	) {
		const { mapper, settings } = session;
		const { reference } = this;
		const { createBody = DEFAULT_BODY, updateBody = createBody } = enteredExamples(settings);
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
		this.charge = { ...placedIn(createBody, charge), reference };
		this.changes = { ...placedIn(updateBody, changes), reference };
	}

	/** @throws CanceledError when the execution was cancelled meanwhile */
	async run(): Promise<void> {
		try {
			await this.create();
		} catch (error) {
			this.say('Create', this.charge, reasonOf(error), DOCUMENTED);
			if (!(error instanceof RequestFailure) || !error.isUnclear) return;
		}
		await this.tryOut().finally(async () => await this.remove());
	}

	private async create(): Promise<void> {
		const { charge, present, reservationId } = this;
		const { client, mapper } = this.session;
		prefixErrors(`'Reference'`, () => mapper.parseReference(this.reference));
		const body = mapper.createBody({ reservationId, ...charge });
		const answer = await client.send({ method: 'POST', body }, { reservationId });
		const { id } = mapper.readAnswer(answer);
		const isNew = present.every((item) => mapper.read(item).id !== id);
		if (id !== undefined && isNew) this.ids = [id];
		this.isCreated = true;
		this.say('Create', body, id === undefined ? 'taken' : `service item '${id}'`);
	}

	/** Reads and changes the charge. A failure is reported and does not stop the deletion. */
	private async tryOut(): Promise<void> {
		const { changes, charge, reservationId } = this;
		const { client, mapper } = this.session;
		let step = 'List';
		try {
			const listed = await this.findListed();
			if (listed) this.compare(step, charge, listed);
			else this.say(step, charge, 'not shown', NOT_LISTED);
			step = 'Read';
			const item = (await this.readAlone()) ?? listed;
			if (!item) return;
			this.compare(step, charge, item);
			step = 'Update';
			const body = mapper.updateBody(changes, {}, { item, reservationId });
			await client.send({ method: 'PATCH', serviceId: this.ids[0], body }, { reservationId });
			this.compare(step, changes, (await this.readAlone()) ?? item);
		} catch (error) {
			this.say(step, step === 'Update' ? changes : charge, reasonOf(error), DOCUMENTED);
		}
	}

	/** The charge in the list: by its reference, else by its ID. */
	private async findListed(): Promise<IDataObject | undefined> {
		const { client, mapper } = this.session;
		const items = await readServiceItems(client, { reservationId: this.reservationId });
		const item =
			items.find((each) => mapper.read(each).reference === this.reference) ??
			items.find((each) => this.ids.includes(mapper.read(each).id ?? ''));
		const id = item && mapper.read(item).id;
		if (id !== undefined) this.ids = [...new Set([id, ...this.ids])];
		return item;
	}

	private async readAlone(): Promise<IDataObject | undefined> {
		const { client, mapper } = this.session;
		const [id] = this.ids;
		if (id === undefined) return undefined;
		return mapper.readAnswer(await client.send({ method: 'GET', serviceId: id }), { id }).item;
	}

	/** Reports one line if all came back as it was sent, else one for each field that did not. */
	private compare(step: string, sent: WrittenFields, item: IDataObject): void {
		const { fields, reference } = this.session.mapper.read(item);
		const kept: WrittenFields = { ...fields, reference };
		// A service may return a code as a number.
		const lost = (Object.keys(sent) as Array<keyof WrittenFields>).filter(
			(name) => String(kept[name]) !== String(sent[name]),
		);
		if (lost.length === 0) this.say(step, sent, 'kept as it was sent');
		for (const name of lost) {
			this.say(`${step}, ${FIELD_LABELS[name]}`, sent[name], quoted(kept[name]), CHANGED);
		}
	}

	/** Deletes the charge, or reports which one to delete by hand. */
	private async remove(): Promise<void> {
		const { reference, session } = this;
		let found = 'its ID is not known';
		if (this.ids.length === 0) {
			await this.findListed().catch((error: unknown) => (found = reasonOf(error)));
		}
		const { ids } = this;
		const name = ids.length > 0 ? `service item '${ids.join("' or '")}'` : 'the charge';
		for (const serviceId of ids) {
			try {
				await session.client.send({ method: 'DELETE', serviceId });
				const listed = await this.findListed();
				if (!listed || session.mapper.isWithdrawn(listed)) return this.say('Delete', name, 'gone');
				found = 'still in the list';
			} catch (error) {
				found = reasonOf(error);
			}
		}
		const advice = `Look for ${name} with ${reference} in the service, and delete it by hand.`;
		this.say('Delete', name, found, advice);
	}

	/** @param advice left out where all is well */
	private say(step: string, sent: unknown, found: string, advice?: string): void {
		const verdict = advice === undefined ? 'right' : 'change';
		const line = { setting: `Write Test: ${step}`, now: quoted(sent), found, verdict } as const;
		this.findings.push({ ...line, advice: advice ?? 'Nothing to do.' });
	}
}

/** The fields with a value and a placeholder in an example. */
function placedIn(example: unknown, fields: ChargeFields): ChargeFields {
	const names = slotsIn(example).flatMap((slot) => slot.fields);
	return Object.fromEntries(
		Object.entries(fields).filter(([name, value]) => value !== undefined && names.includes(name)),
	);
}
