import type { IDataObject } from 'n8n-workflow';

/** How a service marks what it keeps although it is gone (assumption: SERVICE-API.md section 3 shows no states). */
const WITHDRAWN = /^(is)?(deleted|removed|cancell?ed|void(ed)?)(at|on|date)?$/i;
/** What such a field has in it then: a yes or a date of our days. With anything else the charge is there, lest it be made twice. */
const YES = /^(t(rue)?|y(es)?|1)$|^(\/Date\()?[12]\d{9}(\d{3})?\b|\b20\d\d/i;
/** Clocks differ, and a date without a zone may be one of tomorrow. */
const TOLERANCE = 86_400_000;

/** True for a service item that is no charge any more: a `status` or `state` says so, or a field such as `deletedAt`. */
export function isWithdrawn(item: IDataObject): boolean {
	return Object.entries(item).some(([key, value]) => {
		const name = key.replace(/[^a-z0-9]/gi, '');
		const text = typeof value === 'object' ? '' : String(value);
		if (/^stat(e|us)$/i.test(name)) return WITHDRAWN.test(text);
		return WITHDRAWN.test(name) && YES.test(text) && !isInFuture(text);
	});
}

function isInFuture(text: string): boolean {
	const digits = /^(?:\/Date\()?(\d{10}(?:\d{3})?)\b/.exec(text)?.[1];
	const unit = digits?.length === 10 ? 1000 : 1;
	const instant = digits === undefined ? Date.parse(text) : Number(digits) * unit;
	return instant > Date.now() + TOLERANCE;
}
