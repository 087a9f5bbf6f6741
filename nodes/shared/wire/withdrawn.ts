import type { IDataObject } from 'n8n-workflow';

import { plainName } from './names';

/** How a service marks what it keeps although it is gone (assumption: SERVICE-API.md section 3 shows no states). */
const WITHDRAWN = /^(is)?(deleted|removed|cancell?ed|void(ed)?)(at|on|date)?$/i;
/** Among them a date of a database that stands for none. */
const NOT = /^([\s0:-]*|no?|false|null)$/i;

/** True for a service item that is no charge any more: a `status` or `state` says so, or a field such as `deletedAt`. */
export function isWithdrawn(item: IDataObject): boolean {
	return Object.entries(item).some(([key, value]) => {
		const name = plainName(key);
		if (typeof value === 'object' || NOT.test(String(value))) return false;
		return WITHDRAWN.test(/^stat(e|us)$/.test(name) ? String(value) : name);
	});
}
