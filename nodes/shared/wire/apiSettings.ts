import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isBlank } from './json';
import type { FurtherPaging, Pagination } from './pagination';
import { DEFAULT_FURTHER_PAGING, PAGINATIONS } from './pagination';
import { MOST_DECIMALS } from './templates/amountForms';

/**
 * How one deployment of the service spells what SERVICE-API.md leaves "not shown" (sections 2.3, 4, 8).
 * Every value is an assumption that the user can change in the credential. Field names are dot paths.
 */
export interface ApiSettings extends FurtherPaging {
	/** Query parameter of GET /services and body property of POST /services. */
	reservationIdField: string;
	/** Property with an item's identifier; empty: detect. */
	idField: string;
	/** Property of the list response with the items; empty: detect. */
	itemsField: string;
	amountField: string;
	dateField: string;
	descriptionField: string;
	accountCodeField: string;
	destinationAccountField: string;
	/** Property for a caller's own reference; empty: it is kept at the end of the description. */
	referenceField: string;
	/** 12.5, "12.50" or 1250. */
	amountFormat: 'number' | 'string' | 'minorUnits';
	/** 2026-11-21 or 2026-11-21T00:00:00.000+01:00. */
	dateFormat: 'date' | 'dateTime';
	/** How GET /services is paged. */
	pagination: Pagination;
	/** Query parameter with the page number or the offset; empty: `page` or `offset`, by `pagination`. */
	pageParameter: string;
	/** Number of the first page. */
	firstPage: number;
	pageSizeParameter: string;
	/** Items asked for per page. */
	pageSize: number;
	cursorParameter: string;
	/** Property of the list response with the cursor of the next page. */
	nextCursorField: string;
	/** Decimals of the currency: none of a yen, three of a dinar. */
	currencyDecimals: number;
}

/** What is assumed until the user says otherwise. */
export const DEFAULT_API_SETTINGS: ApiSettings = {
	reservationIdField: 'reservationId',
	idField: '',
	itemsField: '',
	amountField: 'amount',
	dateField: 'date',
	descriptionField: 'description',
	accountCodeField: 'accountCode',
	destinationAccountField: 'destinationAccount',
	referenceField: '',
	amountFormat: 'number',
	dateFormat: 'date',
	pagination: 'none',
	pageParameter: '',
	firstPage: 1,
	pageSizeParameter: 'limit',
	pageSize: 100,
	cursorParameter: 'cursor',
	nextCursorField: 'nextCursor',
	...DEFAULT_FURTHER_PAGING,
	currencyDecimals: 2,
};

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
		const least = key === 'pageSize' ? 1 : 0;
		return !isBlank(given) && Number.isInteger(Number(given)) && Number(given) >= least
			? Number(given)
			: undefined;
	}
	const text = typeof given === 'string' ? given.trim() : '';
	if (key === 'currencyDecimals') return isBlank(given) ? undefined : decimalsOf(given);
	return text !== '' && (CHOICES[key]?.includes(text) ?? true) ? text : undefined;
}

/** Taken for another number, it would make an amount ten times too much. */
function decimalsOf(given: unknown): number {
	const decimals = typeof given === 'string' || typeof given === 'number' ? Number(given) : NaN;
	if (Number.isInteger(decimals) && decimals >= 0 && decimals <= MOST_DECIMALS) return decimals;
	throw new UserError(
		`'Currency Decimals' in the Reservation Service credential must be a whole number from 0 to ${MOST_DECIMALS}`,
		{ description: 'It is 2 for most currencies, 0 for a yen and 3 for a dinar.' },
	);
}
