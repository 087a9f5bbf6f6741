/** What to tell of a reply; `filledWords` fills in what stands in braces. */
export interface Words {
	/** What happened. */
	what: string;
	advice: string;
	/** Absent: what running the workflow again would do. */
	more?: string;
}

/** What a reply that is no success means. */
export interface Meaning extends Words {
	/** It may or may not have been carried out; absent: it was not. */
	outcome?: 'unclear';
	/** Absent: never. PATCH and DELETE twice are the same as once; a POST would make two charges. */
	resend?: 'always' | 'notCreate';
	signal?: Signal;
}

/**
 * - `tokenRefused`: a new token may be accepted
 * - `throttled`: the service wants fewer requests
 * - `noLogin`: no other request of this run can succeed either
 */
export type Signal = 'tokenRefused' | 'throttled' | 'noLogin';
