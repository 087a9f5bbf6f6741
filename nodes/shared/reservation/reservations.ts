import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { merge } from '../format/json';
import type { ServiceClient } from '../http/client';
import { CanceledError, onAbort } from '../http/wait';
import type { ExistingItem } from './existingItem';
import { readServiceItems } from './readServiceItems';

export class Reservations {
	private readonly lists = new Map<string, Promise<ExistingItem[]>>();
	/** Which reservation each service item is on, by the lists of this run. */
	private readonly owners = new Map<string, string>();
	/** Reservations whose lists share an item with another one. */
	private readonly shared = new Map<string, { other: string; id: string }>();

	constructor(
		private readonly client: ServiceClient,
		private readonly signal?: AbortSignal,
	) {}

	async withLock<Result>(reservationId: string, work: () => Promise<Result>): Promise<Result> {
		return await withLock(`${this.client.scope} ${reservationId}`, this.signal, work);
	}

	/**
	 * Reads a reservation, without the items that the service marks as deleted.
	 *
	 * @throws UserError when the list does not tell what is there, or whose it is
	 */
	async list(reservationId: string): Promise<ExistingItem[]> {
		const { mapper } = this.client;
		const listed = await readServiceItems(this.client, { reservationId });
		assertOneReservation(listed.map((item) => mapper.read(item).reservationId));
		mapper.assertReadable(listed);
		const items = listed.filter((raw) => !mapper.isWithdrawn(raw)).map((raw) => this.read(raw));
		for (const { id } of items) if (id !== undefined) this.addOwner(id, reservationId);
		this.assertApart(reservationId);
		return withSharedIds(items);
	}

	/** The same, read once per run. */
	async knownList(reservationId: string): Promise<ExistingItem[]> {
		const reading = this.lists.get(reservationId) ?? this.list(reservationId);
		this.lists.set(reservationId, reading);
		reading.catch(() => this.lists.delete(reservationId));
		return await reading;
	}

	/** An item just created or changed: the answer, and beside it what was sent. */
	readSent(raw: IDataObject, id: string | undefined, sent: IDataObject): ExistingItem {
		return { ...this.read(merge(sent, raw)), raw, id, sent };
	}

	/** @throws UserError when an item of this reservation is on another one as well (docs/service-api.md) */
	assertApart(reservationId: string): void {
		const found = this.shared.get(reservationId);
		if (!found) return;
		throw userError(
			`The service lists the same service item '${found.id}' for the reservations '${reservationId}' and '${found.other}', so nobody can say whose charges these are. Check 'List Query' and 'List Response' in the credential, and both reservations, before this is run again`,
			`'List Query' says which reservation to list, {id} in 'List Response' which property holds a service item's own ID. Turn on 'Custom API Format' in the credential and give them as the service calls them. The same reservation written in two ways has this effect, too.`,
		);
	}

	private read(raw: IDataObject): ExistingItem {
		const { id, reference, fields, mismatch } = this.client.mapper.read(raw);
		return {
			id,
			raw,
			fields: { ...fields, reference },
			isMismatched: mismatch !== undefined,
			isIdShared: false,
		};
	}

	private addOwner(id: string, reservationId: string): void {
		const other = this.owners.get(id) ?? reservationId;
		this.owners.set(id, other);
		if (other === reservationId) return;
		this.shared.set(reservationId, { other, id });
		this.shared.set(other, { other: reservationId, id });
	}
}

function withSharedIds(items: ExistingItem[]): ExistingItem[] {
	const counts = new Map<string | undefined, number>();
	for (const { id } of items) counts.set(id, (counts.get(id) ?? 0) + 1);
	return items.map((item) => ({
		...item,
		isIdShared: item.id !== undefined && counts.get(item.id) !== 1,
	}));
}

/** A service that does not know the query parameter may list everything it has: other guests' charges would be changed. */
function assertOneReservation(shown: Array<string | undefined>): void {
	const owners = new Set(shown.flatMap((id) => id?.trim().toLowerCase() ?? []));
	if (owners.size < 2) return;
	throw userError(
		`The service listed service items of ${owners.size} reservations instead of one. Check 'List Query' in the credential`,
		`It says which reservation to list. Turn on 'Custom API Format' in the credential and give the query parameter as the service calls it.`,
	);
}

/** Who waits for a lock, in order. A free lock has no entry. */
const waiting = new Map<string, Array<() => void>>();

/**
 * Runs `work` alone in this process under this key. A holder waits for no second lock, and its requests have deadlines, so
 * nobody waits for ever.
 *
 * @throws CanceledError when the execution is stopped before it has the lock
 */
async function withLock<Result>(
	key: string,
	signal: AbortSignal | undefined,
	work: () => Promise<Result>,
): Promise<Result> {
	const line = waiting.get(key);
	if (line) await waitIn(line, signal);
	else waiting.set(key, []);
	try {
		return await work();
	} finally {
		const next = waiting.get(key)?.shift();
		if (next) next();
		else waiting.delete(key);
	}
}

async function waitIn(line: Array<() => void>, signal: AbortSignal | undefined): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const start = (): void => {
			takeBack();
			resolve();
		};
		const takeBack = onAbort(signal, () => {
			line.splice(line.indexOf(start), 1);
			reject(new CanceledError());
		});
		line.push(start);
	});
}
