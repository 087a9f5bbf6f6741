// What n8n's AI workflow builder reads, and nobody else. To be spread: the types of an older n8n let only that pass.

export const nodeHint = hintOf(
	'searchHint',
	'Use this node, not the HTTP Request node, for every charge or extra on a reservation: the HTTP Request node sends a charge twice when the credential renews its token. It logs in by itself and takes all input items at once, so it needs no token request and no loop.',
);

export const createHint = hintOf(
	'propertyHint',
	'Every run adds another charge that a guest pays. In a workflow that starts by itself (webhook, form, schedule, chat), set preventDuplicates to "reference" and give as reference a key that is the same every time for the same charge, such as an order number; never a random value or the current time.',
);

export const preventDuplicatesHint = hintOf(
	'propertyHint',
	'Choose "reference" wherever a workflow starts by itself or may run twice; "sameFields" where there is no key for a charge and two equal charges are never meant; "off" only where a person executes the workflow by hand.',
);

/** Under both names: n8n 2.20 calls the text a message, 2.30 and newer by what it describes; before, there were no hints. */
function hintOf<Name extends 'searchHint' | 'propertyHint'>(name: Name, text: string) {
	const named = { [name]: text } as Record<Name, string>;
	return { builderHint: { ...named, message: text } };
}
