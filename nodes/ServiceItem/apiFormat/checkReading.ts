import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { itemsOf } from '../../shared/answers/envelope';
import { signOfMore } from '../../shared/answers/moreOfList';
import { RequestFailure } from '../../shared/client/requestFailure';
import type { Session } from '../../shared/reservation/session';
import { fillTemplate } from '../../shared/wire/templates/fillTemplate';
import type { ApiFormat } from '../../shared/wire/apiFormat';
import { DEFAULT_API_SETTINGS } from '../../shared/wire/apiSettings';
import type { Settings } from './advisedSettings';
import { settingsFor } from './advisedSettings';
import type { FoundList, TryList } from './exploreList';
import { exploreList } from './exploreList';
import type { FoundPaging } from './explorePaging';
import { explorePaging } from './explorePaging';
import { fieldReport } from './fieldLines';
import type { FoundFields } from './recognizeFields';
import { recognizeFields } from './recognizeFields';
import type { ReportLine } from './report';
import { changeLine, rightLine, unknownLine } from './report';
import { decimalsOf } from './valueFormats';

/** What reading alone tells about a service. */
export interface ReadingReport {
	lines: ReportLine[];
	/** The credential fields to set; empty when it is right as it is. */
	credential: Settings;
	items: IDataObject[];
}

/**
 * Finds out by reading how the service spells the charges of a reservation, and compares it with the credential.
 *
 * @throws UserError when no list of charges comes back, and RequestFailure when the service cannot be asked
 */
export async function checkReading(
	session: Session,
	reservationId: string,
): Promise<ReadingReport> {
	const { wire } = session;
	const list = tryListOf(session, reservationId);
	const found = await exploreList(list, reservationId, (id) => queryFor(session, id));
	if (!found) throw noCharges(reservationId);
	const { items } = found.place;
	const fields = recognizeFields(items, reservationId, wire.timeZone);
	const paging = items.length > 1 ? await explorePaging(list, found.query, items) : undefined;
	const byField = fieldReport(items, fields, wire);
	const lines = [
		queryLine(found, session),
		await itemsLine(found, session),
		...byField.lines,
		pagingLine(found, paging, session),
	];
	const isRight = lines.every(({ verdict }) => verdict !== 'change');
	const credential = isRight ? {} : adviceFor(session, found, fields, paging);
	return { lines: [...lines, ...exampleLines(credential)], credential, items };
}

function tryListOf({ client }: Session, reservationId: string): TryList {
	return async (query) => {
		const answer = await client.trySend({ method: 'GET', query }, { reservationId });
		if (!(answer instanceof RequestFailure)) return answer;
		const { outcome } = answer;
		// Another parameter may do better only where the service has complained about this one.
		const isAboutQuery =
			outcome.kind === 'answer' &&
			(outcome.status < 300 || [400, 404, 422].includes(outcome.status));
		if (isAboutQuery) return undefined;
		throw answer;
	};
}

function queryFor({ wire: { format, timeZone } }: Session, reservationId: string): IDataObject {
	return (fillTemplate(format.templates.list, { reservationId }, timeZone) ?? {}) as IDataObject;
}

function queryLine({ queryName, query, isNarrowed }: FoundList, session: Session): ReportLine {
	const present = Object.keys(queryFor(session, '')).join(', ');
	const setting = 'Reservation ID Field';
	if (queryName !== undefined) {
		return changeLine(setting, present, `${queryName} lists this reservation only`, queryName);
	}
	return isNarrowed
		? rightLine(setting, present, `${Object.keys(query).join(', ')} lists this reservation only`)
		: unknownLine(
				setting,
				present,
				'the same list for every reservation',
				`The service seems to ignore this query parameter. Look its name up in the documentation of your service, and set it before anything is compared or removed.`,
			);
}

async function itemsLine(
	{ place, answer }: FoundList,
	{ wire: { format } }: Session,
): Promise<ReportLine> {
	const { itemsField } = place;
	const present = format.itemsField || 'detected';
	const what = `${place.items.length} charges ${itemsField === '' ? 'in the answer itself' : `under ${itemsField}`}`;
	return (await isReadAlike(answer.body, place.items, format))
		? rightLine('Items Field', present, what)
		: changeLine('Items Field', present, what, itemsField);
}

/** Whether the credential as it is finds the same charges in the answer. */
async function isReadAlike(
	body: unknown,
	items: IDataObject[],
	format: ApiFormat,
): Promise<boolean> {
	const read = Promise.resolve().then(() => itemsOf(body, format));
	return JSON.stringify(await read.catch(() => undefined)) === JSON.stringify(items);
}

function pagingLine(
	{ answer, place }: FoundList,
	paging: FoundPaging | undefined,
	{ wire: { format } }: Session,
): ReportLine {
	const setting = 'Pagination';
	const present = format.pagination;
	if (paging && paging.settings.pagination !== present) {
		return changeLine(setting, present, paging.seen, paging.settings.pagination);
	}
	if (paging) return rightLine(setting, present, paging.seen);
	const sign = signOfMore(answer, { items: place.items.length, pages: 1 });
	if (sign !== undefined) {
		return unknownLine(
			setting,
			present,
			`'${sign}' says that there is more`,
			'Look up in the documentation of your service how lists are paged, and set it here.',
		);
	}
	return place.items.length > 1
		? rightLine(setting, present, `${place.items.length} charges in one answer`)
		: unknownLine(
				setting,
				present,
				'one charge',
				'Check with a reservation that has several charges.',
			);
}

/** Every credential field that says how the API is spelled: what was found, else what is there. */
function adviceFor(
	{ wire: { format } }: Session,
	{ queryName, place }: FoundList,
	fields: FoundFields,
	paging: FoundPaging | undefined,
): Settings {
	const present: Settings = {};
	for (const name of Object.keys(DEFAULT_API_SETTINGS) as Array<
		keyof typeof DEFAULT_API_SETTINGS
	>) {
		present[name] = format[name];
	}
	const decimals = fields.amount?.format === 'text' ? decimalsOf(fields.amount.values) : undefined;
	return {
		customApiFormat: true,
		...present,
		createBody: '',
		updateBody: '',
		returnedItem: '',
		...settingsFor(fields, place.items, queryName ?? format.reservationIdField),
		idField: fields.id?.path ?? '',
		itemsField: place.itemsField,
		...(decimals !== undefined && { currencyDecimals: decimals }),
		...paging?.settings,
	};
}

/** Where names and formats do not say it all, there are examples to paste. */
function exampleLines(credential: Settings): ReportLine[] {
	const examples = {
		createBody: 'Create Body',
		returnedItem: 'Returned Service Item',
		listQuery: 'List Query',
	};
	return Object.entries(examples).flatMap(([name, setting]) => {
		const example = credential[name];
		if (typeof example !== 'string' || example === '') return [];
		const advice = `Paste the text in 'found' into '${setting}'. It stands in for the names and formats above.`;
		return [{ setting, present: '', found: example, verdict: 'change' as const, advice }];
	});
}

function noCharges(reservationId: string): UserError {
	return new UserError(
		`No list of charges came back for reservation '${reservationId}'. Give a reservation that has at least one charge`,
		{
			description:
				'What a service calls things is read from the charges it has. Add one by hand in the service if need be, then check again.',
		},
	);
}
