/** The fields of the API format in the credential, as the form names them. */
export const EXAMPLES = {
	createBody: 'Create Body',
	updateBody: 'Update Body',
	listQuery: 'List Query',
	listResponse: 'List Response',
	requestHeaders: 'Request Headers',
} as const;

/** What POST /services is sent unless the credential says otherwise (assumption, docs/service-api.md). */
export const DEFAULT_CREATE_BODY = `{
  "reservationId": "{reservationId}",
  "amount": "{amount}",
  "date": "{date}",
  "description": "{description}",
  "accountCode": "{accountCode}",
  "destinationAccount": "{destinationAccount}"
}`;
