import type { IDataObject } from 'n8n-workflow';

import type { RequestFailure } from '../http/failure';
import type { Wish } from './desired';
import type { ExistingItem } from '../lists/reservations';

/** A change that was sent. `refused`: certainly not carried out. */
export type Sent =
	| { answered: 'yes' }
	| { answered: 'unclear' | 'refused'; failure: RequestFailure };

/** With the ID in its answer, as far as that tells of what was made, and with what the answer shows. */
export type SentCreate = Sent & { id?: string; answer?: IDataObject };

/** `before`: as the list showed it. */
export type SentUpdate = Sent & { before: ExistingItem };

export type SentDelete = Sent & { item: ExistingItem };

/** A wish, and what this run has sent for it. */
export interface Input extends Wish {
	/** The last one last. */
	creates: SentCreate[];
	update?: SentUpdate;
	/** The deletion of what its create has made, as a duplicate; also one that was refused. */
	reduction?: SentDelete;
}
