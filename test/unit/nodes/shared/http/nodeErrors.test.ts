import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { failureTextOf } from '../../../../../nodes/shared/http/failure';
import { toNodeError } from '../../../../../nodes/shared/http/nodeErrors';
import type { RequestFailure } from '../../../../../nodes/shared/http/failure';
import { CanceledError } from '../../../../../nodes/shared/http/wait';
import type { Outcome } from '../../../../../nodes/shared/http/outcome';
import { node } from '../../../support/node';
import { answered, broken, failureOf, LIST } from '../../../support/http';

const SECRETS = ['key-of-hotel-1', 'T1-token'];

function failureWith(outcome: Outcome): RequestFailure {
	return failureOf(LIST, outcome, { secrets: SECRETS });
}

describe('a failed request', () => {
	it.each<[string, Outcome, string | null]>([
		['400', answered(400, { message: 'Not a preexisting account' }), '400'],
		['401', answered(401), '401'],
		['404', answered(404, { message: 'ENOENT' }), '404'],
		['409', answered(409, { message: 'EEXIST: it is there' }), '409'],
		['429', answered(429), '429'],
		['500', answered(500, { message: 'bad gateway' }), '500'],
		['503', answered(503), '503'],
		['a refused connection', broken('ECONNREFUSED'), null],
		['a timeout', broken('ETIMEDOUT'), null],
		['no token', { kind: 'notSent', message: 'No token', description: 'Look' }, null],
	])('with %s ends up with our texts and its status', (_name, outcome, httpCode) => {
		const failure = failureWith(outcome);
		const error = toNodeError(node, failure);
		const { message, description } = failureTextOf(failure);

		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ httpCode });
		expect(`${error.message}. ${error.description}`).toBe(`${message}. ${description}`.trim());
		expect(error.node).toBe(node);
	});

	it("keeps the service's words whatever letters they hold", () => {
		const words = 'A preexisting EPERM, ENOTFOUND and ECONNRESET';
		expect(toNodeError(node, failureWith(answered(400, { message: words }))).message).toContain(
			words,
		);
	});

	it('brings nothing of the request along that n8n would store', () => {
		const leak = { message: SECRETS.join(' '), headers: { authorization: `Bearer ${SECRETS[1]}` } };
		const error = toNodeError(node, failureWith(answered(400, leak)), {
			itemIndex: 0,
			itemCount: 1,
		});
		const { context, messages, description, message } = error;
		const stored = JSON.stringify([error, { context, messages, description, message }]);

		for (const secret of SECRETS) expect(stored).not.toContain(secret);
		expect(error.context).not.toHaveProperty('data');
		expect(JSON.stringify(error.cause ?? '')).not.toContain(SECRETS[1]);
	});
});

describe('a failure with an advice', () => {
	const failure = failureWith(answered(400, { message: 'Closed. No more charges' }));

	const only = { itemIndex: 0, itemCount: 1 };

	it('has a title that says what happened, and the rest below it', () => {
		const { message, description } = toNodeError(node, failure, only);

		expect(message).toBe('The service did not accept the values: Closed. No more charges');
		expect(description).toMatch(/^Check 'Reservation ID'.*\. If the service expects/);
	});

	it.each([
		['an AI agent', { type: `${node.type}Tool` }],
		['who continues', { onError: 'continueRegularOutput' as const }],
		['who goes on with the error output', { onError: 'continueErrorOutput' as const }],
		['who continues as older versions did', { continueOnFail: true }],
	])('says everything in the message to %s', (_, reader) => {
		const input = new NodeOperationError(node, "'Date' is empty", { description: 'Fill it in.' });

		expect(toNodeError({ ...node, ...reader }, failure, only).message).toMatch(
			/^The service did not accept.*charges\. Check 'Reservation ID'/,
		);
		expect(toNodeError({ ...node, ...reader }, input, only).message).toBe(
			"'Date' is empty. Fill it in",
		);
	});
});

describe('the item', () => {
	const refusal = new UserError(`'Amount' is empty`);

	it('is named in the message of a run with several, and shown by n8n', () => {
		const error = toNodeError(node, refusal, { itemIndex: 3, itemCount: 5 });
		expect(error.message).toBe(`'Amount' is empty [item 3]`);
		expect(error.context.itemIndex).toBe(3);
	});

	it('is not named where there is only one, or none', () => {
		const only = toNodeError(node, refusal, { itemIndex: 0, itemCount: 1 });
		expect(only.message).toBe(`'Amount' is empty`);
		expect(only.context.itemIndex).toBe(0);
		expect(toNodeError(node, refusal).message).toBe(`'Amount' is empty`);
	});

	it('is added to a failed request as well', () => {
		const error = toNodeError(node, failureWith(answered(400)), { itemIndex: 1, itemCount: 2 });
		expect(error.message).toMatch(/ \[item 1\]$/);
		expect(error.context.itemIndex).toBe(1);
	});
});

describe('everything else', () => {
	it.each(['A preexisting charge', 'ENOTFOUND is not a word', 'EACCES'])(
		'keeps our own text %p and its advice',
		(text) => {
			const error = toNodeError(node, new UserError(text, { description: 'Do this' }));
			expect(error).toBeInstanceOf(NodeOperationError);
			expect(error).toMatchObject({ message: text, description: 'Do this' });
		},
	);

	it('passes an error of the node through, with its advice', () => {
		const given = new NodeOperationError(node, 'Not so', { description: 'But so' });
		const error = toNodeError(node, given, { itemIndex: 1, itemCount: 2 });
		expect(error).toMatchObject({ message: 'Not so [item 1]', description: 'But so' });
	});

	it('says that the user has cancelled, and blames no item', () => {
		const error = toNodeError(node, new CanceledError());
		expect(error.message).toMatch(/cancell?ed/);
		expect(error.context.itemIndex).toBeUndefined();
	});

	it.each([
		['text', 'text'],
		[new TypeError('odd'), 'odd'],
	])('becomes an error of the node: %p', (thrown, message) => {
		const error = toNodeError(node, thrown);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe(message);
	});
});
