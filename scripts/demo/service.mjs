// The miniature service, with the charges of three guests.

/** @param cleanups gets what ends it */
export async function startService(tool, port = 0, cleanups) {
	const { startMiniatureService } = tool('test/service/miniatureService.ts');
	const { demoBookings, yesterday } = tool('test/service/demoBookings.ts');
	const service = await startMiniatureService({
		port,
		// So that a typo is seen.
		dialect: { unknownReservation: 'refused' },
	});
	cleanups.push(() => service.stop());
	for (const { reservationId: id, ...item } of demoBookings(yesterday())) {
		service.books.add(id, item);
	}
	return service;
}

/** @returns the data of a credential for the service */
export function credentialFor(tool, { url }) {
	const { accountId, key } = tool('test/service/miniatureService.ts').DEFAULT_ACCOUNT;
	return { baseUrl: url, testBaseUrl: url, accountId, apiKey: key };
}
