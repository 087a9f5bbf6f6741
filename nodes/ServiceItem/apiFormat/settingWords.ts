import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { apiFormatProperties } from '../../shared/wire/apiFormatProperties';

/** Settings as somebody enters them in the credential: 'Pagination' to Cursor and 'Cursor Parameter' to after. */
export function enteredAs(settings: IDataObject): string {
	const words = Object.entries(settings).map(
		([name, value]) => `'${labelOf(name, settings)}' to ${choiceOf(name, value)}`,
	);
	return new Intl.ListFormat('en-GB').format(words);
}

/** A value as the credential shows it: the name of a choice, else the value itself. */
export function choiceOf(name: string, value: unknown): string {
	const choices = apiFormatProperties.find((property) => property.name === name)?.options ?? [];
	const choice = choices.find((option) => 'value' in option && option.value === value);
	return choice?.name ?? (value === '' ? 'blank' : String(value));
}

/** Of two fields that are stored under one name, the one that is shown for the kind of paging. */
function labelOf(name: string, { pagination }: IDataObject): string {
	const named = apiFormatProperties.filter((property) => property.name === name);
	const isShown = ({ displayOptions }: INodeProperties): boolean =>
		displayOptions?.show?.pagination?.includes(pagination as string) ?? false;
	return (named.find(isShown) ?? named[0])?.displayName ?? name;
}
