import type { Outcome } from '../../../../../nodes/shared/answers/outcome';
import {
	type AnyRequest,
	CREATE,
	DELETE,
	GET,
	LIST,
	textOf,
	UPDATE,
} from '../../../support/failedRequests';
import { answered, broken, withoutToken } from '../../../support/outcomes';

const PAGE = '\n<!DOCTYPE html>\n<html><body>Sign in</body></html>';

describe('the advice', () => {
	it.each<[string, AnyRequest, Outcome, RegExp]>([
		['400', CREATE, answered(400), /values.*Check the fields/],
		['422', UPDATE, answered(422), /values.*Check the fields/],
		['401', LIST, answered(401), /scope/],
		['403', DELETE, answered(403), /scope.*new API key/],
		['404 of an item', GET, answered(404), /'S-1' was not found.*'Service Item'/],
		['404 of a list', LIST, answered(404), /'Reservation ID'.*'Base URL'/],
		['404 of a create', CREATE, answered(404), /'Reservation ID'.*'Base URL'/],
		['410 of an item', DELETE, answered(410), /'S-1' was not found/],
		['207', UPDATE, answered(207, [{ status: 422 }]), /may or may not.*207.*Look at/],
		['409', UPDATE, answered(409), /'S-1' was not updated.*conflicts/],
		['429', LIST, answered(429), /too many requests.*Wait/],
		['503', LIST, answered(503), /could not be read.*503.*Try again later/],
		['a redirect', CREATE, answered(301), /redirect.*'Base URL'/],
		['a timeout', GET, broken('ECONNABORTED'), /in time.*Try again/],
		['an unknown host', GET, broken('ENOTFOUND'), /host name.*not found.*address/],
		['a refused connection', DELETE, broken('ECONNREFUSED'), /'S-1' was not deleted.*refused/],
		['an untrusted certificate', GET, broken('CERT_HAS_EXPIRED'), /certificate/],
		['an unreadable answer', LIST, answered(200, '{"a"'), /could not be read.*'Base URL'/],
		['a web page', LIST, answered(200, PAGE), /web page came in place of.*'Base URL'.*sign-in/],
		['a web page', CREATE, answered(200, PAGE), /may or may not.*a web page came in place/],
		['no token', LIST, withoutToken(false), /login did not succeed/],
	])(
		'for %s is in the message, as an AI agent sees nothing else',
		(_what, request, outcome, words) => {
			expect(textOf(request, outcome).message).toMatch(words);
		},
	);

	it.each([200, 403, 404, 500, 502])(
		'of a web page with status %d says that it may not be of the service',
		(status) => {
			expect(textOf(LIST, answered(status, PAGE)).description).toMatch(/sign-in page, a proxy/);
			expect(textOf(LIST, answered(status, '<a>')).description).not.toMatch(/web page/);
		},
	);

	it.each([401, 403])(
		'for %d says that scopes are fixed, so that a new key is needed',
		(status) => {
			const { description } = textOf(CREATE, answered(status));
			expect(description).toMatch(/fixed when it is generated.*new API key/);
			expect(textOf(UPDATE, answered(status), true).description).toMatch(/new API key/);
		},
	);

	it('for 401 names the fields of the credential', () => {
		const { message, description } = textOf(CREATE, answered(401));
		expect(`${message} ${description}`).toMatch(/'Account ID', 'API Key'/);
	});

	it('for a timeout names the option that helps', () => {
		const { message, description } = textOf(GET, broken('ECONNABORTED'));
		expect(`${message} ${description}`).toContain(`'Timeout'`);
	});

	it('for 429 names the settings that help', () => {
		expect(textOf(CREATE, answered(429)).description).toMatch(
			/'Requests at a Time' or 'Requests per Second' in the credential/,
		);
	});

	it.each([412, 423, 425, 428])('for %d is about the state, not the fields', (status) => {
		const { message, description } = textOf(CREATE, answered(status, { message: 'Locked' }));
		expect(message).toMatch(/was not created: .* for now.*state.*: Locked\. Try again later/);
		expect(description).toMatch(/Nothing was changed/);
		expect(message).not.toMatch(/Check the fields/);
	});

	it.each([
		['7', /wait 7 seconds/],
		['1.2', /wait 2 seconds/],
		['99999999999999999999', /wait more than a day, which is too long/],
		['3600', /wait 3600 seconds.*too long.*run the workflow again after/],
	])('for 429 passes on a Retry-After of %s', (seconds, words) => {
		expect(textOf(LIST, answered(429, '', { 'retry-after': seconds })).message).toMatch(words);
	});
});
