import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { ApiSettings } from './apiSettings';
import { DEFAULT_API_SETTINGS, apiSettingsOf } from './apiSettings';
import type { ApiTemplates, Examples } from './apiTemplates';
import { apiTemplatesOf, EXAMPLES } from './apiTemplates';
import { fieldsOf } from './templates/template';

/** How one deployment of the service spells things, read for good: once per credential, before any request. */
export interface ApiFormat extends ApiSettings {
	templates: ApiTemplates;
	/** False where a reference has no place of its own, and so is kept at the end of the description. */
	hasReferencePlace: boolean;
}

/**
 * Reads the API format out of a decrypted credential: the defaults unless Custom API Format is on.
 *
 * @throws UserError naming the setting when it cannot be used
 */
export function apiFormatOf(credential: ICredentialDataDecryptedObject): ApiFormat {
	const isCustom = credential.customApiFormat === true;
	const examples = Object.keys(EXAMPLES).map((name) => [name, credential[name]]);
	return compiled(
		apiSettingsOf(credential),
		isCustom ? (Object.fromEntries(examples) as Examples) : {},
	);
}

/** The format of a service that spells everything as is assumed. */
export const DEFAULT_API_FORMAT: ApiFormat = compiled(DEFAULT_API_SETTINGS, {});

function compiled(settings: ApiSettings, examples: Examples): ApiFormat {
	const templates = apiTemplatesOf(settings, examples);
	return { ...settings, templates, hasReferencePlace: fieldsOf(templates.item).has('reference') };
}
