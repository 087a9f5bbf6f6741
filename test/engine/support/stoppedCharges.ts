import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './hotel';
import type { RunOptions } from './serviceItemNode';
import { fromItem, path } from './triedCharges';

/** One charge on each of so many reservations. */
export function chargesOn(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, n) => ({
		reservationId: `R-${n}`,
		amount: n,
		description: `Charge ${n}`,
	}));
}

/** What is charged unless a test says otherwise. */
export const charges = chargesOn(6);

/** By itself the node sends nothing again. */
export const options = { maxRetries: 0 };

/** Opens a hotel for the tests of a file, and charges it one by one, in executions that stop on the way. */
export function useStoppedCharges() {
	const hotel = useHotel();
	beforeEach(() => hotel.credential.edit({ accountConcurrency: 1 }));

	/** Makes the charges. */
	function create(settings: RunOptions = {}, parameters: INodeParameters = {}) {
		const items = settings.items ?? charges;
		return hotel.run('create', { ...fromItem, options, ...parameters }, { ...settings, items });
	}

	/** Lets the execution stop at this charge. */
	function failAt(item: number): void {
		hotel.service.faults.add({
			method: 'POST',
			path,
			kind: 'errorBefore',
			status: 423,
			after: item,
		});
	}

	/** The amounts in the books, in the order in which they came there. */
	function booked(): number[] {
		return hotel.service.books.all().map(({ amount }) => amount);
	}

	return { hotel, create, failAt, booked };
}
