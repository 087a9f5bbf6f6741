import type { Certificate } from './certify';
import type { Kind } from './recorder';

/** A figure with its name; `isBad` where it must be 0 and is not. */
export interface Figure {
	name: string;
	value: number;
	isBad?: boolean;
}

/** What was certified, where and when: each with its name. */
export function factsOf(certificate: Certificate): Array<[string, string]> {
	const { target, reservationId, begun, took } = certificate;
	return [
		['Package', certificate.package],
		['Ran on', certificate.engine],
		['Service', target],
		['Reservation', reservationId],
		['Begun', `${begun.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
		['Took', `${(took / 1000).toFixed(0)} seconds`],
	];
}

/** All in a few sentences. */
export function verdictOf({ shown, charged, lost, doubled, waits }: Certificate): string {
	const count = (outcome: string) => shown.filter((each) => each.outcome === outcome).length;
	const [passed, left] = [count('passed'), count('not shown')];
	const scenarios = `${passed} of ${shown.length} scenarios passed${left > 0 ? `; ${left} could not be shown` : ''}.`;
	const isRight = lost.length + doubled.length === 0;
	const charges = isRight
		? `${charged} charges were made, and each was there exactly once at the end: none lost, none doubled.`
		: `Of the charges that were to be there at the end, ${lost.length} were lost and ${doubled.length} were there too often.`;
	const waiting =
		waits.asked === 0
			? 'The service never asked to wait.'
			: `The service asked ${waits.asked} times to wait, and was obeyed ${waits.obeyed} times.`;
	return [scenarios, charges, waiting].join(' ');
}

/** How many requests of each kind went to the service, in words of the trade. */
export function requestFigures({ requests }: Certificate): Figure[] {
	return Object.entries(requests).map(([kind, value]) => ({ name: KINDS[kind as Kind], value }));
}

const KINDS: Record<Kind, string> = {
	login: 'Log in',
	list: 'List charges',
	read: 'Read a charge',
	create: 'Create a charge',
	change: 'Change a charge',
	void: 'Void a charge',
};

/** What came of it. */
export function outcomeFigures({ charged, lost, doubled, waits }: Certificate): Figure[] {
	return [
		{ name: 'Charges made', value: charged },
		{ name: 'Lost', value: lost.length, isBad: lost.length > 0 },
		{ name: 'Doubled', value: doubled.length, isBad: doubled.length > 0 },
		{ name: 'Waits asked for', value: waits.asked },
		{ name: 'Waits obeyed', value: waits.obeyed, isBad: waits.obeyed < waits.asked },
	];
}

/** What is not as it must be, by name. */
export function faultsOf({ lost, doubled }: Certificate): string[] {
	return [...lost.map((name) => `Lost: ${name}`), ...doubled.map((name) => `Doubled: ${name}`)];
}

/** For those who ask why the figures are as they are. */
export const explanations = [
	'What is judged is what the service holds: at the end its list is compared with the charges that were to be there, by description, amount and day. Then all of them are removed again.',
	'Requests are counted on the way to the service, and that is where outages, waits and the expiry of the token are made. A charge that is protected against duplicates looks at the list before it is made, page by page, so lists are many; a request that failed or was to wait is sent again, so creates are more than charges.',
	'A wait is obeyed when nothing reaches the service before it is over.',
];
