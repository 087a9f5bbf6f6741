import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../../shared/client/requestFailure';
import { DEFAULT_CREATE_BODY } from '../../shared/format/examples';
import type { ChargeFields, ServiceItem, WrittenFields } from '../../shared/format/fields';
import { FIELD_LABELS } from '../../shared/format/fields';
import type { Mapper } from '../../shared/format/mapper';
import { prefixErrors } from '../../shared/n8n/userError';
import { readServiceItems } from '../../shared/reservation/readServiceItems';
import { enteredExamples } from './examples';
import { placesIn } from './leaves';
import type { Finding } from './report';
import { finding, shown } from './report';
import type { CheckSession } from './session';
import { reasonOf } from './session';

/** What became of a test charge. */
export interface WriteReport {
	findings: Finding[];
	isCreated: boolean;
}

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
	private readonly charge: ChargeFields;
	private readonly changes: ChargeFields;
	/** What may be its ID, best first. */
	private ids: string[] = [];

	constructor(
		private readonly session: CheckSession,
		private readonly reservationId: string,
		private readonly present: IDataObject[],
	) {
		const { createBody, updateBody } = enteredExamples(session.settings);
		const known = present.map((item) => session.mapper.read(item).fields);
		const { charge, changes } = testCharge(session.mapper, known);
		this.charge = withPlaces(charge, createBody);
		this.changes = withPlaces(changes, updateBody ?? createBody);
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
			const isOther = this.present.some((item) => mapper.read(item).id === id);
			if (id !== undefined && !isOther) this.ids = [id];
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
				'Correct what is named there, or check again later.',
			);
		}
	}

	/** The charge in the list: by its reference, else by its ID. */
	private async findListed(): Promise<IDataObject | undefined> {
		const { client, mapper } = this.session;
		const items = await readServiceItems(client, { reservationId: this.reservationId });
		const isNamed = ({ id = '' }: ServiceItem): boolean => this.ids.includes(id);
		return (
			items.find((item) => mapper.read(item).reference === this.reference) ??
			items.find((item) => isNamed(mapper.read(item)))
		);
	}

	/** Says which ways to prevent duplicates can be relied on. */
	private tellListed(found: ServiceItem | undefined): void {
		const lag = `Nothing that compares with the list is safe. Check how 'List Query' asks for pages; the list may also lag behind.`;
		this.sayIf(found !== undefined, 'List', ['shown at once', 'not shown'], lag);
		const isByFields = (['amount', 'date', 'description'] as const).every(
			(name) => found?.fields[name] === this.charge[name],
		);
		const safety: [string, string] = ['safe with this service', 'not safe as it is'];
		const others = 'The other lines say what has to be set.';
		this.sayIf(found !== undefined && isByFields, 'By Same Fields', safety, others);
		const isByReference = found?.reference === this.reference;
		this.sayIf(isByReference, 'By Reference, Create or Update, Sync', safety, others);
	}

	private async readAlone(): Promise<IDataObject | undefined> {
		const { client, mapper } = this.session;
		const [serviceId] = this.ids;
		if (serviceId === undefined) return undefined;
		return mapper.readAnswer(await client.send({ method: 'GET', serviceId }), { id: serviceId })
			.item;
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
		const advice = `The service keeps it otherwise, or 'List Response' does not show it. Compare both, and look the field up in the documentation of your service.`;
		for (const name of lost) {
			this.say(`${step}, ${FIELD_LABELS[name]}`, shown(sent[name]), shown(kept[name]), advice);
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
				const isGone = !listed || session.mapper.isWithdrawn(listed);
				this.sayIf(isGone, 'Delete', ['gone', 'still in the list'], advice);
				return;
			} catch (error) {
				found = reasonOf(error);
			}
		}
		this.say('Delete', 'the charge', found, advice);
	}

	private sayIf(
		isRight: boolean,
		step: string,
		[good, bad]: [string, string],
		advice: string,
	): void {
		if (isRight) this.say(step, 'the charge', good);
		else this.say(step, 'the charge', bad, advice);
	}

	private say(step: string, sent: unknown, found: string, advice?: string): void {
		const now = typeof sent === 'string' ? sent : shown(sent);
		const verdict = advice === undefined ? 'right' : 'change';
		this.findings.push(
			finding(`Write Test: ${step}`, now, found, verdict, advice ?? 'Nothing to do.'),
		);
	}
}

function documented(setting: string): string {
	return `Compare it with the example in the documentation of your service, and paste that into '${setting}'.`;
}

/** A day for a reservation none of whose charges shows one. */
const ANY_DAY = '2026-06-15';

/**
 * A charge that the service should take, and what it is changed to: on a day and with the accounts of charges that are there, and
 * amounts with all the decimals of the currency.
 */
function testCharge(
	{ amountText }: Mapper,
	known: ChargeFields[],
): { charge: ChargeFields; changes: ChargeFields } {
	const decimals = amountText(0).split('.')[1]?.length ?? 0;
	const amount = (whole: number): number => Number((whole + 0.3456).toFixed(decimals));
	const valuesOf = (
		name: 'date' | 'accountCode' | 'destinationAccount',
	): Array<string | undefined> =>
		known.map((fields) => fields[name]).filter((value) => value !== undefined);
	// Of accounts the service may know no others.
	const accounts = (index: number): ChargeFields => ({
		accountCode: valuesOf('accountCode').at(index),
		destinationAccount: valuesOf('destinationAccount').at(index),
	});
	const [date = ANY_DAY] = valuesOf('date');
	const description = 'Check of the API format (to be deleted)';
	return {
		charge: { amount: amount(12), date, description, ...accounts(0) },
		changes: {
			amount: amount(13),
			date: dayAfter(date),
			description: `${description}, changed`,
			...accounts(-1),
		},
	};
}

/** The fields that have a value, and a place in an example. */
function withPlaces(fields: ChargeFields, example: unknown = DEFAULT_CREATE_BODY): ChargeFields {
	const places = placesIn(example).flatMap((place) => place.fields);
	return Object.fromEntries(
		Object.entries(fields).filter(([name, value]) => value !== undefined && places.includes(name)),
	);
}

function dayAfter(day: string): string {
	const next = new Date(`${day}T00:00:00Z`);
	next.setUTCDate(next.getUTCDate() + 1);
	return next.toISOString().slice(0, 10);
}
