import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../../shared/http/failure';
import { DEFAULT_CREATE_BODY } from '../../shared/format/examples';
import type { ChargeFields, ServiceItem, WrittenFields } from '../../shared/format/fields';
import { FIELD_LABELS } from '../../shared/format/fields';
import { prefixErrors } from '../../shared/n8n/userError';
import { readServiceItems } from '../../shared/reservation/readServiceItems';
import { enteredExamples } from './examples';
import { placesIn } from './leaves';
import type { CheckSession, Finding } from './report';
import { lineOf, shown, reasonOf } from './report';

/** What became of a test charge. */
export interface WriteReport {
	findings: Finding[];
	isCreated: boolean;
}

/** A day for a reservation none of whose charges shows one. */
const ANY_DAY = '2026-06-15';
const DAY_MS = 86_400_000;
const CHANGED = `The service keeps it otherwise, or 'List Response' does not show it. Compare both, and look it up in the documentation of your service.`;
const NOT_LISTED = `Nothing that compares with the list is safe. Check how 'List Query' asks for pages; the list may also lag behind.`;
const UNSAFE = 'The other lines say what has to be set.';

/**
 * Tries with one charge what becomes of it at the service: creates it, reads it, changes it and deletes it, whatever goes wrong
 * meanwhile. Meant for a test environment.
 *
 * @param present the items of the reservation, whose days and accounts the service takes
 * @throws CanceledError when the execution was cancelled meanwhile
 */
export async function writeTest(
	session: CheckSession,
	reservationId: string,
	present: IDataObject[],
): Promise<WriteReport> {
	const test = new WriteTest(session, reservationId, present);
	const outcome = await test.create();
	if (outcome !== 'refused') await test.tryOut().finally(async () => await test.remove());
	return { findings: test.findings, isCreated: outcome === 'created' };
}

class WriteTest {
	readonly findings: Finding[] = [];
	/** By which the charge is found, whatever the service answers. */
	private readonly reference = `check-${Date.now()}`;
	private readonly known: ServiceItem[];
	private readonly charge: ChargeFields;
	private readonly changes: ChargeFields;
	/** What may be its ID, best first. */
	private ids: string[] = [];

	constructor(
		private readonly session: CheckSession,
		private readonly reservationId: string,
		present: IDataObject[],
	) {
		const { mapper, settings } = session;
		this.known = present.map((item) => mapper.read(item));
		const { createBody = DEFAULT_CREATE_BODY, updateBody = createBody } = enteredExamples(settings);
		const [first, last] = [this.known[0]?.fields, this.known.at(-1)?.fields];
		const { date = ANY_DAY } = first ?? {};
		const decimals = mapper.amountText(0).split('.')[1]?.length ?? 0;
		const chargeOf = (amount: number, own: ChargeFields, like?: ChargeFields): ChargeFields => ({
			amount: Number(amount.toFixed(decimals)),
			...own,
			// The service may know no other accounts.
			accountCode: like?.accountCode,
			destinationAccount: like?.destinationAccount,
		});
		const description = 'Check of the API format (to be deleted)';
		const nextDay = new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
		const changes = { date: nextDay, description: `${description}, changed` };
		this.charge = placedIn(createBody, chargeOf(12.3456, { date, description }, first));
		this.changes = placedIn(updateBody, chargeOf(13.3456, changes, last));
	}

	async create(): Promise<'created' | 'refused' | 'unclear'> {
		const { reservationId, session, charge } = this;
		const { mapper, client } = session;
		let sent: IDataObject = { ...charge };
		try {
			const reference = prefixErrors(`'Reference'`, () => mapper.parseReference(this.reference));
			sent = mapper.createBody({ reservationId, ...charge, reference });
			const answer = await client.send({ method: 'POST', body: sent }, { reservationId });
			const { id } = mapper.readAnswer(answer);
			if (id !== undefined && this.known.every((item) => item.id !== id)) this.ids = [id];
			this.say('Create', sent, id === undefined ? 'taken' : `service item '${id}'`);
			return 'created';
		} catch (error) {
			this.say('Create', sent, reasonOf(error), documented('Create Body'));
			return error instanceof RequestFailure && error.isUnclear ? 'unclear' : 'refused';
		}
	}

	/** Reads and changes the charge. What goes wrong is told, and does not keep it from being deleted. */
	async tryOut(): Promise<void> {
		try {
			const listed = await this.findListed();
			const found = listed && this.session.mapper.read(listed);
			if (found?.id !== undefined) this.ids = [...new Set([found.id, ...this.ids])];
			this.tellListed(found);
			const item = (await this.readAlone()) ?? listed;
			if (!item) return;
			this.compare('Read', { ...this.charge, reference: this.reference }, item);
			await this.change(item);
		} catch (error) {
			this.say(
				'Run',
				'the charge',
				reasonOf(error),
				'Correct what is named there, or check again.',
			);
		}
	}

	/** The charge in the list: by its reference, else by its ID. */
	private async findListed(): Promise<IDataObject | undefined> {
		const { client, mapper } = this.session;
		const items = await readServiceItems(client, { reservationId: this.reservationId });
		const find = (isIt: (item: ServiceItem) => boolean): IDataObject | undefined =>
			items.find((item) => isIt(mapper.read(item)));
		return (
			find(({ reference }) => reference === this.reference) ??
			find(({ id = '' }) => this.ids.includes(id))
		);
	}

	/** Says which ways to prevent duplicates can be relied on. */
	private tellListed(found: ServiceItem | undefined): void {
		const { charge } = this;
		const isKept = (name: keyof ChargeFields): boolean => found?.fields[name] === charge[name];
		const isByFields =
			found !== undefined && (['amount', 'date', 'description'] as const).every(isKept);
		const isByReference = found?.reference === this.reference;
		if (found) this.say('List', 'the charge', 'shown at once');
		else this.say('List', 'the charge', 'not shown', NOT_LISTED);
		for (const [what, isSafe] of [
			['By Same Fields', isByFields],
			['By Reference, Create or Update, Sync', isByReference],
		] as const) {
			if (isSafe) this.say(what, 'the charge', 'safe with this service');
			else this.say(what, 'the charge', 'not safe as it is', UNSAFE);
		}
	}

	private async readAlone(): Promise<IDataObject | undefined> {
		const { client, mapper } = this.session;
		const [id] = this.ids;
		if (id === undefined) return undefined;
		return mapper.readAnswer(await client.send({ method: 'GET', serviceId: id }), { id }).item;
	}

	/** Changes one field after the other, so that a refusal tells which. */
	private async change(before: IDataObject): Promise<void> {
		const { reservationId, reference, session } = this;
		const [serviceId] = this.ids;
		let item = before;
		for (const [name, value] of Object.entries(this.changes)) {
			const change = { [name]: value as string | number };
			try {
				const body = session.mapper.updateBody(
					{ ...change, reference },
					{},
					{ item, reservationId },
				);
				await session.client.send({ method: 'PATCH', serviceId, body }, { reservationId });
				item = (await this.readAlone()) ?? item;
				this.compare('Update', change, item);
			} catch (error) {
				this.say('Update', change, reasonOf(error), documented('Update Body'));
			}
		}
	}

	/** One line for what came back as it was sent, and one for each field that did not. */
	private compare(step: string, sent: WrittenFields, item: IDataObject): void {
		const { fields, reference } = this.session.mapper.read(item);
		const kept: WrittenFields = { ...fields, reference };
		// A code that is a number to the service is still the same one.
		const lost = (Object.keys(sent) as Array<keyof WrittenFields>).filter(
			(name) => String(kept[name]) !== String(sent[name]),
		);
		if (lost.length === 0) this.say(step, sent, 'kept as it was sent');
		for (const name of lost) {
			this.say(`${step}, ${FIELD_LABELS[name]}`, shown(sent[name]), shown(kept[name]), CHANGED);
		}
	}

	/** Deletes the test charge, and names it where that did not succeed. */
	async remove(): Promise<void> {
		const { ids, reference, session } = this;
		const name = ids.length > 0 ? `service item '${ids.join("' or '")}'` : 'the charge';
		const advice = `Look for ${name} with ${reference} in the service, and delete it by hand.`;
		let found = 'its ID is not known';
		for (const serviceId of ids) {
			try {
				await session.client.send({ method: 'DELETE', serviceId });
				const listed = await this.findListed();
				if (!listed || session.mapper.isWithdrawn(listed))
					return this.say('Delete', 'the charge', 'gone');
				found = 'still in the list';
			} catch (error) {
				found = reasonOf(error);
			}
		}
		this.say('Delete', 'the charge', found, advice);
	}

	/** @param advice left out where all is well */
	private say(step: string, sent: unknown, found: string, advice?: string): void {
		const line = lineOf(`Write Test: ${step}`, typeof sent === 'string' ? sent : shown(sent));
		this.findings.push(
			advice === undefined ? line(found, 'right', 'Nothing to do.') : line(found, 'change', advice),
		);
	}
}

/** The fields that have a value, and a place in an example. */
function placedIn(example: unknown, fields: ChargeFields): ChargeFields {
	const places = placesIn(example).flatMap((place) => place.fields);
	return Object.fromEntries(
		Object.entries(fields).filter(([name, value]) => value !== undefined && places.includes(name)),
	);
}

function documented(setting: string): string {
	return `Compare it with the example in the documentation of your service, and paste that into '${setting}'.`;
}
