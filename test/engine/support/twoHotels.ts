import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import type { MiniatureService } from '../../service/miniatureService';
import { StoredCredential } from './credentialStore';
import { CHARGE, useHotel, type Hotel } from './hotel';
import { runServiceItem, type RunOptions } from './serviceItemNode';
import type { RunningWorkflow } from './runWorkflow';

/** A create that takes reservation and description from a row. */
export const chargeOfRow: INodeParameters = {
	...CHARGE,
	reservationId: '={{ $json.reservation }}',
	description: '={{ $json.text }}',
};

/** Input items that name their hotel, one after another, each for a reservation of its own. */
export function rows(
	names: string,
	changes: (n: number) => IDataObject = () => ({}),
): IDataObject[] {
	return [...names].map((hotel, n) => {
		return { hotel, text: `Charge ${n}`, reservation: `R-${n}`, ...changes(n) };
	});
}

/** The name by which an input item tells its hotel. */
export type HotelName = 'a' | 'b';

const FIELDS = ['baseUrl', 'accountId', 'apiKey'] as const;

/**
 * Two hotels, each on a reservation service of its own, and one credential whose address, account and key depend on the
 * hotel that the input item names.
 */
export class TwoHotels {
	credential!: StoredCredential;

	constructor(private readonly hotels: Record<HotelName, Hotel>) {}

	of(name: HotelName): MiniatureService {
		return this.hotels[name].service;
	}

	/** What a credential of its own for one hotel holds. */
	dataOf(name: HotelName): { baseUrl: string; accountId: string; apiKey: string } {
		const { baseUrl, accountId, apiKey } = this.hotels[name].saved;
		return { baseUrl, accountId, apiKey };
	}

	/** Saves the credential of both hotels, with other values for some fields. */
	save(changes: ICredentialDataDecryptedObject): StoredCredential {
		const [a, b] = [this.dataOf('a'), this.dataOf('b')];
		const byHotel = FIELDS.map((field) => {
			const values = JSON.stringify({ a: a[field], b: b[field] });
			return [field, `={{ (${values})[$json.hotel] }}`];
		});
		return new StoredCredential({
			...(Object.fromEntries(byHotel) as ICredentialDataDecryptedObject),
			...changes,
		});
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
		return this.hotels[name].traffic;
	}

	/** The descriptions of what a hotel has on its books, sorted. */
	booked(name: HotelName): string[] {
		return this.of(name)
			.books.all()
			.map(({ description }) => String(description))
			.sort();
	}
}

/** Opens both for every test of a file; nobody has talked to them yet. */
export function useTwoHotels(): TwoHotels {
	const hotels = new TwoHotels({ a: useHotel(), b: useHotel() });
	beforeEach(() => (hotels.credential = hotels.save({})));
	return hotels;
}
