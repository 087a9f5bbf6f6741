import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/**
 * Most of what these tests did was waiting: for the next try, for another look, for the account's turn. Here time passes faster
 * for all who ask the clock, the node and the miniature service alike: a little while a request is under way, and by leaps while all
 * only wait. How long the sockets wait for an answer (Timeout) is left as it is, since the machine gets no faster.
 */
const SPEED = 4;
const TICK_MS = 1;

const untouched = ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const;
const immediate = ['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const;
jest.useFakeTimers({ now: Date.now(), doNotFake: [...untouched, ...immediate] });

let requestsUnderWay = 0;

const ticks = setInterval(() => {
	if (requestsUnderWay > 0) jest.advanceTimersByTime(SPEED * TICK_MS);
	else jest.advanceTimersToNextTimer();
}, TICK_MS).unref();

const dateNow = Date.now;
Date.now = () => jest.now();
// Jest shares it between test files.
const performanceNow = performance.now.bind(performance);
performance.now = () => jest.now();

function noteRequest(message: unknown): void {
	requestsUnderWay++;
	const { request } = message as { request: ClientRequest };
	request.once('close', () => requestsUnderWay--);
}

// The channel belongs to the process, which runs other test files after this one.
subscribe('http.client.request.start', noteRequest);

// What a stopped run still waits for ends no more.
afterAll(() => {
	unsubscribe('http.client.request.start', noteRequest);
	clearInterval(ticks);
	performance.now = performanceNow;
	Date.now = dateNow;
});
