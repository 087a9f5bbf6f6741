import type { IDataObject } from 'n8n-workflow';

import type { Mapper } from '../../../../nodes/shared/format/mapper';
import { RequestFailure } from '../../../../nodes/shared/http/failure';
import { classify } from '../../../../nodes/shared/http/classify';
import type { Answer, Reply as ServiceReply } from '../../../../nodes/shared/http/reply';
import { answerOf, replyOfThrown } from '../../../../nodes/shared/http/received';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import { reconcile } from '../../../../nodes/shared/reservation/reconcile';
import type { WishOutcome } from '../../../../nodes/shared/reservation/desired';
import { Reservations } from '../../../../nodes/shared/lists/reservations';
import type { Session } from '../../../../nodes/shared/session/session';
import type { EarlierAttempt, Wish } from '../../../../nodes/shared/reservation/desired';
import { mapperOf } from '../../support/mapper';
import type { Reply } from './modelService';
import { DAY, RESERVATION } from './modelService';
import type { Plan } from './world';

/** What a run said of an input, or of a charge that it was to delete. */
export interface Told {
	action?: string;
	hint?: string;
	error?: string;
	reference?: string;
}

/** A process of n8n: what it remembers between runs goes by its scope. */
export interface Process {
	name: string;
	scope: string;
}

/** What an execution remembers for a retry, by input. */
export type Memory = Array<EarlierAttempt | undefined>;

const mapper = readingOnce(mapperOf());
let processes = 0;

/** The same, but for speed: what it has read once it knows. */
function readingOnce(slow: Mapper): Mapper {
	const once = <Given, Result>(read: (given: Given) => Result): ((given: Given) => Result) => {
		const known = new Map<string, Result>();
		return (given) => {
			const text = JSON.stringify(given);
			const result = known.get(text) ?? read(given);
			known.set(text, result);
			return result;
		};
	};
	const assertReadable = once((items: IDataObject[]) => slow.assertReadable(items) ?? true);
	return {
		...slow,
		read: once((item: IDataObject) => slow.read(item)),
		isWithdrawn: once((item: IDataObject) => slow.isWithdrawn(item)),
		readPage: once((answer: Parameters<Mapper['readPage']>[0]) => slow.readPage(answer)),
		assertReadable: (items) => void assertReadable(items),
	};
}

export function newProcess(name: string): Process {
	return { name, scope: `process-${++processes}` };
}

/** Runs a plan with the code that is shipped, whose requests go to `send`. */
export async function runPlan(
	{ scope }: Process,
	plan: Plan,
	send: (request: ServiceRequest) => Promise<Reply>,
	memory: Memory = [],
): Promise<{ told: Told[]; memory: Memory }> {
	const trySend = async (request: ServiceRequest): Promise<Answer | RequestFailure> =>
		resultOf(request, await send(request));
	const client = {
		scope,
		mapper,
		sendOptions: { maxRetries: 1, timeout: 1 },
		trySend,
		send: async (request: ServiceRequest) => {
			const result = await trySend(request);
			if (result instanceof RequestFailure) throw result;
			return result;
		},
		waitBeforeTry: async () => await Promise.resolve(),
	};
	const session = {
		client,
		mapper,
		reservations: new Reservations(client as never),
		accountKey: scope,
		maxConcurrency: 1,
	} as unknown as Session;
	const wishes = wishesOf(plan).map((wish, n) => ({ ...wish, earlier: memory[n] }));
	const wanted = new Set(plan.wanted.flatMap(({ reference }) => reference ?? []));
	const desired = {
		reservationId: RESERVATION,
		wishes,
		isDryRun: false,
		...(plan.operation === 'sync' && { deletion: { prefix: 'own-', wanted } }),
	};
	const { outcomes, deletions } = await reconcile(session, desired, () => false);
	return {
		told: [
			...outcomes.map((outcome, n) => toldOf(outcome, memory[n])),
			...deletions.map((deletion) =>
				deletion.is === 'failed'
					? { error: wordsOf(deletion.error) }
					: { action: deletion.is, reference: deletion.item.fields.reference },
			),
		],
		memory: outcomes.map((outcome) => {
			if (outcome?.is === 'failed') return outcome.earlier;
			return { state: 'done' };
		}),
	};
}

const known = new Map<Plan, Wish[]>();

function wishesOf(plan: Plan): Wish[] {
	const wishes = known.get(plan) ?? plan.wanted.map((wanted) => wishOf(plan, wanted));
	known.set(plan, wishes);
	return wishes;
}

function wishOf(
	{ matchBy, operation }: Plan,
	{ description, ...others }: Plan['wanted'][number],
): Wish {
	const fields = { reservationId: RESERVATION, date: DAY, description, ...others };
	const { body, expected } = mapper.toCreate(fields);
	const read = mapper.read(expected);
	const whenFound = operation === 'create' ? 'keep' : 'update';
	return {
		desired: { matchBy, whenFound, fields, custom: {}, charge: { body, expected } },
		listedAs: { ...read.fields, reference: read.reference },
	};
}

function toldOf(outcome: WishOutcome | undefined, earlier: EarlierAttempt | undefined): Told {
	if (outcome === undefined) {
		return earlier?.state === 'done' ? { action: 'done before' } : { error: 'not started' };
	}
	if (outcome.is === 'failed') return { error: wordsOf(outcome.error) };
	return { action: outcome.action, hint: outcome.hint };
}

function wordsOf(error: Error): string {
	if (error instanceof RequestFailure) {
		const isOpen = error.isUnclear && error.request.method !== 'GET';
		return isOpen ? 'may or may not have been carried out' : 'refused';
	}
	return `${error.message} ${(error as { description?: string }).description ?? ''}`;
}

function resultOf(request: ServiceRequest, reply: Reply): Answer | RequestFailure {
	const arrived = replyOf(request, reply);
	const response = classify(request, arrived, mapper);
	if (arrived.kind === 'answer' && response.outcome === 'done') return arrived;
	const isUnclear = response.outcome === 'unclear';
	return new RequestFailure({ request, reply: arrived, response, isUnclear }, []);
}

function replyOf(request: ServiceRequest, reply: Reply): ServiceReply {
	if (reply === 'lost') {
		const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		return replyOfThrown(reset, true);
	}
	const { status, body, headers = {} } = reply;
	const text = body === undefined ? '' : JSON.stringify(body);
	return answerOf(
		{ statusCode: status, body: text, headers: headers },
		{ asksForBody: request.method === 'GET', secrets: [] },
	);
}
