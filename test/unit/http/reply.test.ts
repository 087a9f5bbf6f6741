import { RequestFailure } from '../../../nodes/shared/http/failure';
import type { Answer } from '../../../nodes/shared/http/reply';
import { answerTo, mayResend, noAnswer, outcomeOf } from '../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import { BANNED_WORDS } from '../support/errors';
import * as http from '../support/http';

const { answered, systemError, wrappedByAxios, wrappedByN8n, wrappedWithoutCause } = http;
const list: ServiceRequest = { method: 'GET' };
const create: ServiceRequest = { method: 'POST', reservationId: 'R-1', body: {} };
const update: ServiceRequest = { method: 'PATCH', serviceId: 'S-1', body: {} };
const deletion: ServiceRequest = { method: 'DELETE', serviceId: 'S-1' };
const REQUESTS = [list, { ...list, serviceId: 'S-1' }, create, update, deletion];

const thrown = (error: Error) => () => answerTo(Promise.reject(error), []);
const broken = (code: string, syscall?: string) =>
	thrown(wrappedByN8n(wrappedByAxios(systemError(code, syscall))));
const given =
	(...args: Parameters<typeof answered>) =>
	() =>
		Promise.resolve(answered(...args));

const all = (outcome: string) => Array(5).fill(outcome).join(' ');
const UNCLEAR = 'refused+ refused+ unclear unclear+ unclear+';
const IN_DOUBT = 'refused refused unclear refused refused';
type Row = [what: string, answer: () => Promise<Answer>, outcomes: string];
const withStatuses = (outcomes: string, ...statuses: number[]) =>
	statuses.map((status): Row => [`${status}`, given(status, {}), outcomes]);

it.each<Row>([
	['200 with JSON', given(200, { id: 'S-1' }), all('done')],
	['204', given(204), all('done')],
	['success: false', given(200, { success: false, message: 'Closed' }), all('refused')],
	['an error beside success', given(200, { error: { code: 7 } }), IN_DOUBT],
	['empty errors', given(200, { error: {}, errors: [] }), all('done')],
	['errors that are none', given(200, { error: 0, errors: null }), all('done')],
	['a web page', given(200, '<html>Sign in</html>'), UNCLEAR],
	['JSON that breaks off', given(201, '{"id": "S-'), UNCLEAR],
	['a redirect', given(302), IN_DOUBT],
	...withStatuses(all('refused'), 400, 401, 403, 404, 409, 410, 418, 422),
	...withStatuses(all('refused+'), 429),
	...withStatuses(UNCLEAR, 408, 500, 502, 503, 504, 520),
	['a host that is not there', broken('ENOTFOUND'), all('refused+')],
	['a connection that is refused', broken('ECONNREFUSED', 'connect'), all('refused+')],
	['a connection that is not made in time', broken('ETIMEDOUT', 'connect'), all('refused+')],
	['a certificate', broken('DEPTH_ZERO_SELF_SIGNED_CERT'), all('refused')],
	['a timeout', broken('ECONNABORTED'), UNCLEAR],
	['a connection that breaks off', broken('ECONNRESET', 'read'), UNCLEAR],
	['n8n before 2.34', thrown(wrappedWithoutCause(systemError('ECONNREFUSED'))), all('refused+')],
])('%s means for a list, a get, a create, an update, a delete (+: again)', async (...row) => {
	const [, answer, outcomes] = row;
	const reply = await answer();
	const told = REQUESTS.map((request) => {
		return `${outcomeOf(request, reply)}${mayResend(request, reply) ? '+' : ''}`;
	});
	expect(told.join(' ')).toBe(outcomes);
});

it('a deletion of what may be gone is done with 404 and 410, and so is one after an unclear try', () => {
	for (const how of [{ mayBeGone: true }, { mayHaveArrived: true }]) {
		expect(outcomeOf({ ...deletion, ...how }, answered(404))).toBe('done');
		expect(outcomeOf({ ...deletion, ...how }, answered(404, '<html>'))).toBe('refused');
	}
});

it('an unclear create is sent again where the service knows its key', () => {
	expect(mayResend({ ...create, idempotencyKey: 'k' }, answered(502))).toBe(true);
});

describe('words for people', () => {
	const location = 'https://new.example?key=1';

	it.each<[string, () => Promise<Answer>, RegExp]>([
		['a firewall', given(403, '<!DOCTYPE html>Blocked'), /firewall.*Have n8n's address allowed/],
		['plain text', given(403, 'Blocked'), /not JSON.*Blocked.*address/],
		['a web page', given(200, '<html>Sign in</html>'), /^(?!.*<).*not JSON.*address/],
		['a proxy', given(407, '<html>'), /proxy.*asks for a login.*HTTPS_PROXY/],
		['a limit', given(429, '<html>'), /too many requests.*Requests at a Time/],
		['a certificate', broken('SELF_SIGNED_CERT_IN_CHAIN'), /NODE_EXTRA_CA_CERTS/],
		[
			'a redirect',
			given(301, '<html>', { location }),
			/redirects to https:\/\/new\.example \(status 301\).*final address/,
		],
		['a wait', given(503, '', { 'retry-after': '7' }), /asks to wait 7 seconds/],
	])('%s', async (_, answer, words) => {
		const { told } = new RequestFailure(update, await answer());
		expect(`${told.what}. ${told.advice}`).toMatch(words);
		expect(JSON.stringify(told)).not.toMatch(BANNED_WORDS);
	});

	it.each<[string, ServiceRequest, RegExp]>([
		['no is required', list, /^Enter \{ "no": "\{reservationId\}" \} as 'List Query' in/],
		['text: field required', create, /^Fill in 'text', or add it to 'Create Body' in/],
		['text is missing', update, /'text', or add it to 'Update Body'/],
		['Unknown field: room', create, /'Create Body'/],
	])('of a field that is missing or unknown: %s', (message, request, advice) => {
		const { told } = new RequestFailure(request, answered(400, { message }));
		expect(told.advice).toMatch(advice);
		expect(told.more).toContain('Check API Format');
	});

	it.each<[ServiceRequest, RegExp]>([
		[create, /^The service item may or may not have been created on reservation 'R-1': /],
		[update, /^The change of service item 'S-1' may .* carried out, and can be run again: /],
	])('what may have been done is said of %j', (request, what) => {
		const failure = new RequestFailure({ ...request, mayHaveArrived: true }, noAnswer('lost'));
		expect(failure.outcome).toBe('unclear');
		expect(failure.told.what).toMatch(what);
	});
});
