import { RequestFailure } from '../../../nodes/shared/http/failure';
import { mayResend, outcomeOf } from '../../../nodes/shared/http/outcome';
import type { Answer } from '../../../nodes/shared/http/reply';
import { noAnswer, noAnswerOf } from '../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import { BANNED_WORDS } from '../support/errors';
import {
	answered,
	systemError,
	wrappedByAxios,
	wrappedByN8n,
	wrappedWithoutCause,
} from '../support/http';

const REQUESTS: Record<string, ServiceRequest> = {
	list: { method: 'GET' },
	get: { method: 'GET', serviceId: 'S-1' },
	create: { method: 'POST', reservationId: 'R-1', body: {} },
	update: { method: 'PATCH', serviceId: 'S-1', body: {} },
	delete: { method: 'DELETE', serviceId: 'S-1' },
};
const KINDS = Object.keys(REQUESTS);
const broken = (code: string, syscall?: string): Answer =>
	noAnswerOf(wrappedByN8n(wrappedByAxios(systemError(code, syscall))));

/** By kind of request: `+` behind what may be sent again. */
function outcomesOf(reply: Answer): string {
	return KINDS.map((kind) => {
		const request = REQUESTS[kind] as ServiceRequest;
		return `${outcomeOf(request, reply)}${mayResend(request, reply) ? '+' : ''}`;
	}).join(' ');
}

const all = (outcome: string) => Array(5).fill(outcome).join(' ');
const UNCLEAR = 'refused+ refused+ unclear unclear+ unclear+';

const beforeN8n234 = wrappedWithoutCause(systemError('ECONNREFUSED'));
const IN_DOUBT = 'refused refused unclear refused refused';
const withStatus = (status: number, outcomes: string): [string, Answer, string] => [
	`${status}`,
	answered(status, {}),
	outcomes,
];

describe('what a reply means for a list, a get, a create, an update, a delete', () => {
	it.each<[string, Answer, string]>([
		['200 with JSON', answered(200, { id: 'S-1' }), all('done')],
		['204', answered(204), all('done')],
		['success: false', answered(200, { success: false, message: 'Closed' }), all('refused')],
		['an error beside success', answered(200, { error: { code: 7 } }), IN_DOUBT],
		['an empty error', answered(200, { error: null, errors: [] }), all('done')],
		['a web page', answered(200, '<html>Sign in</html>'), UNCLEAR],
		['JSON that breaks off', answered(201, '{"id": "S-'), UNCLEAR],
		['a redirect', answered(302), IN_DOUBT],
		...[400, 401, 403, 404, 409, 410, 418, 422].map((status) => withStatus(status, all('refused'))),
		withStatus(429, all('refused+')),
		...[408, 500, 502, 503, 504, 520].map((status) => withStatus(status, UNCLEAR)),
		['a host that is not there', broken('ENOTFOUND'), all('refused+')],
		['a connection that is refused', broken('ECONNREFUSED', 'connect'), all('refused+')],
		['a connection that is not made in time', broken('ETIMEDOUT', 'connect'), all('refused+')],
		['a certificate', broken('DEPTH_ZERO_SELF_SIGNED_CERT'), all('refused')],
		['a timeout', broken('ECONNABORTED'), UNCLEAR],
		['a connection that breaks off', broken('ECONNRESET', 'read'), UNCLEAR],
		['n8n before 2.34', noAnswerOf(beforeN8n234), all('refused+')],
	])('%s', (_, reply, outcomes) => {
		expect(outcomesOf(reply)).toBe(outcomes);
	});

	it('a deletion of what may be gone is done with 404 and 410, and so is one after an unclear try', () => {
		for (const how of [{ mayBeGone: true }, { mayHaveArrived: true }]) {
			const request = { ...(REQUESTS.delete as ServiceRequest), ...how };
			expect(outcomeOf(request, answered(404))).toBe('done');
		}
	});

	it('an unclear create is sent again where the service knows its key', () => {
		const request: ServiceRequest = { method: 'POST', idempotencyKey: 'k' };
		expect(mayResend(request, answered(502))).toBe(true);
	});
});

const redirect = answered(301, '<html>', { location: 'https://new.example?key=1' });

describe('words for people', () => {
	it.each<[string, Answer, RegExp]>([
		['a firewall', answered(403, '<!DOCTYPE html>Blocked'), /firewall.*Have n8n's address allowed/],
		['a proxy', answered(407, '<html>'), /proxy.*asks for a login.*HTTPS_PROXY/],
		['a certificate', broken('SELF_SIGNED_CERT_IN_CHAIN'), /NODE_EXTRA_CA_CERTS/],
		['a redirect', redirect, /redirects to https:\/\/new\.example \(status 301\).*final address/],
		['a wait', answered(503, '', { 'retry-after': '7' }), /asks to wait 7 seconds/],
	])('%s', (_, reply, words) => {
		const { told } = new RequestFailure(REQUESTS.update as ServiceRequest, reply);
		expect(`${told.what}. ${told.advice}`).toMatch(words);
		expect(JSON.stringify(told)).not.toMatch(BANNED_WORDS);
	});

	it.each<[string, string, RegExp]>([
		[
			'list',
			'Parameter no is required',
			/^Enter \{ "no": "\{reservationId\}" \} as 'List Query' in/,
		],
		['create', 'text: field required', /^Fill in 'text', or add it to 'Create Body' in/],
		['update', 'text is missing', /'text', or add it to 'Update Body'/],
		['create', 'Unknown field: room', /'Create Body'/],
	])('of a %s that lacks a field: %s', (kind, said, advice) => {
		const request = REQUESTS[kind] as ServiceRequest;
		const { told } = new RequestFailure(request, answered(400, {}), said);
		expect(told.advice).toMatch(advice);
		expect(told.more).toContain('Check API Format');
	});

	it('a stopped or lost update may be run again, and a create says where it may be', () => {
		const toldOf = (kind: string) => {
			const request = { ...(REQUESTS[kind] as ServiceRequest), mayHaveArrived: true };
			const failure = new RequestFailure(request, noAnswer('lost'));
			expect(failure.outcome).toBe('unclear');
			return failure.told.what;
		};
		expect(toldOf('create')).toMatch(/may or may not have been created on reservation 'R-1': /);
		expect(toldOf('update')).toMatch(/^The update of service item 'S-1' may .* carried out/);
		expect(toldOf('delete')).toMatch(/^The deletion of service item 'S-1' may or may not/);
	});
});
