import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { startMiniatureService, type MiniatureService } from '../../service/miniatureService';
import { CredentialStore, type StoredCredential } from './credentialStore';
import { runServiceItem, type RunOptions } from './serviceItemNode';
import type { RunningWorkflow } from './runWorkflow';

/** A create that takes reservation and description from a row. */
export const chargeOfRow: INodeParameters = {
	reservationId: '={{ $json.reservation }}',
	amount: 25,
	date: '2026-11-21',
	description: '={{ $json.text }}',
};

/** Input items that name their hotel, one after another, each for a reservation of its own. */
export function rows(names: string): IDataObject[] {
	return [...names].map((hotel, n) => ({ hotel, text: `Charge ${n}`, reservation: `R-${n}` }));
}

/** The name by which an input item tells its hotel. */
export type HotelName = 'a' | 'b';

let accounts = 0;

/**
 * Two hotels, each on a reservation service of its own, and one credential whose address, account and key depend on the
 * hotel that the input item names.
 */
export class TwoHotels {
	credential!: StoredCredential;
	private readonly services = new Map<HotelName, MiniatureService>();

	of(name: HotelName): MiniatureService {
		const service = this.services.get(name);
		if (service === undefined) throw new Error('The hotels open before each test');
		return service;
	}

	/** What a credential of its own for one hotel holds. */
	dataOf(name: HotelName): { baseUrl: string; accountId: string; apiKey: string } {
		return {
			baseUrl: this.of(name).url,
			accountId: `${name}-${accounts}`,
			apiKey: `key-of-${name}`,
		};
	}

	async open(): Promise<void> {
		accounts++;
		for (const name of ['a', 'b'] as const) {
			const service = await startMiniatureService();
			this.services.set(name, service);
			const { accountId, apiKey } = this.dataOf(name);
			service.accounts.add({ accountId, key: apiKey });
		}
		this.credential = this.save({});
	}

	/** Saves the credential of both hotels, with other values for some fields. */
	save(changes: ICredentialDataDecryptedObject): StoredCredential {
		const fields = ['baseUrl', 'accountId', 'apiKey'] as const;
		const data = fields.map((field): [string, string] => [field, this.byHotel(field)]);
		return new CredentialStore().add('reservationServiceApi', {
			...Object.fromEntries(data),
			...changes,
		});
	}

	async close(): Promise<void> {
		for (const service of this.services.values()) await service.stop();
	}

	/** Runs the node for these input items, each of which names its hotel. */
	run(
		operation: string,
		parameters: INodeParameters,
		items: IDataObject[],
		options: RunOptions = {},
	): RunningWorkflow {
		return runServiceItem(this.credential, operation, parameters, { items, ...options });
	}

	/** What has reached a hotel's service: `POST /services 201`. */
	traffic(name: HotelName): string[] {
		return this.of(name).log.entries.map(
			({ method, path, status = 'open' }) => `${method} ${path} ${status}`,
		);
	}

	/** The descriptions of what a hotel has on its books, sorted. */
	booked(name: HotelName): string[] {
		return this.of(name)
			.books.all()
			.map(({ description }) => String(description))
			.sort();
	}

	/** An expression that chooses by the input item's hotel. */
	private byHotel(field: 'baseUrl' | 'accountId' | 'apiKey'): string {
		const values = { a: this.dataOf('a')[field], b: this.dataOf('b')[field] };
		return `={{ (${JSON.stringify(values)})[$json.hotel] }}`;
	}
}

/** Opens both for every test of a file; nobody has talked to them yet. */
export function useTwoHotels(): TwoHotels {
	const hotels = new TwoHotels();
	beforeEach(async () => await hotels.open());
	afterEach(async () => await hotels.close());
	return hotels;
}
