import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { DEFAULT_API_FORMAT } from '../../../support/defaultFormat';
import { EXAMPLES } from '../../../../../nodes/shared/wire/apiTemplates';
import { apiFormatProperties } from '../../../../../nodes/shared/wire/apiFormatProperties';
import type { ApiSettings } from '../../../../../nodes/shared/wire/apiSettings';
import { PAGINATIONS } from '../../../../../nodes/shared/wire/apiSettings';
import { encodeServiceItem } from '../../../../../nodes/shared/wire/writtenItem';

/** Every default of INTERFACE.md, by itself. */
const documented = {
	reservationIdField: 'reservationId',
	idField: '',
	itemsField: '',
	amountField: 'amount',
	dateField: 'date',
	descriptionField: 'description',
	accountCodeField: 'accountCode',
	destinationAccountField: 'destinationAccount',
	referenceField: '',
	amountFormat: 'number',
	dateFormat: 'date',
	pagination: 'none',
	pageParameter: 'page',
	firstPage: 1,
	pageSizeParameter: 'limit',
	pageSize: 100,
	cursorParameter: 'cursor',
	nextCursorField: 'nextCursor',
	nextLinkField: '',
	lastItemParameter: 'starting_after',
	hasMoreField: 'has_more',
	currencyDecimals: 2,
};

const on = { customApiFormat: true };

describe('the API format of a credential', () => {
	it('has the documented defaults', () => {
		expect(apiFormatOf({})).toMatchObject(documented);
		expect(apiFormatOf(on)).toMatchObject(documented);
	});

	it('pages by offset under that name, unless the user gave another', () => {
		expect(apiFormatOf({ ...on, pagination: 'offset' }).pageParameter).toBe('offset');
		const named = { ...on, pagination: 'offset', pageParameter: 'skip' };
		expect(apiFormatOf(named).pageParameter).toBe('skip');
	});

	it('ignores every field while Custom API Format is off', () => {
		const filled = { amountField: 'x', pagination: 'page', pageSize: 5, amountFormat: 'string' };
		expect(apiFormatOf({ ...filled, customApiFormat: false })).toMatchObject(documented);
		expect(apiFormatOf(filled)).toMatchObject(documented);
	});

	it('takes what the user entered, without spaces around', () => {
		const entered = { ...on, amountField: ' price.value ', pageSize: 20, dateFormat: 'dateTime' };
		expect(apiFormatOf(entered)).toMatchObject({
			...documented,
			amountField: 'price.value',
			pageSize: 20,
			dateFormat: 'dateTime',
		});
	});

	it.each(['', '   ', '\n'])(
		'has the default where a name is blank, but for the size of a page: %p',
		(blank) => {
			const names = Object.keys(documented).filter((name) => /Field|Parameter/.test(name));
			const entered = Object.fromEntries(names.map((name) => [name, blank]));
			const noSize = { pageSizeParameter: '' };
			expect(apiFormatOf({ ...on, ...entered })).toMatchObject({ ...documented, ...noSize });
		},
	);

	it.each([0, NaN, -1])('has the default where the page size is %p', (pageSize) => {
		expect(apiFormatOf({ ...on, pageSize }).pageSize).toBe(100);
	});

	it.each([
		[0, 0],
		['0', 0],
		[1, 1],
		['', 1],
		[-1, 1],
		[0.5, 1],
	])('has %p for the first page as %p', (firstPage, number) => {
		expect(apiFormatOf({ ...on, firstPage }).firstPage).toBe(number);
	});

	it('takes a page size that an expression gives as text', () => {
		expect(apiFormatOf({ ...on, pageSize: '20' }).pageSize).toBe(20);
	});

	it.each(['Number', 'decimal', 'cents '])(
		'never charges a hundredfold because of an unknown amount format: %p',
		(amountFormat) => {
			const charge = (): unknown =>
				encodeServiceItem(
					{ amount: 12.5 },
					{},
					{ format: apiFormatOf({ ...on, amountFormat }), timeZone: 'UTC' },
				).amount;
			expect(resultOf(charge)).not.toBe(1250);
		},
	);

	it('is not shared between credentials', () => {
		apiFormatOf({}).amountField = 'changed';
		expect(apiFormatOf({})).toMatchObject(documented);
		expect(DEFAULT_API_FORMAT.amountField).toBe('amount');
	});
});

describe('the fields of the credential', () => {
	it('offer every part of the format, and nothing else', () => {
		const offered = new Set(apiFormatProperties.map(({ name }) => name));
		expect([...offered].sort()).toEqual(
			[
				'customApiFormat',
				...Object.keys(documented),
				...Object.keys(EXAMPLES),
				'requestHeaders',
				'requestQuery',
				'idempotencyHeader',
			].sort(),
		);
	});

	it.each(PAGINATIONS)(
		'have the defaults that hold when nothing is entered, paging by %s',
		(pagination) => {
			const values = { ...on, pagination };
			const shown = shownOf(values);
			const format = apiFormatOf(values);
			for (const [name, value] of Object.entries(shown)) {
				if (name in documented)
					expect([name, format[name as keyof ApiSettings]]).toEqual([name, value]);
			}
			expect(Object.keys(shown)).toContain('amountField');
		},
	);

	it.each([
		['page', 'page'],
		['offset', 'offset'],
	] as const)('page by %s as the editor fills them in', (pagination, parameter) => {
		expect(apiFormatOf(filledByEditor({ pagination })).pageParameter).toBe(parameter);
	});

	it('show nothing but the switch until it is on', () => {
		expect(Object.keys(shownOf({}))).toEqual(['customApiFormat']);
	});

	it('offer choices that the format knows', () => {
		const choices = (name: string): unknown[] =>
			(apiFormatProperties.find((property) => property.name === name)?.options ?? []).map(
				(option) => 'value' in option && option.value,
			);
		expect(choices('amountFormat').sort()).toEqual(['minorUnits', 'number', 'string']);
		expect(choices('dateFormat').sort()).toEqual(['date', 'dateTime']);
		expect(choices('pagination').sort()).toEqual([...PAGINATIONS].sort());
	});
});

function resultOf(action: () => unknown): unknown {
	try {
		return action();
	} catch {
		return 'refused';
	}
}

/**
 * A credential as n8n's editor saves it: the form starts with the default of the first property of each
 * name, and what is saved is what differs from the defaults of the properties shown.
 */
function filledByEditor(chosen: Partial<ApiSettings>): ICredentialDataDecryptedObject {
	const form: INodeParameters = {};
	for (const { name, default: start } of apiFormatProperties) {
		if (!(name in form)) form[name] = start;
	}
	const saved = shownOf({ ...form, ...on, ...chosen }, false);
	return shownOf(saved, true) as ICredentialDataDecryptedObject;
}

/** The values of the fields the form shows; without `defaults`, those that differ from their default. */
function shownOf(values: INodeParameters, defaults = true): INodeParameters {
	return (
		NodeHelpers.getNodeParameters(apiFormatProperties, values, defaults, false, null, null) ?? {}
	);
}
