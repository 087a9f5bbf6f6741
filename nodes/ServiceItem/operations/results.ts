import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import type { Answer } from '../../shared/http/outcome';
import type { ItemInput } from '../../shared/run/itemInput';
import { mergeBelow } from '../../shared/wire/dotPath';
import { itemOf } from '../../shared/wire/envelope';
import type { WireContext } from '../../shared/wire/serviceItem';
import { simplifyServiceItem } from '../../shared/wire/serviceItem';

/** What is known about a service item apart from the answer, for services that answer with little or nothing. */
export interface KnownItem {
	id?: string;
	reservationId?: string;
	/** The body that was sent and accepted. */
	sent?: IDataObject;
}

/** Service items as the service returned them, or simplified where the option Simplify asks for it. */
export function outputOf(
	items: IDataObject[],
	known: KnownItem,
	input: ItemInput,
	wire: WireContext,
): IDataObject[] {
	if (input.collection('options').simplify !== true) return items;
	return items.map((item) => {
		const whole = deepCopy(item);
		mergeBelow(whole, known.sent ?? {});
		const simplified = simplifyServiceItem(whole, wire, known);
		return { ...simplified, id: simplified.id ?? known.id ?? null };
	});
}

/**
 * The service item in the answer to a get, create or update. Where the service returns none, the id as far
 * as it is known and the fields it accepted stand for it.
 */
export function itemIn(answer: Answer, known: KnownItem, wire: WireContext): IDataObject {
	const item = itemOf(answer.body, wire.format);
	if (item && Object.keys(item).length > 0) return item;
	const id = known.id ?? idInLocation(answer);
	return { ...(id !== undefined && { id }), ...known.sent };
}

/** The id at the end of a Location header, by which a service may name what it has created (RFC 9110). */
function idInLocation({ headers }: Answer): string | undefined {
	const location = headers.location;
	const id = typeof location === 'string' ? /\/services\/([^/?#]+)/.exec(location)?.[1] : undefined;
	return id && decodeURIComponent(id);
}
