import type { IDataObject } from 'n8n-workflow';

import type { Charge } from '../format/charges';
import type { WrittenFields } from '../format/fields';
import type { Told } from '../n8n/userError';
import type { RunOfAccount } from './runOfAccount';

/** A charge that is wanted, once. */
export interface Wish {
	/** Absent: it is known by its fields. */
	reference?: string;
	whenFound: 'keep' | 'update';
	fields: WrittenFields & { reservationId: string };
	custom: IDataObject;
	/** What a create is sent. */
	body: object;
	idempotencyKey?: string;
	/** What an earlier try of this execution did; `answered`: in no list. */
	earlier?: 'done' | 'unclear' | 'answered';
	/** Hears of its create. */
	watch?: {
		/** @param told what to say of it if nothing else is heard */
		sending(told: Told, sign: string): void;
		answered(): void;
		settled(): void;
	};
}

export interface Desired {
	reservationId: string;
	wishes: Wish[];
	run: RunOfAccount;
	isDryRun: boolean;
	stopsAtFailure: boolean;
	/** What has a reference with it and more, and no wish, is to be deleted. */
	prefix?: string;
}

type Action = 'created' | 'alreadyExisted' | 'updated' | 'unchanged';

export interface Done {
	is: 'done';
	action: Action | 'wouldCreate' | 'wouldUpdate';
	charge: Charge;
	before?: Charge;
	/** Goes on after "Item 3". */
	hint?: string;
}

export interface Failed {
	is: 'failed';
	error: Error;
	isUnclear?: boolean;
	/** Nothing more is sent on this reservation. */
	isBreach?: boolean;
}

export type Deleted =
	{ is: 'deleted' | 'wouldDelete'; charge: Charge } | Failed;
