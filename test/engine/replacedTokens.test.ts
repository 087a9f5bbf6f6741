import { useCannedService, type CannedRequest } from './support/cannedService';
import { engineLog } from './support/loadedPackage';
import { runNode } from './support/runWorkflow';

const canned = useCannedService();

const charge = { amount: 25, date: '2026-11-21', description: 'Late checkout' };
const tokens = ['first-token-0001', 'second-token-0002'] as const;

/**
 * The request for R-1 is refused in words that repeat its Authorization header, but only after the one for R-2, which was
 * sent with the same token, has got a 401 and been sent again with the next token.
 */
function refuseLate(): (request: CannedRequest) => object | Promise<object> {
	const [first, second] = tokens;
	canned.token = first;
	let isRenewed: () => void;
	const renewed = new Promise<void>((resolve) => (isRenewed = resolve));
	return async ({ authorization, body }) => {
		const { reservationId } = body as { reservationId: string };
		if (reservationId === 'R-1') {
			await renewed;
			return { status: 400, body: { message: `No good: Authorization: ${authorization}` } };
		}
		if (authorization === `Bearer ${first}`) {
			canned.token = second;
			return { status: 401, body: { message: 'The token has expired' } };
		}
		isRenewed();
		return { status: 201, body: { id: 'si-2' } };
	};
}

it.each([
	['stops the run', 'stopWorkflow'],
	['is an error item', 'continueRegularOutput'],
	['goes to the error output', 'continueErrorOutput'],
] as const)(
	'a token that was replaced meanwhile is not in an error that %s',
	async (_, onError) => {
		canned.answer = refuseLate();
		const parameters = { ...charge, reservationId: '={{ $json.id }}' };
		const credential = canned.credential();
		// n8n's process remembers the tokens of an account it has seen.
		credential.edit({ accountId: `hotel of ${onError}` });
		const run = await runNode(
			'serviceItem',
			{ resource: 'serviceItem', operation: 'create', ...parameters },
			{ credential, items: [{ id: 'R-1' }, { id: 'R-2' }], onError },
		);

		const errors = [run.error?.message, ...run.json(0), ...run.json(1)];
		expect(JSON.stringify(errors)).toContain('No good: Authorization: Bearer ***');
		expect(canned.asked).toHaveLength(3);
		for (const token of tokens) {
			expect(run.stored).not.toContain(token);
			expect(engineLog.join('\n')).not.toContain(token);
		}
	},
);
