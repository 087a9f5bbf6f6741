// The miniature service, with the charges of three guests.
import { DemoError } from './terminal.mjs';

/** The reservation that the examples charge. */
export const reservationId = 'RES-1002';
/** The answer to the first create on it gets lost. */
export const lostAnswerOn = 'RES-1003';

/**
 * @param {{ servicePort?: number, spelling?: string }} options
 * @param cleanups gets what ends it
 * @throws {DemoError} naming the known spellings
 */
export async function startService(tool, { servicePort = 0, spelling }, cleanups) {
	const { startMiniatureService } = tool('test/service/miniatureService.ts');
	const { demoBookings, yesterday } = tool('test/service/demoBookings.ts');
	// Refused, so that a typo is seen.
	const dialect = { ...readSpelling(tool, spelling), unknownReservation: 'refused' };
	const service = await startMiniatureService({ port: servicePort, dialect });
	cleanups.push(() => service.stop());
	for (const { reservationId: id, ...item } of demoBookings(yesterday())) {
		// Some services write reservations and accounts as numbers.
		if (spelling) service.books.add(bareId(id), { ...item, destinationAccount: '1' });
		else service.books.add(id, item);
	}
	const body = new RegExp(`"${lostAnswerOn}"`);
	service.faults.add({ kind: 'resetAfter', method: 'POST', path: /^\/services$/, body });
	return service;
}

/** The fields of a credential for it. */
export function credentialFor(tool, testBaseUrl) {
	const { accountId, key } = tool('test/service/miniatureService.ts').DEFAULT_ACCOUNT;
	return { environment: 'test', testBaseUrl, accountId, apiKey: key };
}

/** As a service with a spelling of its own has it: 1002. */
export function bareId(id) {
	return id.replace('RES-', '');
}

function readSpelling(tool, name) {
	if (name === undefined) return {};
	const { SPELLINGS } = tool('test/service/spellings.ts');
	const { dialectOf } = tool('test/service/spelling.ts');
	if (Object.hasOwn(SPELLINGS, name)) return dialectOf(SPELLINGS[name]);
	const known = Object.keys(SPELLINGS).join(', ');
	throw new DemoError(`No spelling is called '${name}'. Choose one of ${known}.`);
}
