import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from './apiFormat';
import { readPath, writeAt } from './dotPath';
import { names } from './names';
import { readTemplate } from './templates/readTemplate';
import { fieldsOf, placesOf } from './templates/template';

/** Where an identifier is looked for when the credential does not say where it is (assumption), best first. */
const USUAL_ID_FIELDS = names(
	'id serviceId serviceItemId itemId _id uuid guid ID Id service_id service_item_id item_id ' +
		'serviceID serviceUuid ServiceId',
);

/** The identifier of a service item as it came, or undefined when none is found. */
export function idOf(
	item: IDataObject,
	{ templates, idField }: ApiFormat,
): string | number | undefined {
	const isExampled = fieldsOf(templates.item).has('id');
	if (isExampled) {
		const { values, misfits } = readTemplate(templates.item, item, 'UTC', 'id');
		const id = values.id ?? misfits.id?.value;
		if (isId(id)) return id;
	}
	// An answer that the example does not fit, such as { "OrderId": 7 } after a create, may have its id elsewhere.
	const candidates = idField !== '' ? [idField] : isExampled ? [] : USUAL_ID_FIELDS;
	for (const path of candidates) {
		const id = readPath(item, path);
		if (isId(id)) return id;
	}
	return undefined;
}

/** Puts an ID that is known otherwise to where `idOf` finds it. */
export function writeId(item: IDataObject, id: string, { templates, idField }: ApiFormat): void {
	const place = placesOf(templates.item, 'id')[0];
	const path = place?.path ?? (idField || 'id').split('.');
	writeAt(item, path, place?.kind === 'text' ? place.around.join(id) : id);
}

function isId(id: unknown): id is string | number {
	return (typeof id === 'string' && id !== '') || typeof id === 'number';
}
