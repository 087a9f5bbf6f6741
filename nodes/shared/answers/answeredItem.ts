import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import type { Answer } from './outcome';
import type { ApiFormat } from '../wire/apiFormat';
import { mergeBelow } from '../wire/dotPath';
import { writeId } from '../wire/itemId';
import { itemOf } from './envelope';

/** What is known about a service item apart from the answer, for services that answer with little or nothing. */
export interface KnownItem {
	id?: string;
	reservationId?: string;
	/** What was sent and accepted, as the service will show it. */
	sent?: IDataObject;
}

/** The service item in the answer to a get, create or update; where there is none, what is known of it stands for it. */
export function answeredItem(answer: Answer, known: KnownItem, format: ApiFormat): IDataObject {
	const item = itemOf(answer.body, format);
	if (item && Object.keys(item).length > 0) return item;
	const id = known.id ?? idInLocation(answer) ?? bareId(answer);
	const standIn = { ...known.sent };
	if (id !== undefined) writeId(standIn, id, format);
	return standIn;
}

/** An item together with the accepted fields that the service left out of its answer. */
export function completedItem(item: IDataObject, { sent = {} }: KnownItem): IDataObject {
	const whole = deepCopy(item);
	mergeBelow(whole, sent);
	return whole;
}

/** The id at the end of a Location header, by which a service may name what it has created (RFC 9110). */
function idInLocation({ headers }: Answer): string | undefined {
	const location = headers.location;
	const id = typeof location === 'string' ? /\/services\/([^/?#]+)/.exec(location)?.[1] : undefined;
	return id && decoded(id);
}

/** Some services answer a create with nothing but the ID: `48213`, or `"b3f1-…"`; 1 and 200 say no more than that it is done. */
function bareId({ body }: Answer): string | undefined {
	const isScalar = typeof body === 'number' || typeof body === 'string';
	const isId = isScalar && /^(?!(?:[01]|20\d)$)[\w-]*\d[\w-]*$/.test(String(body));
	return isId ? String(body) : undefined;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
