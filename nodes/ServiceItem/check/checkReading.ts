import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../../shared/http/outcome';
import type { Mapper } from '../../shared/format/mapper';
import { pathText } from '../../shared/format/template';
import { readListPage } from '../../shared/lists/listPage';
import { userError } from '../../shared/n8n/userError';
import { readServiceItems } from '../../shared/reservation/readServiceItems';
import type { ItemList } from './columns';
import { listsWithin, placed, placesIn } from './columns';
import type { Examples } from './examples';
import * as examples from './examples';
import { pagingBeside } from './paging';
import type { FoundFields, RecognizedField } from './recognize';
import { recognizeFields } from './recognize';
import type { CheckSession, Finding } from './report';
import { ENTER, LEAVE, lineOf, reasonOf, shown } from './report';

const IGNORED = `The service seems to ignore this query parameter. Look its name up in the documentation of your service, and enter it in 'List Query' before anything is compared or removed.`;
const HOW_ON = `Look up in the documentation of your service how a list goes on. Put {page}, {offset}, {cursor} or {lastId} into 'List Query', and what an answer says of it into 'List Response'.`;

/** What every charge has. */
const NEEDED: RecognizedField[] = ['id', 'amount', 'date'];
/** Added to an ID, makes one that no reservation has. */
const NOWHERE = '99999';

/** What reading alone tells about a service. */
export interface ReadingReport {
	findings: Finding[];
	/** What should be in the credential. */
	advised: Examples;
	items: IDataObject[];
}

/** The charges of a reservation, and what they show. */
interface RecognizedList extends ItemList {
	found: FoundFields;
}

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
	private readonly listQuery: IDataObject;

	constructor(
		private readonly session: CheckSession,
		private readonly reservationId: string,
	) {
		this.entered = examples.enteredExamples(session.settings);
		this.listQuery = examples.listQueryOf(this.entered);
	}

	async run(): Promise<ReadingReport> {
		const { entered, listQuery } = this;
		const answer = await this.ask(this.reservationId);
		const list = this.chargesIn(answer);
		const createBody = entered.createBody ?? examples.createBodyFrom(list.found, listQuery);
		// Read but not written, a reference could not be used.
		const isWritten = placesIn(createBody).some(({ fields }) => fields.includes('reference'));
		if (!isWritten) delete list.found.reference;
		const listResponse = examples.listResponseFrom(list, entered.listResponse);
		const fields = this.fieldFindings(answer, list.found, listResponse);
		// Left blank, it follows from Create Body.
		const isKept =
			fields.every(({ verdict }) => verdict !== 'change') &&
			(createBody === entered.createBody || entered.listResponse !== undefined);
		const advised = { ...entered, createBody, listQuery, ...(!isKept && { listResponse }) };
		const pages = await this.pagesFinding(answer, advised, listResponse);
		return {
			findings: [await this.queryFinding(list), ...fields, pages.finding],
			advised: pages.advised,
			items: itemsIn(answer, this.sessionWith(pages.advised).mapper),
		};
	}

	private async ask(reservationId: string): Promise<Answer> {
		const { client, mapper } = this.session;
		const query = mapper.listQuery(reservationId);
		return await client.send({ method: 'GET', query }, { reservationId });
	}

	/** The list as the credential says, where its items have amounts; else the one that is found, or the likeliest in its items. */
	private chargesIn(answer: Answer): RecognizedList {
		const { mapper } = this.session;
		const own = this.entered.listResponse === undefined ? [] : itemsIn(answer, mapper);
		if (own.some((item) => mapper.read(item).fields.amount !== undefined)) {
			return this.recognized({ path: mapper.wayToItems, items: own });
		}
		const plain = this.session.withSettings({ customApiFormat: false }).mapper;
		const { items, path } = readListPage(answer, plain);
		const lists = listsWithin({ path: [...path, 0], items }).map((list) => this.recognized(list));
		const sizeOf = ({ found }: RecognizedList): number => Object.keys(found).length;
		// Of a list of days, each with one charge, both lists show the same.
		const likeliest = lists.reduce((best, list) => (sizeOf(list) < sizeOf(best) ? best : list));
		if (sizeOf(likeliest) > 0) return likeliest;
		throw userError(
			`No list of charges came back for reservation '${this.reservationId}'. Give a reservation that has at least one charge`,
			`What a service calls things is read from the charges it has: add one by hand in the service if need be. If there are some, the service may ask for the reservation in another way: look it up in its documentation, enter it as 'List Query', and check again.`,
		);
	}

	private recognized(list: ItemList): RecognizedList {
		const own = {
			listResponse: placesIn(this.entered.listResponse),
			createBody: placesIn(this.entered.createBody),
		};
		const { blankFor } = this.session.mapper;
		return { ...list, found: recognizeFields(list.items, this.reservationId, blankFor, own) };
	}

	/** List Query has to narrow the list: neither charges of several reservations, nor the same ones for another. */
	private async queryFinding({ items, found }: RecognizedList): Promise<Finding> {
		const say = lineOf('List Query', Object.keys(this.listQuery).join(', '));
		const elsewhere = await this.ask(this.reservationId + NOWHERE).catch(
			(error: unknown) => void reasonOf(error),
		);
		const others = JSON.stringify(elsewhere?.body ?? '');
		const isShared = items.some((item) => others.includes(JSON.stringify(item)));
		if (isShared || new Set(found.reservationId?.values).size > 1) {
			return say('other reservations as well', 'unknown', IGNORED);
		}
		return say('this reservation only', 'right', LEAVE);
	}

	/** Compares how the credential reads the items with what they show. */
	private fieldFindings(answer: Answer, found: FoundFields, listResponse: unknown): Finding[] {
		const { mapper } = this.session;
		const advised = this.sessionWith({ ...this.entered, listResponse }).mapper;
		const present = itemsIn(answer, mapper);
		const right = itemsIn(answer, advised);
		return examples.SHOWN_FIELDS.map(([field, label]) => {
			const before = present.map((item) => valueOf(field, item, mapper));
			const after = right.map((item) => valueOf(field, item, advised));
			const say = lineOf(`List Response: ${label}`, shown(before.find(isThere)));
			const { path, doubt } = found[field] ?? {};
			if (!path) {
				const settings = `'List Response'${field === 'reference' ? ` and 'Create Body'` : ''}`;
				const advice = `Look for it in the output of Get Many, and write {${field}} there in ${settings}. If no charge of this reservation has one, check again with one that has.`;
				return say('nothing', NEEDED.includes(field) ? 'unknown' : 'notTested', advice);
			}
			const what = `${shown(after.find(isThere))} at ${pathText(path)}`;
			if (JSON.stringify(before) !== JSON.stringify(after)) {
				return say(what, 'change', doubt ? `${ENTER} ${doubt}` : ENTER);
			}
			return doubt ? say(what, 'unknown', doubt) : say(what, 'right', LEAVE);
		});
	}

	/** Reads the list to its end as advised and, where that does not work, in pages as the answer suggests. */
	private async pagesFinding(
		answer: Answer,
		advised: Examples,
		listResponse: unknown,
	): Promise<{ advised: Examples; finding: Finding }> {
		const isPaged = this.session.mapper.paging.size > 0;
		const say = lineOf('List Query: Pages', isPaged ? 'asked for' : 'not asked for');
		const whole = await this.tryList(advised);
		if (typeof whole === 'number') {
			return { advised, finding: say(`${whole} charges in all`, 'right', LEAVE) };
		}
		const paging = isPaged || !listResponse ? undefined : pagingBeside(answer.body);
		const paged = paging && {
			...advised,
			listQuery: { ...this.listQuery, ...paging.query },
			listResponse: placed(paging.places, listResponse),
		};
		const all = paged && (await this.tryList(paged));
		if (paged && typeof all === 'number') {
			return { advised: paged, finding: say(`${all} charges in all`, 'change', ENTER) };
		}
		// What does not even read the first answer is not advised.
		const isRead = itemsIn(answer, this.sessionWith(advised).mapper).length > 0;
		return { advised: isRead ? advised : this.entered, finding: say(whole, 'unknown', HOW_ON) };
	}

	/** @returns how many charges the list has, or why it cannot be read */
	private async tryList(tried: Examples): Promise<number | string> {
		try {
			const { client, mapper } = this.sessionWith(tried);
			const items = await readServiceItems(client, { reservationId: this.reservationId });
			mapper.assertReadable(items);
			return items.length;
		} catch (error) {
			return reasonOf(error);
		}
	}

	private sessionWith(tried: Examples): CheckSession {
		const { session } = this;
		return session.withSettings(examples.credentialFor(tried, session.settings));
	}
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

function valueOf(field: RecognizedField, item: IDataObject, mapper: Mapper): unknown {
	const { id, reservationId, reference, fields } = mapper.read(item);
	return { id, reservationId, reference, ...fields }[field];
}

function isThere(value: unknown): boolean {
	return value !== undefined;
}
