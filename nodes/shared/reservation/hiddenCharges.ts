import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import type { ServiceItemFields } from '../wire/serviceItem';
import { isJsonObject } from '../wire/json';

/** A service item that is there, but not in the list of its reservation. */
export interface HiddenCharge {
	id?: string;
	fields: ServiceItemFields;
}

type ByReservation = Record<string, HiddenCharge | undefined>;

/** In n8n's static data of the node; shared by all accounts it is used with. */
const STATIC_KEY = 'hiddenCharges';
/** What this process knows, as n8n saves no static data for runs by hand. Bounded, the oldest go first. */
const remembered = new Map<string, HiddenCharge>();
const MOST_REMEMBERED = 1_000;

/** Which reservations have a charge that their list does not show, over all runs: each would create it again. */
export class HiddenCharges {
	constructor(
		private readonly context: IAllExecuteFunctions,
		/** Tells the account from others. */
		private readonly account: string,
	) {}

	/** The charge the list of a reservation did not show when it was last looked at. */
	of(reservationId: string): HiddenCharge | undefined {
		return this.kept()[reservationId] ?? remembered.get(this.keyOf(reservationId));
	}

	note(reservationId: string, charge: HiddenCharge): void {
		remembered.set(this.keyOf(reservationId), charge);
		const [oldest] = remembered.keys();
		if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
		this.keep({ ...this.kept(), [reservationId]: charge });
	}

	forget(reservationId: string): void {
		remembered.delete(this.keyOf(reservationId));
		const { [reservationId]: known, ...others } = this.kept();
		if (known) this.keep(others);
	}

	private keyOf(reservationId: string): string {
		return `${this.account} ${reservationId}`;
	}

	private kept(): ByReservation {
		const byAccount = this.staticData()[STATIC_KEY];
		const kept = isJsonObject(byAccount) ? byAccount[this.account] : undefined;
		return isJsonObject(kept) ? (kept as unknown as ByReservation) : {};
	}

	/** As one new value: n8n does not notice changes further inside. */
	private keep(charges: ByReservation): void {
		const data = this.staticData();
		const byAccount = isJsonObject(data[STATIC_KEY]) ? data[STATIC_KEY] : {};
		data[STATIC_KEY] = { ...byAccount, [this.account]: charges };
	}

	/** The picker has none, and creates nothing. */
	private staticData(): IDataObject {
		return 'getWorkflowStaticData' in this.context
			? this.context.getWorkflowStaticData('node')
			: {};
	}
}
