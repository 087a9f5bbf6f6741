import { apiFormatOf } from '../../../nodes/shared/wire/apiFormat';

/** How a service spells things of which the credential says nothing. */
export const DEFAULT_API_FORMAT = apiFormatOf({});
