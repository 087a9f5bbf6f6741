import type { IDataObject } from 'n8n-workflow';

import type { Mapper } from '../../../../nodes/shared/format/mapper';
import { RequestFailure } from '../../../../nodes/shared/http/failure';
import type { ResponseClass } from '../../../../nodes/shared/http/classify';
import { classify } from '../../../../nodes/shared/http/classify';
import type { Answer, Reply as ServiceReply } from '../../../../nodes/shared/http/reply';
import { answerOf, replyOfThrown } from '../../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import { reconcile } from '../../../../nodes/shared/reservation/reconcile';
import type { WishOutcome } from '../../../../nodes/shared/reservation/desired';
import { Reservations } from '../../../../nodes/shared/lists/reservations';
import type { Session } from '../../../../nodes/shared/session/session';
import type { EarlierAttempt, Wish } from '../../../../nodes/shared/reservation/desired';
import { mapperOf } from '../../support/mapper';
import type { Reply } from './modelService';
import { DAY } from './modelService';
import type { Plan, World } from './world';

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

const plainMapper = readingOnce(mapperOf());
const requestHeaders = { 'Idempotency-Key': '{idempotencyKey}' };
const keyedMapper = readingOnce(mapperOf({ requestHeaders }));
let processes = 0;

/** The same, but for speed: what it has read once it knows. Alike answers are one and the same object. */
function readingOnce(slow: Mapper): Mapper {
	const once = <Given extends object, Result>(read: (given: Given) => Result) => {
		const known = new WeakMap<Given, { result: Result }>();
		return (given: Given): Result => {
			const { result } = known.get(given) ?? { result: read(given) };
			known.set(given, { result });
			return result;
		};
	};
	const numbers = new WeakMap<IDataObject, number>();
	let count = 0;
	const readable = new Set<string>();
	const assertReadable = (items: IDataObject[]): void => {
		for (const item of items) if (!numbers.has(item)) numbers.set(item, ++count);
		const key = items.map((item) => numbers.get(item)).join();
		if (!readable.has(key)) slow.assertReadable(items);
		readable.add(key);
	};
	return {
		...slow,
		assertReadable,
		read: once((item: IDataObject) => slow.read(item)),
		isWithdrawn: once((item: IDataObject) => slow.isWithdrawn(item)),
		readPage: once((answer: Parameters<Mapper['readPage']>[0]) => slow.readPage(answer)),
	};
}

export function newProcess(name: string): Process {
	return { name, scope: `process-${++processes}` };
}

/** One reservation of a run. */
export interface Run {
	process: Process;
	/** An execution keeps it for its retries. */
	execution: string;
	world: World;
	plan: Plan;
	reservation: string;
	memory?: Memory;
	send: (request: ServiceRequest) => Promise<Reply>;
	/** What the reservations of a run share. */
	shared: { hasFailed: boolean };
}

export interface Ran {
	told: Told[];
	memory: Memory;
}

/** Runs a plan with the code that is shipped, whose requests go to `send`. */
export async function runPlan(run: Run): Promise<Ran> {
	const ran = run.plan.isOff ? await createWithoutLooking(run) : await runProtected(run);
	run.shared.hasFailed ||= ran.told.some(({ error }) => error !== undefined);
	return ran;
}

async function runProtected(run: Run): Promise<Ran> {
	const { plan, reservation: reservationId, memory = [], world } = run;
	const wishes = wishesOf(run).map((wish, n) => ({ ...wish, earlier: memory[n] }));
	const wanted = new Set(plan.wanted.flatMap(({ reference }) => reference ?? []));
	const desired = {
		reservationId,
		wishes,
		isDryRun: false,
		stopsAtFailure: world.stops,
		...(plan.operation === 'sync' && { deletion: { prefix: 'own-', wanted } }),
	};
	const shouldStop = (): boolean => world.stops && run.shared.hasFailed;
	const { outcomes, deletions } = await reconcile(sessionOf(run), desired, shouldStop);
	return {
		told: [
			...outcomes.map((outcome, n) => toldOf(outcome, memory[n])),
			...deletions.map((deletion) =>
				deletion.is === 'failed'
					? { error: wordsOf(deletion.error) }
					: { action: deletion.is, reference: deletion.item.fields.reference },
			),
		],
		memory: outcomes.map((outcome, n) => {
			if (outcome?.is === 'failed') return outcome.earlier;
			return outcome ? { state: 'done' } : memory[n];
		}),
	};
}

/** What a run does with Off, and what it remembers. */
async function createWithoutLooking(run: Run): Promise<Ran> {
	const { client } = sessionOf(run);
	const told: Told[] = [];
	const memory: Memory = [];
	for (const { desired, listedAs } of wishesOf(run)) {
		const { body, idempotencyKey } = desired.charge;
		const { world, reservation: reservationId } = run;
		const mustStop = world.stops && told.some(({ error }) => error !== undefined);
		const result = mustStop
			? undefined
			: await client.trySend({ method: 'POST', body, idempotencyKey, reservationId });
		if (!(result instanceof RequestFailure)) {
			told.push(result ? { action: 'created' } : { error: 'not started' });
			memory.push(result && { state: 'done' });
			continue;
		}
		told.push({ error: wordsOf(result) });
		const fields = { ...listedAs, reference: undefined };
		const sentAs = { protection: 'off', fields } as const;
		memory.push(result.isUnclear ? { state: 'unclear', failure: result, sentAs } : undefined);
	}
	return { told, memory };
}

function sessionOf({ process: { scope }, world, send }: Run): Session {
	const maxRetries = world.retries;
	const mapper = world.key ? keyedMapper : plainMapper;
	const trySend = async (request: ServiceRequest): Promise<Answer | RequestFailure> => {
		let isUnclear = false;
		for (let tries = 0; ; tries++) {
			const result = resultOf(request, await send(request), { mapper, isUnclear });
			const isRefused = result instanceof RequestFailure;
			isUnclear = isRefused && result.isUnclear;
			const isCreate = request.method === 'POST';
			// Under a key the client sends a create again by itself.
			if (!isRefused || !isCreate || !result.response.mayResend) return result;
			if (tries >= maxRetries) return result;
		}
	};
	const client = {
		scope,
		mapper,
		sendOptions: { maxRetries, timeout: 1 },
		trySend,
		send: async (request: ServiceRequest) => {
			const result = await trySend(request);
			if (result instanceof RequestFailure) throw result;
			return result;
		},
		waitBeforeTry: async () => await Promise.resolve(),
	};
	return {
		client,
		mapper,
		reservations: new Reservations(client as never),
		accountKey: scope,
		maxConcurrency: 1,
	} as unknown as Session;
}

const known = new Map<string, Wish[]>();

function wishesOf({ plan, reservation, world, execution }: Run): Wish[] {
	const key = JSON.stringify([plan, reservation]);
	const wishes = known.get(key) ?? plan.wanted.map((wanted) => wishOf(plan, wanted, reservation));
	known.set(key, wishes);
	if (!world.key) return wishes;
	return wishes.map(({ desired, ...wish }, n) => {
		const idempotencyKey = `${execution} ${reservation} ${n}`;
		return { ...wish, desired: { ...desired, charge: { ...desired.charge, idempotencyKey } } };
	});
}

function wishOf(
	{ matchBy, operation, isOff }: Plan,
	{ description, reference, ...others }: Plan['wanted'][number],
	reservationId: string,
): Wish {
	const charge = { reservationId, date: DAY, description, ...others };
	const fields = isOff ? charge : { ...charge, reference };
	const { body, expected } = plainMapper.toCreate(fields);
	const read = plainMapper.read(expected);
	const whenFound = operation === 'create' ? 'keep' : 'update';
	return {
		desired: { matchBy, whenFound, fields, custom: {}, charge: { body, expected } },
		listedAs: { ...read.fields, reference: read.reference },
		setByCustom: new Set(),
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

/** @param was how the tries before it went */
function resultOf(
	request: ServiceRequest,
	reply: Reply,
	was: { mapper: Mapper; isUnclear: boolean },
): Answer | RequestFailure {
	const { arrived, response } = meaningOf(request, reply, was.mapper);
	if (arrived.kind === 'answer' && response.outcome === 'done') return arrived;
	const isUnclear = was.isUnclear || response.outcome === 'unclear';
	return new RequestFailure({ request, reply: arrived, response, isUnclear }, []);
}

interface ReplyMeaning {
	arrived: ServiceReply;
	response: ResponseClass;
}

const meanings = new Map<string, ReplyMeaning>();

function meaningOf(request: ServiceRequest, reply: Reply, mapper: Mapper): ReplyMeaning {
	const { method, serviceId, idempotencyKey } = request;
	const isOfItem = serviceId !== undefined;
	const key = JSON.stringify([method, isOfItem, idempotencyKey !== undefined, reply]);
	const known = meanings.get(key);
	if (known) return known;
	const arrived = replyOf(request, reply);
	const meaning = { arrived, response: classify(request, arrived, mapper) };
	meanings.set(key, meaning);
	return meaning;
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
