import { jsonStringify, type IDataObject } from 'n8n-workflow';

import { digest } from '../format/json';
import { RequestFailure } from '../http/failure';
import type { Session } from '../http/session';
import { Parameters } from '../n8n/parameters';
import { CanceledError, toldBy, userError, type Told } from '../n8n/userError';
import type { Entry, Sent } from './memory';
import type { Report } from './report';

/** What an input asks for, and what becomes of it. */
export class Input {
	session!: Session;
	results?: IDataObject[];
	error?: Error;
	/** What an earlier try of this execution has left open. */
	readonly earlier?: Sent;
	readonly parameters: Parameters;
	private readonly entry: Entry;

	constructor(
		readonly run: Report,
		readonly index: number,
	) {
		this.parameters = new Parameters(run.context, index);
		this.entry = run.memory.entries[index] ??= {};
		this.earlier = this.entry.sent;
	}

	/** @throws where an earlier try did something else */
	open(session: Session): void {
		this.session = session;
		const { entry, parameters } = this;
		const { environment, accountId } = session.settings;
		const operation = this.run.context.getNodeParameter('operation', 0, '');
		const json = parameters.json;
		const content = jsonStringify(json, { replaceCircularRefs: true });
		// All else may be put right between two tries.
		const fits = digest([operation, environment, accountId, content]);
		if (!entry.results && !entry.sent) entry.fits = fits;
		if (entry.fits === fits) return;
		throw userError({
			what: 'At this position, an earlier try of this execution did something else, or may have: another operation, account or input item',
			advice:
				"Look at the reservation, then execute the workflow anew with 'Prevent Duplicates'",
		});
	}

	/** @throws what an earlier try has sent and this one would not find */
	resume(sign?: string): void {
		const { results, sent } = this.entry;
		if (sent && sign !== (sent.sign ?? sign)) throw userError(sent.told);
		if (results) this.done(results);
	}

	/** The same in every try, and for no other input. */
	get chargeKey() {
		return digest([this.run.memory.origin, this.index]);
	}

	/** Also of an earlier try. */
	get allResults(): IDataObject[] | undefined {
		return this.results ?? this.entry.results;
	}

	/** What to say of what may have been done. */
	get unclear(): Told | undefined {
		return this.entry.sent?.told;
	}

	sending(told: Told, sign = this.entry.sent?.sign): void {
		this.entry.sent = { ...this.entry.sent, told, sign };
	}

	answered(): void {
		if (this.entry.sent) this.entry.sent.isAnswered = true;
	}

	/** Nothing of it is open any more. */
	settled(): void {
		delete this.entry.sent;
	}

	/** @param isRemembered false for what changes nothing */
	done(results: IDataObject[], isRemembered = true): void {
		this.results = results;
		if (!isRemembered) return;
		this.settled();
		this.entry.results = results;
	}

	failed(error: Error, isUnclear = false): void {
		if (this.error) return;
		this.run.failures++;
		const isStopped = error instanceof CanceledError;
		const failure = (isStopped && error.underWay) || error;
		const isRequest = failure instanceof RequestFailure;
		const isOpen = isUnclear || (isRequest && failure.outcome === 'unclear');
		if (isOpen) this.sending(toldBy(failure));
		// What may have been done counts more.
		const isLess = !isOpen && error instanceof RequestFailure;
		const told = isLess && this.unclear;
		this.error = told ? userError(told) : error;
	}
}
