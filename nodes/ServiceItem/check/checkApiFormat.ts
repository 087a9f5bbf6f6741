import type { IDataObject } from 'n8n-workflow';

import { listQueryOf } from '../../shared/format/bodies';
import { listIn, readCharge, simplify } from '../../shared/format/charges';
import { parseExample, placeOf } from '../../shared/format/example';
import {
	CHARGE_FIELDS,
	CHECK,
	EXAMPLES,
	FIELDS,
	unusable,
	type ExampleName,
} from '../../shared/format/fields';
import { isBlank, isEqual, quoted } from '../../shared/format/json';
import type { Answer } from '../../shared/http/reply';
import type { Session } from '../../shared/http/session';
import { missingIn } from '../../shared/http/words';
import { findCharge } from '../../shared/lists/findCharge';
import { readReservation } from '../../shared/lists/readReservation';
import { labelOf } from '../../shared/n8n/parameters';
import { joined, toldBy } from '../../shared/n8n/userError';
import { attempt } from '../../shared/reservation/requests';
import {
	filled,
	findCharges,
	shownAt,
	withText,
	type Place,
} from './recognize';
import { Report, type Row } from './report';
import { tryWriting } from './tryWriting';

/** JSON by setting; undefined for {}. */
type Draft = Partial<Record<ExampleName, unknown>>;

/**
 * Recognizes in the list of a reservation what stands where, and compares that
 * with the credential.
 */
export class Check {
	private readonly report = new Report();
	/** What is in the credential, and what should be. */
	private readonly entered: Draft = {};
	private readonly draft: Draft;
	private answer?: Answer;
	private places: Place[] = [];

	/** @param session opened without the API format */
	constructor(
		private readonly session: Session,
		private readonly reservationId: string,
	) {
		// The form comes with it: nobody has entered it.
		const usual = session.format.createBody.json;
		const { settings } = session;
		for (const name of EXAMPLES) {
			const given = settings.customApiFormat === true && settings[name];
			try {
				const json = parseExample(given, name)?.json;
				if (!isEqual(json, usual)) this.entered[name] = json;
			} catch (error) {
				const advice = (error as Error).message;
				this.report.tell(labelOf(name), { verdict: 'unknown', advice });
			}
		}
		this.draft = { ...this.entered };
	}

	async run(isWriting: boolean): Promise<Row[]> {
		const { entered, draft, report } = this;
		try {
			const asked = await this.list();
			const now = this.proposeList();
			// What is read in doubt is not written.
			if (this.places.every(({ field, doubt }) => !field || !doubt)) {
				this.proposeBodies(asked, now);
				await this.prove(isWriting);
			}
		} catch (error) {
			this.blame(error as Error);
		}
		for (const name of EXAMPLES) {
			if (isEqual(draft[name], entered[name])) continue;
			const enter = textOf(draft[name]);
			const cells = { verdict: 'change', advice: 'Paste this', enter };
			report.tell(labelOf(name), cells);
		}
		return report.rows();
	}

	/** @returns how it was asked for */
	private async list(): Promise<object> {
		const { reservationId, report } = this;
		const { createBody, listQuery, requestHeaders } = this.entered;
		const session = this.session.withFormat({
			// A sample says nothing yet.
			createBody: has(createBody, 'amount') && createBody,
			listQuery: filled(listQuery),
			requestHeaders,
		});
		const { format } = session;
		const asked = format.listQuery.json;
		report.tell(labelOf('listQuery'), { now: textOf(asked) });
		const start = { page: 1, offset: 0 };
		const query = listQueryOf(format, reservationId, start);
		this.answer = await session.send({ method: 'GET', query, reservationId });
		const { body } = this.answer;
		this.places = findCharges(body, reservationId);
		if (this.places.length === 0) {
			const found = `finds no charges but ${quoted(body)}`;
			throw unusable('listQuery', found, 'Check a reservation that has some');
		}
		report.untested = [labelOf('createBody'), labelOf('updateBody')];
		return asked;
	}

	/** The first charge, and the places of it; nothing where it cannot be read. */
	private read(draft: Draft) {
		try {
			const { format } = this.session.withFormat(draft);
			const [raw = {}] = listIn(format, this.answer?.body);
			const now = simplify(readCharge(format, raw));
			return { now, own: format.itemPlaces };
		} catch {
			return { now: {} as IDataObject, own: [] };
		}
	}

	/** @returns what the credential reads */
	private proposeList(): IDataObject {
		const { entered, draft, places, report } = this;
		const createBody = filled(entered.createBody, places);
		const { now } = this.read({ ...entered, createBody });
		if (isBlank(now.amount)) draft.listResponse = undefined;
		const isEntered = draft.listResponse !== undefined;
		// What is entered, and can be read, is the user's word.
		const isWord = isEntered || has(entered.createBody, 'amount');
		const { now: told, own } = this.read({ ...draft, createBody });
		const words = own.filter(({ field }) => isWord && !isBlank(told[field]));
		for (const { field, path, text } of words) {
			for (const place of places) {
				if (place.field === field) place.field = place.text = undefined;
				if (place.name !== path.join('.')) continue;
				Object.assign(place, { field, text, doubt: undefined });
			}
		}
		for (const { field = '', path, text } of places) {
			const isUnused = field === 'reference' && !has(createBody, field);
			const isKnown = isEntered && placeOf(words, field);
			if (!text || isUnused || isKnown) continue;
			draft.listResponse = withText(draft.listResponse, path, text);
		}
		const found = places.map(shownAt).join(', ');
		report.tell(labelOf('listResponse'), { now: textOf(now), found });
		for (const field of FIELDS) {
			const place = places.find((each) => each.field === field);
			const isRead = !isBlank(now[field]) || has(draft.listResponse, field);
			if (isRead && !place?.doubt) continue;
			const isNeeded = !entered.listResponse && /date|desc/.test(field);
			const put = `If a charge has it, put {${field}} there in List Response`;
			report.tell(`List Response: ${labelOf(field)}`, {
				verdict: place?.doubt || isNeeded ? 'unknown' : 'notTested',
				advice: place?.doubt ?? put,
				found: place ? shownAt(place) : 'nothing',
			});
		}
		return now;
	}

	private proposeBodies(asked: object, now: IDataObject) {
		const { entered, draft, places, report } = this;
		draft.createBody = filled(entered.createBody, places);
		draft.updateBody = filled(entered.updateBody, places);
		draft.listQuery = filled(entered.listQuery);
		const lacking = CHARGE_FIELDS.filter((field) => {
			return !isBlank(now[field]) && !has(draft.updateBody, field);
		});
		if (draft.updateBody && lacking.length > 0) {
			const advice = `Put in {${lacking.join('}, {')}}, which updates cannot change now`;
			report.tell(labelOf('updateBody'), { verdict: 'unknown', advice });
		}
		// Many services write as they read.
		const { itemPlaces } = this.session.withFormat(draft).format;
		const isOwned = placeOf(itemPlaces, 'reservationId');
		let body: object = isOwned ? {} : { reservationId: '{reservationId}' };
		for (const { field, path, text } of itemPlaces) {
			if (field !== 'id') body = withText(body, path, text) as object;
		}
		const usual = this.session.format.createBody.json;
		const isUsual = isEqual({ ...usual, ...body }, usual);
		if (!isUsual) draft.createBody ??= body;
		// From another Create Body, another query would be derived.
		const isOther = !isEqual(draft.createBody, entered.createBody);
		if (isOther) draft.listQuery ??= asked;
		const isRead = isEqual(this.read(draft).now, now);
		if (isRead) draft.listResponse = entered.listResponse;
	}

	private async prove(isWriting: boolean) {
		const { reservationId, report } = this;
		const session = this.session.withFormat(this.draft);
		const send = session.send.bind(session);
		// The list is asked for once: its answer is at hand.
		const answers = [this.answer];
		session.send = async (next) => answers.pop() ?? (await send(next));
		const [charge] = await readReservation(session, reservationId);
		if (!charge) return;
		const { id = '', fields } = charge;
		const shown = await attempt(findCharge(session, id));
		if (shown instanceof Error) {
			report.tellOpen('List Response: ID', toldBy(shown));
		} else if (isWriting) {
			await tryWriting(session, reservationId, fields, report);
		}
	}

	/** @throws what is no question of the format */
	private blame(error: Error) {
		const told = toldBy(error);
		if (!told.more?.includes(CHECK)) throw error;
		const text = joined(told);
		const name = EXAMPLES.find((each) => text.includes(labelOf(each)));
		this.report.tellOpen(labelOf(name ?? 'listQuery'), told);
		const missing = missingIn(told.what);
		if (this.places.length > 0 || !missing) return;
		this.draft.listQuery = { [missing]: '{reservationId}' };
	}
}

/** In one line: n8n's table shows the end of a line as \\n. */
function textOf(json: unknown = {}) {
	return JSON.stringify(json, null, 1).replace(/\n */g, ' ');
}

function has(json: unknown, field: string) {
	return textOf(json).includes(`{${field}`);
}
