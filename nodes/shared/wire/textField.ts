import type { INodeProperties } from 'n8n-workflow';

import type { ApiSettings, Pagination } from './apiSettings';
import { DEFAULT_API_SETTINGS } from './apiSettings';

type TextSetting = {
	[Key in keyof ApiSettings]: ApiSettings[Key] extends string ? Key : never;
}[keyof ApiSettings];

/**
 * A credential field that takes a name of the service's; it starts as what is assumed.
 *
 * @param paginations the ways of paging that it is shown for; any by default
 */
export function textField(
	name: TextSetting,
	displayName: string,
	description: string,
	placeholder = '',
	paginations?: Pagination[],
): INodeProperties {
	const assumed = DEFAULT_API_SETTINGS[name];
	return {
		displayName,
		name,
		type: 'string',
		default: assumed,
		...(placeholder && { placeholder }),
		description,
		displayOptions: {
			show: { customApiFormat: [true], ...(paginations && { pagination: paginations }) },
		},
	};
}
