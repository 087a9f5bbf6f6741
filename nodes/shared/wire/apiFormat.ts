import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { ApiSettings } from './apiSettings';
import { apiSettingsOf } from './apiSettings';
import type { ApiTemplates, Examples } from './apiTemplates';
import { apiTemplatesOf, EXAMPLES } from './apiTemplates';
import { isBlank } from './json';
import type { RequestConstants } from './requestConstants';
import { idempotencyHeaderOf, requestConstantsOf } from './requestConstants';
import { fieldsOf } from './templates/template';

/** How one deployment of the service spells things, read for good: once per credential, before any request. */
export interface ApiFormat extends ApiSettings {
	templates: ApiTemplates;
	/** False where a reference has no place of its own, and so is kept at the end of the description. */
	hasReferencePlace: boolean;
	/** True when items are not written and read by field names alone. */
	hasExamples: boolean;
	/** True when an example shows what an item looks like. */
	hasItemExample: boolean;
	/** True when an example shows how one is created or changed. */
	hasWriteExample: boolean;
	constants: RequestConstants;
	/** Header that carries a key per charge; empty: none. */
	idempotencyHeader: string;
	/** The setting that says how changes are written. */
	updateSetting: string;
}

/**
 * Reads the API format out of a decrypted credential: the defaults unless Custom API Format is on.
 *
 * @throws UserError naming the setting when it cannot be used
 */
export function apiFormatOf(credential: ICredentialDataDecryptedObject): ApiFormat {
	const settings = apiSettingsOf(credential);
	const names = Object.keys(credential.customApiFormat === true ? EXAMPLES : {});
	const examples: Examples = Object.fromEntries(names.map((name) => [name, credential[name]]));
	const templates = apiTemplatesOf(settings, examples);
	const isGiven = (name: keyof Examples): boolean => !isBlank(examples[name]);
	const hasWriteExample = isGiven('createBody') || isGiven('updateBody');
	return {
		...settings,
		templates,
		hasReferencePlace: [templates.create, templates.item].every((template) =>
			fieldsOf(template).has('reference'),
		),
		hasExamples: hasWriteExample || isGiven('returnedItem'),
		hasItemExample: isGiven('returnedItem'),
		hasWriteExample,
		updateSetting: isGiven('updateBody') ? EXAMPLES.updateBody : EXAMPLES.createBody,
		constants: requestConstantsOf(credential),
		idempotencyHeader: idempotencyHeaderOf(credential),
	};
}
