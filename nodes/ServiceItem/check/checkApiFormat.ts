import type { IDataObject } from 'n8n-workflow';

import { listQueryOf } from '../../shared/format/bodies';
import { listIn, readCharge, simplify } from '../../shared/format/charges';
import { parseExample, placeOf } from '../../shared/format/example';
import {
	CHARGE_FIELDS,
	CHECK,
	EXAMPLES,
	FIELD_LABELS,
	unusable,
	type ExampleName,
} from '../../shared/format/fields';
import { isEqual, quoted } from '../../shared/format/json';
import type { Session } from '../../shared/http/session';
import { missingIn } from '../../shared/http/words';
import { findCharge } from '../../shared/lists/findCharge';
import { readReservation } from '../../shared/lists/readReservation';
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

const NAMES = Object.keys(EXAMPLES) as ExampleName[];
const FIELDS = { id: 'ID', ...FIELD_LABELS };

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
	/** How charges are asked for. */
	private readonly query: unknown;
	private places: Place[] = [];
	/** What the credential reads of them, by field. */
	private readonly now: IDataObject = {};

	/** @param session opened without the API format */
	constructor(
		private readonly session: Session,
		private readonly reservationId: string,
	) {
		const { settings, format } = session;
		for (const name of NAMES) {
			const given = (settings.entered as Draft)[name];
			this.report.tell(EXAMPLES[name], /Body/.test(name) ? UNWRITTEN : {});
			try {
				const json = parseExample(given, name)?.json;
				// The form comes with it: nobody has entered it.
				if (!isEqual(json, format.createBody.json)) this.entered[name] = json;
			} catch (error) {
				this.report.tellOpen(EXAMPLES[name], toldBy(error as Error));
			}
		}
		const { createBody, listQuery } = this.entered;
		this.draft = { ...this.entered };
		this.query = filled(listQuery);
		if (has(this.query, 'reservationId')) return;
		this.query = ownerIn(filled(createBody)) ?? format.listQuery.json;
	}

	async run(isWriting: boolean): Promise<Row[]> {
		try {
			await this.compare(isWriting);
		} catch (error) {
			this.blame(error as Error);
		}
		return this.rows();
	}

	private async compare(isWriting: boolean): Promise<void> {
		const { reservationId, draft, report } = this;
		const { requestHeaders } = this.entered;
		const first = this.open({ requestHeaders, listQuery: this.query });
		report.tell(EXAMPLES.listQuery, { now: textOf(this.query) });
		const start = { page: 1, offset: 0 };
		const query = listQueryOf(first.format, reservationId, start);
		const request = { method: 'GET', query, reservationId } as const;
		const answer = await first.client.send(request);
		this.places = findCharges(answer.body, reservationId);
		if (this.places.length === 0) {
			const found = `finds no charges but ${quoted(answer.body)}`;
			throw unusable('listQuery', found, 'Check a reservation that has some');
		}
		this.readNow(answer.body);
		this.propose();
		const advised = this.open(draft);
		// The list is asked for once: its answer is at hand.
		const answers = [answer];
		const client = Object.create(advised.client) as Session['client'];
		client.send = async (next) => {
			return answers.pop() ?? (await advised.client.send(next));
		};
		const asked = { ...advised, client };
		const [charge] = await readReservation(asked, reservationId);
		const { id = '', fields = {} } = charge ?? {};
		const shown = await attempt(findCharge(advised, id));
		if (shown instanceof Error) {
			report.tellOpen('List Response: ID', toldBy(shown));
		} else if (isWriting) {
			await tryWriting(advised, reservationId, fields, report);
		}
	}

	/** @throws ToldError naming a setting that cannot be used */
	private open(draft: Draft): Session {
		const settings = { ...draft, customApiFormat: true };
		return this.session.withSettings(settings);
	}

	/** Nothing where they cannot be read. */
	private readNow(answer: unknown): void {
		try {
			const { entered, places } = this;
			const createBody = filled(entered.createBody, places);
			const { format } = this.open({ ...entered, createBody });
			const amount = places.find(({ field }) => field === 'amount');
			const own = placeOf(format.itemPlaces, 'amount');
			if (amount && entered.listResponse) amount.entered = own?.text;
			for (const raw of listIn(format, answer)) {
				const charge = simplify(readCharge(format, raw));
				for (const [name, value] of Object.entries(charge)) {
					this.now[name] ??= value ?? undefined;
				}
			}
		} catch {
			// The report says what to enter.
		}
	}

	/** Many services write as they read. What is entered is the user's word. */
	private propose(): void {
		const { entered, draft, places, now, query } = this;
		draft.createBody = filled(entered.createBody, places);
		draft.updateBody = filled(entered.updateBody, places);
		if (entered.listQuery) draft.listQuery = query;
		const isOwn = entered.listResponse && now.amount !== undefined;
		let shown = isOwn ? entered.listResponse : undefined;
		let isUsual = !isOwn;
		for (const place of places) {
			const { field = 'none', text } = place;
			const isKnown = now[field] !== undefined;
			const isUnused = field === 'reference' && !has(draft.createBody, field);
			if (isUnused || !text) continue;
			if (isOwn && isKnown) place.doubt = undefined;
			else shown = withText(shown, place.path, text);
			// As it is shown, it is written.
			if (!isKnown || text !== `{${field}}`) isUsual = false;
		}
		const isDoubtful = places.some(({ doubt }) => doubt);
		if (!isUsual || isDoubtful) draft.listResponse = shown;
		this.tellFields();
		// It would be written otherwise than read.
		if (isDoubtful) return;
		const usual = this.session.format.createBody.json;
		const { itemPlaces } = this.open(draft).format;
		const isOwned = itemPlaces.some(({ field }) => field === 'reservationId');
		let body: unknown = isOwned ? {} : ownerIn(query);
		for (const { field, path, text } of itemPlaces) {
			if (!/^(id|reference)$/.test(field)) body = withText(body, path, text);
		}
		const isAlike = isEqual({ ...usual, ...(body as object) }, usual);
		if (!isAlike) draft.createBody ??= body;
		const isDerived = isEqual(query, ownerIn(draft.createBody ?? usual));
		if (!isDerived) draft.listQuery ??= query;
	}

	private tellFields(): void {
		const { places, report, now } = this;
		const { listResponse } = this.draft;
		const isOwn = this.entered.listResponse;
		const needed = isOwn ? /^(id|amount)$/ : /^(id|amount|date|desc)/;
		for (const [field, label] of Object.entries(FIELDS)) {
			const setting = `List Response: ${label}`;
			report.tell(setting, { now: quoted(now[field]) });
			const place = places.find((each) => each.field === field);
			if (place) report.tell(setting, { found: shownAt(place) });
			if (place?.doubt) {
				const { path, doubt: advice, other } = place;
				const changed = other && withText(listResponse, path, other);
				const enter = changed ? textOf(changed) : ' ';
				report.tell(setting, { verdict: 'unknown', advice, enter });
			}
			if (now[field] !== undefined || has(listResponse, field)) continue;
			const verdict = needed.test(field) ? 'unknown' : 'notTested';
			const advice = `If a charge has it, put {${field}} there in List Response`;
			report.tell(setting, { verdict, advice });
		}
		const others = places.filter(({ field }) => !field).map(shownAt);
		const cells = { advice: 'Nothing reads them', found: others.join(', ') };
		if (others.length > 0) report.tell('List Response: others', cells);
	}

	private rows(): Row[] {
		const { entered, draft, now, report } = this;
		const lacking = CHARGE_FIELDS.filter((field) => {
			return now[field] !== undefined && !has(draft.updateBody, field);
		});
		if (draft.updateBody && lacking.length > 0) {
			const names = `{${lacking.join('}, {')}}`;
			report.tellOpen(EXAMPLES.updateBody, {
				what: `Updates cannot change ${names}`,
				advice: `Put ${names} in where the service takes the value`,
			});
		}
		for (const name of NAMES) {
			if (isEqual(draft[name], entered[name])) continue;
			const enter = textOf(draft[name]);
			const cells = { verdict: 'change', advice: 'Paste this', enter };
			report.tell(EXAMPLES[name], cells);
		}
		return report.rows();
	}

	/** @throws what is no question of the format */
	private blame(error: Error): void {
		const told = toldBy(error);
		if (!told.more?.includes(CHECK)) throw error;
		const text = joined(told);
		const name = NAMES.find((each) => text.includes(EXAMPLES[each]));
		this.report.tellOpen(EXAMPLES[name ?? 'listQuery'], told);
		if (this.places.length > 0) return;
		const missed = MISSED.exec(told.what)?.[1] ?? missingIn(told.what);
		if (missed) this.draft.listQuery = { [missed]: '{reservationId}' };
	}
}

/** A missing parameter, in words that http does not know. */
const MISSED =
	/^(?=.*(?:requir|missing|empty|fehl)).*?(\w*(?:reserv|booking|stay|folio)\w*)(?:\]?$| fehlt)/i;

const UNWRITTEN = {
	verdict: 'notTested',
	advice: `Compare it with the documentation, or turn on 'Test Writing'`,
	found: 'A list does not show how charges are written',
};

/** In one line: n8n's table shows the end of a line as \\n. */
function textOf(json: unknown = {}): string {
	return JSON.stringify(json, null, 1).replace(/\n */g, ' ');
}

function has(json: unknown, field: string): boolean {
	return textOf(json).includes(`{${field}`);
}

/** The reservation under its name at the root. */
function ownerIn(body: unknown): object | undefined {
	const fields = Object.entries(body ?? {});
	const owner = fields.find(([, text]) => /\{reservationId/.test(`${text}`));
	return owner && Object.fromEntries([owner]);
}
