import type { IDataObject } from 'n8n-workflow';

import { isJsonObject, quoted } from '../../shared/format/json';
import type { Key } from '../../shared/format/template';
import { pathText } from '../../shared/format/template';
import type { Answer } from '../../shared/http/reply';
import { readListPage } from '../../shared/lists/listPage';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import { userError } from '../../shared/n8n/userError';
import type { Session } from '../../shared/reservation/session';
import type { Examples } from './examples';
import { credentialFor, examplesIn, hasOwnBody } from './examples';
import type { ShownCharges, ShownList } from './proposals';
import { SHOWN_FIELDS, shownExamples, withPaging } from './proposals';
import type { FoundFields } from './recognize';
import { recognizeFields } from './recognize';
import type { Finding } from './report';
import { ENTER, reasonOf, reportOf, RIGHT } from './report';
import { testWriting } from './writeTest';

const IGNORED = `The service seems to ignore this query parameter. Look its name up in the documentation of your service, and enter it in 'List Query' before anything is compared or removed.`;
const HOW_ON = `Look up in the documentation of your service how a list goes on. Put {page}, {offset}, {cursor} or {lastId} into 'List Query', and what an answer says of it into 'List Response'.`;
const NOT_SHOWN = `A list does not show how a charge is created: if the documentation of your service does, paste that into 'Create Body', with blanks where values go. Turn on 'Write Test', with a test environment, to see what becomes of a charge.`;

/**
 * Compares how the service spells the charges of a reservation with the credential.
 *
 * @throws UserError when no list of charges comes back, and RequestFailure when the service refuses to list
 */
export async function checkApiFormat(
	session: Session,
	reservationId: string,
	isWriting: boolean,
): Promise<IDataObject[]> {
	const { client, mapper, settings, withSettings } = session;
	const entered = examplesIn(settings);
	const answer = await firstPage(reservationId);
	const now = valuesRead(mapper);
	const charges = shownCharges();
	const shown = shownExamples(charges, entered);
	const right = valuesRead(withExamples(shown).mapper);
	const fields = fieldFindings(charges.found, now, right);
	const isKept = fields.every(({ verdict }) => verdict !== 'change');
	const unpaged = isKept ? { ...shown, listResponse: entered.listResponse } : shown;
	const paged = mapper.paging.size > 0 ? [] : withPaging(shown, answer.body);
	const [pages, readable] = await pagesFinding([unpaged, ...paged]);
	const query = await queryFinding();
	// Examples that cannot read this answer are not advised.
	const advised = readable ?? (right.length > 0 ? unpaged : entered);
	const tested = isWriting
		? await testWriting(withExamples(advised), reservationId, charges.items)
		: [];
	const body = createBodyFinding(entered, advised, tested);
	// Nor are those that the service has refused.
	const isRefused = tested[0]?.verdict === 'change';
	const kept = isRefused ? { ...advised, createBody: entered.createBody } : advised;
	const findings = [query, ...fields, pages, body, ...tested];
	return reportOf(credentialFor(kept, settings), findings);

	async function firstPage(id: string): Promise<Answer> {
		const query = mapper.listQuery(id);
		return await client.send({ method: 'GET', query, reservationId: id });
	}

	function withExamples(examples: Examples): Session {
		return withSettings({ customApiFormat: true, ...examples } as IDataObject);
	}

	/** The list that the credential describes, if its items have amounts; else one found in the answer or inside its items. */
	function shownCharges(): ShownCharges {
		const { listResponse } = entered;
		const own = { listResponse, createBody: hasOwnBody(entered) ? entered.createBody : undefined };
		const recognized = (list: ShownList): ShownCharges => ({
			...list,
			found: recognizeFields(list.items, reservationId, mapper, own),
		});
		if (listResponse !== undefined && now.some(({ amount }) => amount !== undefined)) {
			return recognized({ ...readListPage(answer, mapper), way: mapper.wayToItems });
		}
		const { items, path } = readListPage(answer, withSettings({ customApiFormat: false }).mapper);
		const lists = listsIn(items, [...path, 0]).map(recognized);
		const sizeOf = ({ found }: ShownCharges): number => Object.keys(found).length;
		// On a tie the inner list: if every day has one charge, both lists show the same fields.
		const [likeliest] = lists.reverse().sort((a, b) => sizeOf(b) - sizeOf(a));
		if (likeliest && sizeOf(likeliest) > 0) return likeliest;
		throw userError(
			`No list of charges came back for reservation '${reservationId}'. Give a reservation that has at least one charge`,
			`What a service calls things is read from the charges it has: add one by hand in the service if need be. If there are some, the service may ask for the reservation in another way: look it up in its documentation, enter it as 'List Query', and check again.`,
		);
	}

	/** List Query has to filter: no charges of several reservations, and not the same ones for an ID that does not exist. */
	async function queryFinding(): Promise<Finding> {
		const line = { setting: 'List Query', now: Object.keys(entered.listQuery).join(', ') };
		const elsewhere = await firstPage(`${reservationId}99999`).catch(reasonOf);
		const others = JSON.stringify(typeof elsewhere === 'string' ? '' : (elsewhere.body ?? ''));
		const isShared = charges.items.some((item) => others.includes(JSON.stringify(item)));
		if (isShared || new Set(charges.found.reservationId?.values).size > 1) {
			return { ...line, found: 'other reservations as well', verdict: 'unknown', advice: IGNORED };
		}
		return { ...line, found: 'this reservation only', ...RIGHT };
	}

	/** Reads the list to its end by the first of the tries that can. Only the first is without advised paging. */
	async function pagesFinding(tries: Examples[]): Promise<[Finding, Examples?]> {
		const now = mapper.paging.size > 0 ? 'asked for' : 'not asked for';
		const line = { setting: 'List Query: Pages', now };
		const reasons: string[] = [];
		for (const examples of tries) {
			try {
				const tried = withExamples(examples);
				const items = await readServiceItems(tried.client, { reservationId });
				tried.mapper.assertReadable(items);
				const found = `${items.length} charges in all`;
				return [{ ...line, found, ...(examples === tries[0] ? RIGHT : ENTER) }, examples];
			} catch (error) {
				reasons.push(reasonOf(error));
			}
		}
		return [{ ...line, found: reasons[0] ?? '', verdict: 'unknown', advice: HOW_ON }];
	}

	/** None where the answer has no list as the reader knows it. */
	function valuesRead(reader: Session['mapper']): IDataObject[] {
		try {
			return readListPage(answer, reader).items.map((item) => {
				const { fields, ...others } = reader.read(item);
				return { ...others, ...fields };
			});
		} catch (error) {
			reasonOf(error);
			return [];
		}
	}
}

/** Also those inside the entries: a list of days may hold lists of charges. */
function listsIn(values: unknown[], way: Key[]): ShownList[] {
	const items = values.filter(isJsonObject);
	const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
	const inner = names.flatMap((name) => {
		const properties = items.map((item) => item[name]);
		const isList = properties.some(Array.isArray);
		return listsIn(properties.flat(), [...way, name, ...(isList ? [0] : [])]);
	});
	return way.at(-1) === 0 ? [{ items, way }, ...inner] : inner;
}

function fieldFindings(found: FoundFields, now: IDataObject[], right: IDataObject[]): Finding[] {
	const firstOf = (values: unknown[]): string => quoted(values.find((each) => each !== undefined));
	return SHOWN_FIELDS.map(([field, label]): Finding => {
		const before = now.map((values) => values[field]);
		const after = right.map((values) => values[field]);
		const line = { setting: `List Response: ${label}`, now: firstOf(before) };
		const { path, doubt } = found[field] ?? {};
		if (!path && field === 'reference' && before.some((value) => value !== undefined)) {
			return { ...line, found: `${line.now} at the end of the description`, ...RIGHT };
		}
		if (!path) {
			const settings = `'List Response'${field === 'reference' ? ` and 'Create Body'` : ''}`;
			return {
				...line,
				found: 'nothing',
				verdict: ['id', 'amount', 'date'].includes(field) ? 'unknown' : 'notTested',
				advice: `Look for it in the output of Get Many, and show it as {${field}} in ${settings}. If no charge of this reservation has one, check again with one that has.`,
			};
		}
		const compared = { ...line, found: `${firstOf(after)} at ${pathText(path)}` };
		if (JSON.stringify(before) !== JSON.stringify(after)) {
			return { ...compared, ...ENTER, advice: doubt ? `${ENTER.advice} ${doubt}` : ENTER.advice };
		}
		return doubt ? { ...compared, verdict: 'unknown', advice: doubt } : { ...compared, ...RIGHT };
	});
}

/** @param tested the write test; none without one */
function createBodyFinding(entered: Examples, advised: Examples, tested: Finding[]): Finding {
	const isProposed = advised.createBody !== entered.createBody;
	const line = {
		setting: 'Create Body',
		now: hasOwnBody(entered) ? 'your own' : 'the default',
		found: isProposed ? JSON.stringify(advised.createBody) : 'nothing else',
	};
	if (tested.length === 0) return { ...line, verdict: 'notTested', advice: NOT_SHOWN };
	if (tested.every(({ verdict }) => verdict === 'right')) {
		return { ...line, ...(isProposed ? ENTER : RIGHT) };
	}
	return { ...line, verdict: 'unknown', advice: 'Do what the lines of the write test say.' };
}
