import type { IDataObject } from 'n8n-workflow';

import { plainName } from './names';

/** How a service marks what it keeps although it is gone (assumption: SERVICE-API.md section 3 shows no states). */
const WITHDRAWN = /^(is)?(deleted|removed|cancell?ed|void(ed)?)(at|on|date)?$/i;
/** Among them dates that stand for none: the first and the last that programs and databases know. */
const NOT = /^([\s0:-]*|n(o|one|ull)?|f(alse)?|(0001|1[79]\d\d|9999)-.+)$/i;

/** True for a service item that is no charge any more: a `status` or `state` says so, or a field such as `deletedAt`. */
export function isWithdrawn(item: IDataObject): boolean {
	return Object.entries(item).some(([key, value]) => {
		const name = plainName(key);
		if (typeof value === 'object' || NOT.test(String(value))) return false;
		return WITHDRAWN.test(/^stat(e|us)$/.test(name) ? String(value) : name);
	});
}
