/*
 * All that the service's documentation leaves open and this node assumes
 * (docs/service-api.md). On the day it is shown, it is changed here.
 */

/** What POST /services is sent unless the credential says otherwise. */
export const DEFAULT_CREATE_BODY = `{
  "reservationId": "{reservationId}",
  "amount": "{amount}",
  "date": "{date}",
  "description": "{description}",
  "accountCode": "{accountCode}",
  "destinationAccount": "{destinationAccount}"
}`;

/** The name of the list in an answer that has several. */
export const USUAL_LIST = /^(data|items|results?|services|service_?items)$/i;

/** The name of a charge's ID, where List Response does not show it. */
export const USUAL_ID = /^(_?id|service_?(item_?)?id|uuid)$/i;

/** How a service marks a charge as cancelled, voided or deleted. */
export const GONE =
	/^(is_?)?(deleted|removed|cancell?ed|voided?)(_?(at|on|utc|date))?$/i;
export const SINCE = /^(true|1|yes|(?!(0001|1970)-01-01)\d{4}-\d\d.*)$/i;
export const STATUS = /^(status|state)$/i;

/** At the end of a description, where a reference has no place of its own. */
export const MARK = /(?:^|\s)\[ref:((?:(?!\s\[ref:)[^\]\r\n])+)\]\s*$/;

/** What services make of a text in HTML. */
export const ESCAPES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	'#39': "'",
	'#039': "'",
	'#x27': "'",
	nbsp: ' ',
};

/** Decimals of an amount, where a placeholder does not say otherwise. */
export const DECIMALS = 2;
