import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Spelling } from '../../service/dialect';
import { fillPattern, type Pattern } from '../../service/spelling';
import { SPELLINGS } from '../../service/spellings';
import type { Hotel } from './hotel';

type Spelled = keyof typeof SPELLINGS;

/** What a user pastes for a service: the examples, amounts that its currency can have, and which fields it has places for. */
export interface PastedSettings {
	settings: { [setting: string]: unknown };
	amounts?: [number, number];
	accounts?: { accountCode: string; destinationAccount: string };
}

/** Amounts that the currency of a service can have. */
export const AMOUNTS: Partial<Record<string, [number, number]>> = {
	yen: [1200, 980],
	dinars: [12.345, 0.5],
};
const WITHOUT_ACCOUNTS = ['yen', 'dinars', 'customFields'];
/** Those whose IDs are numbers. */
const NUMBERED = ['moneyObject', 'propertyManagement', 'folioWindows'];
/** Those whose Update Body does not follow from Create Body. */
const WITH_UPDATE_BODY = ['jsonPatch', 'valueWrappers', 'queryLanguage'];
/** Those whose List Query follows from Create Body. */
const WITHOUT_LIST_QUERY = ['cents', 'yen', 'dinars'];

/** What a user pastes from the documentation of each service that spells in its own way. */
export const PASTED = Object.fromEntries(
	Object.entries(SPELLINGS).map(([name, spelling]) => [name, pastedFrom(name, spelling)]),
) as Record<Spelled, PastedSettings>;

function pastedFrom(name: string, spelling: Spelling): PastedSettings {
	const { headers, created, changed, listed, shown, list = (items) => items } = spelling;
	const withBlanks = (pattern: Pattern) => fillPattern(pattern, ({ blank }) => blank) ?? null;
	const destinationAccount = name === 'folioWindows' ? '2' : 'GUEST';
	return {
		settings: {
			...(headers && { requestHeaders: headers }),
			createBody: withBlanks(created),
			...(WITH_UPDATE_BODY.includes(name) && { updateBody: withBlanks(changed) }),
			...(!WITHOUT_LIST_QUERY.includes(name) && { listQuery: withBlanks(listed) }),
			...(name !== 'yen' && { listResponse: list([withBlanks(shown)]) }),
		},
		amounts: AMOUNTS[name],
		...(!WITHOUT_ACCOUNTS.includes(name) && {
			accounts: { accountCode: '4400', destinationAccount },
		}),
	};
}

/**
 * The service spells in its own way, and the user has pasted its examples.
 *
 * @param unknown examples that are left out
 */
export function paste(hotel: Hotel, name: Spelled, unknown: string[] = []): void {
	const spelling: Spelling = SPELLINGS[name];
	const texts = Object.entries(PASTED[name].settings)
		.filter(([setting]) => !unknown.includes(setting))
		.map(([setting, value]) => [setting, JSON.stringify(value)]);
	spell(hotel, name, spelling, Object.fromEntries(texts) as ICredentialDataDecryptedObject);
}

/** The service spells in this way, and the user has entered these examples. */
export function spell(
	hotel: Hotel,
	name: string,
	spelling: Spelling,
	examples: ICredentialDataDecryptedObject,
): void {
	const idType = NUMBERED.includes(name) ? 'number' : 'string';
	hotel.speak({ spelling, referenceField: 'externalRef', idType }, examples);
	const query = spelling.query ? `?${new URLSearchParams(spelling.query).toString()}` : '';
	const baseUrl = `${hotel.service.url}${query}`;
	hotel.credential.edit({ baseUrl, testBaseUrl: baseUrl });
}
