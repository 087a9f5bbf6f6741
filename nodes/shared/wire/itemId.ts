import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from './apiFormat';
import { readPath } from './dotPath';

/** Where an identifier is looked for when the credential names no ID Field (assumption), best first. */
const USUAL_ID_FIELDS = [
	'id',
	'serviceId',
	'serviceItemId',
	'itemId',
	'_id',
	'uuid',
	'guid',
	'ID',
	'Id',
	'service_id',
	'service_item_id',
	'item_id',
	'serviceID',
	'serviceUuid',
	'ServiceId',
];

/** The identifier of a service item as it came, or undefined when none is found. */
export function idOf(item: IDataObject, format: ApiFormat): string | number | undefined {
	const candidates = format.idField === '' ? USUAL_ID_FIELDS : [format.idField];
	for (const path of candidates) {
		const id = readPath(item, path);
		if ((typeof id === 'string' && id !== '') || typeof id === 'number') return id;
	}
	return undefined;
}
