/** What a request is about and what it means for money, beside how it travels. */
export interface RequestPurpose {
	/** The reservation it is about, for texts; how it is sent is up to query and body. */
	reservationId?: string;
	/** True when it is just as well that the item to delete is gone already. */
	mayBeGone?: boolean;
	/** True when an earlier try of the same change may have been carried out. */
	mayHaveArrived?: boolean;
	/** True for a create that can be recognized, should it turn out to have arrived. */
	isProtected?: boolean;
}
