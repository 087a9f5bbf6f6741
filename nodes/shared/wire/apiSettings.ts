import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { givenNumber } from './givenNumber';
import { isBlank } from './json';
import { MOST_DECIMALS } from './templates/amountForms';

/** The ways of paging, as the credential stores them. */
export const PAGINATIONS = [
	'none',
	'page',
	'offset',
	'cursor',
	'nextLink',
	'lastItem',
	'pageAndCursor',
] as const;
export type Pagination = (typeof PAGINATIONS)[number];

/**
 * How a deployment of the service spells what SERVICE-API.md leaves "not shown" (sections 2.3, 4, 8): every value is an
 * assumption that the user can change in the credential. Field names are dot paths.
 */
export const DEFAULT_API_SETTINGS = {
	/** Query parameter of GET /services and body property of POST /services. */
	reservationIdField: 'reservationId',
	/** Property with an item's identifier; empty: detect. */
	idField: '',
	/** Property of the list response with the items; empty: detect. */
	itemsField: '',
	amountField: 'amount',
	dateField: 'date',
	descriptionField: 'description',
	accountCodeField: 'accountCode',
	destinationAccountField: 'destinationAccount',
	/** Property for a caller's own reference; empty: it is kept at the end of the description. */
	referenceField: '',
	/** 12.5, "12.50" or 1250. */
	amountFormat: 'number' as 'number' | 'string' | 'minorUnits',
	/** 2026-11-21 or 2026-11-21T00:00:00.000+01:00. */
	dateFormat: 'date' as 'date' | 'dateTime',
	/** How GET /services is paged. */
	pagination: 'none' as Pagination,
	/** Query parameter with the page number or the offset; empty: `page` or `offset`, by `pagination`. */
	pageParameter: '',
	/** Number of the first page. */
	firstPage: 1,
	/** Query parameter with the number of items asked for; empty: none, as every page has the same number. */
	pageSizeParameter: 'limit',
	/** Items asked for per page. */
	pageSize: 100,
	cursorParameter: 'cursor',
	/** Property of the list response with the cursor of the next page. */
	nextCursorField: 'nextCursor',
	/** Property of the list response with the address or path of the next page; empty: the Link header or a usual name. */
	nextLinkField: '',
	/** Query parameter that takes the ID of the last item of the page before. */
	lastItemParameter: 'starting_after',
	/** Property of the list response that says whether there is more. */
	hasMoreField: 'has_more',
	/** Decimals of the currency: none of a yen, three of a dinar. */
	currencyDecimals: 2,
};

/** The settings of one credential. */
export type ApiSettings = typeof DEFAULT_API_SETTINGS;

/** The formats and pagings there are; anything else, which only an expression can give, counts as the default. */
const CHOICES: Partial<Record<keyof ApiSettings, string[]>> = {
	amountFormat: ['number', 'string', 'minorUnits'],
	dateFormat: ['date', 'dateTime'],
	pagination: [...PAGINATIONS],
};

/**
 * Reads the settings out of a decrypted credential: the defaults unless Custom API Format is on.
 *
 * @throws UserError naming the setting when the decimals of the currency are none
 */
export function apiSettingsOf(credential: ICredentialDataDecryptedObject): ApiSettings {
	const format = { ...DEFAULT_API_SETTINGS };
	if (credential.customApiFormat === true) {
		for (const key of Object.keys(format) as Array<keyof ApiSettings>) {
			const value = settingOf(key, credential[key]);
			if (value !== undefined) Object.assign(format, { [key]: value });
		}
	}
	// The editor fills in `page` for either kind of paging.
	const isUnset = format.pageParameter === '' || format.pageParameter === 'page';
	if (isUnset) format.pageParameter = format.pagination === 'offset' ? 'offset' : 'page';
	return format;
}

function settingOf(key: keyof ApiSettings, given: unknown): string | number | undefined {
	if (key === 'pageSize' || key === 'firstPage') {
		const number = givenNumber(given, { least: key === 'pageSize' ? 1 : 0, isWhole: true });
		return Number.isNaN(number) ? undefined : number;
	}
	const text = typeof given === 'string' ? given.trim() : '';
	if (key === 'pageSizeParameter' && typeof given === 'string') return text;
	if (key === 'currencyDecimals') return isBlank(given) ? undefined : decimalsOf(given);
	return text !== '' && (CHOICES[key]?.includes(text) ?? true) ? text : undefined;
}

/** Taken for another number, it would make an amount ten times too much. */
function decimalsOf(given: unknown): number {
	const decimals = givenNumber(given, { least: 0, isWhole: true }) ?? 0;
	if (decimals <= MOST_DECIMALS) return decimals;
	throw userError(
		`'Currency Decimals' in the Reservation Service credential must be a whole number from 0 to ${MOST_DECIMALS}`,
		'It is 2 for most currencies, 0 for a yen and 3 for a dinar.',
	);
}
