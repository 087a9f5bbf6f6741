import type { INodeProperties } from 'n8n-workflow';

import type { ApiSettings } from './apiSettings';
import { DEFAULT_API_SETTINGS } from './apiSettings';
import type { FurtherPaging, Pagination } from './pagination';
import { DEFAULT_FURTHER_PAGING } from './pagination';

const DEFAULTS = { ...DEFAULT_API_SETTINGS, ...DEFAULT_FURTHER_PAGING };

type Settings = ApiSettings & FurtherPaging;
type TextSetting = {
	[Key in keyof Settings]: Settings[Key] extends string ? Key : never;
}[keyof Settings];

/**
 * A credential field that takes a name of the service's; it starts as what is assumed.
 *
 * @param pagination the kind of paging that it is shown for; any by default
 */
export function textField(
	name: TextSetting,
	displayName: string,
	description: string,
	placeholder = '',
	pagination?: Pagination,
): INodeProperties {
	const assumed = DEFAULTS[name];
	return {
		displayName,
		name,
		type: 'string',
		default: assumed,
		...(placeholder && { placeholder }),
		description,
		displayOptions: {
			show: { customApiFormat: [true], ...(pagination && { pagination: [pagination] }) },
		},
	};
}
