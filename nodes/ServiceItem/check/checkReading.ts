import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../../shared/http/outcome';
import type { Value } from '../../shared/format/fields';
import type { Mapper } from '../../shared/format/mapper';
import { readListPage } from '../../shared/lists/listPage';
import { userError } from '../../shared/n8n/userError';
import { readServiceItems } from '../../shared/reservation/readServiceItems';
import type { Examples } from './examples';
import {
	createBodyFrom,
	credentialFor,
	enteredExamples,
	isAboutPages,
	withoutPages,
	listQueryOf,
	listResponseFrom,
	placed,
	SHOWN_FIELDS,
} from './examples';
import type { FoundList } from './findList';
import { listsIn, pagingBeside } from './findList';
import { pathText, placesIn } from './leaves';
import type { FoundFields, RecognizedField } from './recognize';
import { recognizeFields } from './recognize';
import type { CheckSession, Finding } from './report';
import { ENTER, LEAVE, lineOf, shown, reasonOf } from './report';

/** What reading alone tells about a service. */
export interface ReadingReport {
	findings: Finding[];
	/** What should be in the credential. */
	advised: Examples;
	items: IDataObject[];
}

/** A list as it comes, and what can be told from it. */
interface Look {
	answer: Answer;
	list: FoundList;
	found: FoundFields;
}

/** Added to an ID, makes one that no reservation has. */
const NOWHERE = '99999';

/**
 * Finds out by reading how the service spells the charges of a reservation, and compares it with the credential.
 *
 * @throws UserError when no list of charges comes back, and RequestFailure when the service refuses to list
 */
export async function checkReading(
	session: CheckSession,
	reservationId: string,
): Promise<ReadingReport> {
	return await new ReadingCheck(session, reservationId).run();
}

class ReadingCheck {
	private readonly entered: Examples;

	constructor(
		private readonly session: CheckSession,
		private readonly reservationId: string,
	) {
		this.entered = enteredExamples(session.settings);
	}

	async run(): Promise<ReadingReport> {
		const { entered } = this;
		const { look, listQuery, finding: queryFinding } = await this.findQuery();
		const { list, found } = look;
		const createBody = entered.createBody ?? createBodyFrom(list.items, found, listQuery);
		const listResponse = listResponseFrom(list, found, { ...entered, createBody });
		const fields = this.fieldFindings(look, listResponse);
		// What is blank follows from Create Body.
		const isDerived = entered.listResponse === undefined && createBody !== entered.createBody;
		const isRead = !isDerived && fields.every(({ verdict }) => verdict !== 'change');
		const advised = {
			...entered,
			createBody,
			listQuery,
			listResponse: isRead ? entered.listResponse : listResponse,
		};
		const pages = await this.tryPages(look, advised, listResponse);
		return {
			findings: [queryFinding, ...fields, pages.finding],
			advised: pages.advised,
			items: list.items,
		};
	}

	/** Lists as the credential says; where that does not narrow it, by the name that items have for their reservation. */
	private async findQuery(): Promise<{ look: Look; listQuery: IDataObject; finding: Finding }> {
		const listQuery = listQueryOf(this.entered);
		const say = lineOf('List Query', Object.keys(listQuery).join(', '));
		const queryOf = (id: string): IDataObject => this.session.mapper.listQuery(id);
		const look = await this.look(queryOf);
		if (!look) throw noCharges(this.reservationId);
		if (await this.isNarrowed(look, queryOf)) {
			return { look, listQuery, finding: say('this reservation only', 'right', LEAVE) };
		}
		const path = look.found.reservationId?.path ?? [];
		const name = String(path[0]);
		const byName = (id: string): IDataObject => ({ [name]: id });
		const isOther =
			path.length === 1 && this.entered.listQuery === undefined && !(name in listQuery);
		const other = isOther ? await this.look(byName).catch(nothing) : undefined;
		if (other && (await this.isNarrowed(other, byName))) {
			const narrowed = say(`this reservation only by ${name}`, 'change', ENTER);
			return { look: other, listQuery: { [name]: '{reservationId}' }, finding: narrowed };
		}
		const advice = `The service seems to ignore this query parameter. Look its name up in the documentation of your service, and enter it in 'List Query' before anything is compared or removed.`;
		return { look, listQuery, finding: say('other reservations as well', 'unknown', advice) };
	}

	/** @throws RequestFailure when the service refuses the list */
	private async look(
		queryOf: (id: string) => IDataObject,
		reservationId = this.reservationId,
	): Promise<Look | undefined> {
		const { client, mapper } = this.session;
		const request = { method: 'GET', query: queryOf(reservationId) } as const;
		const answer = await client.send(request, { reservationId });
		const list = this.ownList(answer) ?? listsIn(answer.body)[0];
		if (!list) return undefined;
		const own = {
			listResponse: placesIn(this.entered.listResponse).filter((place) => !isAboutPages(place)),
			createBody: placesIn(this.entered.createBody),
		};
		return {
			answer,
			list,
			found: recognizeFields(list.items, reservationId, mapper.blankFor, own),
		};
	}

	/** The list that the user's own List Response shows, where its items have amounts. */
	private ownList(answer: Answer): FoundList | undefined {
		const { mapper } = this.session;
		const items = this.entered.listResponse === undefined ? [] : itemsIn(answer, mapper);
		if (!items.some((item) => mapper.read(item).fields.amount !== undefined)) return undefined;
		const text = textOf(items);
		const list = listsIn(answer.body).find((each) => textOf(each.items) === text);
		return list ?? { path: [], items };
	}

	/** False where a list has charges of several reservations, or some that another one has, too. */
	private async isNarrowed(
		{ list, found }: Look,
		queryOf: (id: string) => IDataObject,
	): Promise<boolean> {
		if (new Set(found.reservationId?.values).size > 1) return false;
		const other = await this.look(queryOf, `${this.reservationId}${NOWHERE}`).catch(nothing);
		const texts = new Set(other?.list.items.map((item) => textOf(item)));
		return !list.items.some((item) => texts.has(textOf(item)));
	}

	/** Compares how the credential reads the items with what they show. */
	private fieldFindings({ answer, list, found }: Look, listResponse: unknown): Finding[] {
		const { entered, session } = this;
		const advised = this.sessionWith({ ...entered, listResponse }).mapper;
		const present = itemsIn(answer, session.mapper);
		const sent = placesIn(entered.createBody).flatMap(({ fields }) => fields);
		const told = SHOWN_FIELDS.filter(([field]) =>
			found.amount ? field in found || !OPTIONAL.includes(field) : field === 'amount',
		);
		return told.map(([field, label]) => {
			const before = valuesOf(field, present, session.mapper);
			const isSame = textOf(before) === textOf(valuesOf(field, list.items, advised));
			const now = before.find((value) => value !== undefined);
			const say = lineOf(`List Response: ${label}`, shown(now));
			const { path, values: [value] = [], doubt } = found[field] ?? {};
			const what = path ? `${shown(value)} at ${pathText(path)}` : 'nothing that looks like it';
			if (now !== undefined && isSame) {
				return doubt === undefined ? say(what, 'right', LEAVE) : say(what, 'unknown', doubt);
			}
			if (value !== undefined) return say(what, 'change', doubt ? `${ENTER} ${doubt}` : ENTER);
			const isNeeded = NEEDED.includes(field) || (!path && sent.includes(field));
			return say(what, isNeeded ? 'unknown' : 'notTested', lookFor(field));
		});
	}

	/** Reads the list to its end as advised and, where that does not work, in pages as the answer suggests. */
	private async tryPages(
		{ answer, list }: Look,
		advised: Examples,
		listResponse: unknown,
	): Promise<{ advised: Examples; finding: Finding }> {
		const isPaged = this.session.mapper.paging.size > 0;
		const say = lineOf('List Query: Pages', isPaged ? 'asked for' : 'not asked for');
		const paging = pagingBeside(answer.body);
		const whole = await this.tryList(advised);
		if (typeof whole === 'number') {
			const isTried = whole > list.items.length || (!isPaged && !paging);
			const found = `${list.items.length} of ${whole} in the first answer`;
			return {
				advised,
				finding: isTried ? say(found, 'right', LEAVE) : say(found, 'notTested', LONGER),
			};
		}
		const paged = paging &&
			listResponse !== undefined && {
				...advised,
				listQuery: { ...withoutPages(listQueryOf(advised)), ...paging.query },
				listResponse: placed(paging.places, listResponse),
			};
		const pages = paged && (await this.tryList(paged));
		return paged && typeof pages === 'number'
			? {
					advised: paged,
					finding: say(`${list.items.length} of ${pages} in the first answer`, 'change', ENTER),
				}
			: { advised, finding: say(whole, 'unknown', HOW_ON) };
	}

	/** @returns how many charges the list has, or why it cannot be read */
	private async tryList(examples: Examples): Promise<number | string> {
		const { reservationId } = this;
		try {
			const session = this.sessionWith(examples);
			const items = await readServiceItems(session.client, { reservationId });
			const mismatch = items
				.map((item) => session.mapper.read(item).mismatch)
				.find((each) => each !== undefined);
			return mismatch
				? `${shown(mismatch.value)} at ${mismatch.path}, which is not ${mismatch.blank}`
				: items.length;
		} catch (error) {
			return reasonOf(error);
		}
	}

	private sessionWith(examples: Examples): CheckSession {
		const { session } = this;
		return session.withSettings(credentialFor(examples, session.settings));
	}
}

const LONGER = 'Check again with a reservation whose charges fill more than one page.';
const HOW_ON = `Look up in the documentation of your service how a list goes on. Put {page}, {offset}, {cursor} or {lastId} into 'List Query', and what an answer says of it into 'List Response'.`;
/** What not every service shows, and what every charge has. */
const OPTIONAL: RecognizedField[] = ['reservationId', 'reference'];
const NEEDED: RecognizedField[] = ['id', 'amount', 'date'];

function lookFor(field: string): string {
	return `Look for it in the output of Get Many, and write {${field}} there in 'List Response'. If no charge of this reservation has one, check again with one that has.`;
}

function valuesOf(
	field: RecognizedField,
	items: IDataObject[],
	mapper: Mapper,
): Array<Value | undefined> {
	return items.map((item) => {
		const { id, reservationId, reference, fields } = mapper.read(item);
		return { id, reservationId, reference, ...fields }[field];
	});
}

/** The items that are found in an answer as the credential says. */
function itemsIn(answer: Answer, mapper: Mapper): IDataObject[] {
	try {
		return readListPage(answer, mapper).items;
	} catch (error) {
		reasonOf(error);
		return [];
	}
}

/** For what may be refused. */
function nothing(error: unknown): undefined {
	reasonOf(error);
}

function noCharges(reservationId: string) {
	return userError(
		`No list of charges came back for reservation '${reservationId}'. Give a reservation that has at least one charge`,
		`What a service calls things is read from the charges it has: add one by hand in the service if need be. If there are some, the service may ask for the reservation in another way: look it up in its documentation, enter it as 'List Query', and check again.`,
	);
}

function textOf(value: unknown): string {
	return JSON.stringify(value);
}
