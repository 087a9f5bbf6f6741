/** What a user pastes for a service: the settings, amounts that its currency can have, and which fields it has places for. */
export interface PastedSettings {
	settings: { [setting: string]: unknown };
	amounts?: [number, number];
	accounts?: { accountCode: string; destinationAccount: string };
}

/** Accounts as most services take them. */
export const accounts = { accountCode: '4400', destinationAccount: 'GUEST' };
