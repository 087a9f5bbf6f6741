import type { IDataObject } from 'n8n-workflow';
import { byId } from './serviceItemNode';

/** Input items, two of which name service items that there are not. */
export const items = [
	{ id: 'si-1', note: 'first' },
	{ id: 'lost-1', note: 'second' },
	{ id: 'si-2', note: 'third' },
	{ id: 'lost-2', note: 'fourth' },
];

/** Reads what each of them names. */
export const readEach = { serviceId: byId('={{ $json.id }}') };

export const notFound = (id: string) => expect.stringContaining(`'${id}' was not found`) as string;

/** What has come out for each, and of which input item it says to be. */
export function pairs(output: Array<{ json: IDataObject; pairedItem?: unknown }>) {
	return output.map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem]);
}
