import { CHARGE, useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

/**
 * What goes wrong most, word for word. What n8n's own errors keep of a cause, and who renews a token, differs from version to
 * version of n8n (see scripts/matrix.mjs); nothing of that may be seen.
 */
const hotel = useHotel();
const PARAMETERS = { create: CHARGE, get: { serviceId: byId('si-1') } };
type Operation = keyof typeof PARAMETERS;

function run(operation: Operation) {
	const options = { timeout: 600, maxRetries: 0 };
	return hotel.run(operation, { ...PARAMETERS[operation], options });
}

/** What the error panel shows: the title, and below it the description. */
async function panelAfter(operation: Operation): Promise<string[]> {
	const { error } = await run(operation);
	return [error?.message ?? '', error?.description ?? ''];
}

function breakWith(kind: 'hangAfter' | 'resetAfter'): void {
	hotel.service.faults.add({ kind, path: /^\/services/, times: 1000 });
}

beforeEach(() => hotel.seed('si-1'));

const checkTheKey =
	"Check 'Account ID' and 'API Key' in the credential. Check that both belong together and to the chosen environment. A key that was replaced or withdrawn has to be entered anew.";
const newKey =
	'A new API key with the needed scope is required. The scopes of an API key are fixed when it is generated, so a new API key with the needed scope has to be generated and put into the credential.';
const lookFirst =
	"Look at the reservation before creating it again, and set 'Prevent Duplicates' to have this checked for you. It was not sent again, so that the guest is not charged twice. Get Many shows whether it is there. Or set 'Prevent Duplicates', save, and retry this execution with the currently saved workflow: only what is missing is created then.";
const mayBeCreated = "The service item may or may not have been created on reservation 'R-1':";
const cannotBeRead = "The service item 'si-1' could not be read:";

describe.each<[string, () => unknown, Record<Operation, string[]>]>([
	[
		'a wrong key',
		() => hotel.credential.edit({ apiKey: 'mistyped' }),
		{
			create: [
				'The service refused the login: Account hotel does not exist or the key does not belong to it',
				checkTheKey,
			],
			get: [
				'The service refused the login: Account hotel does not exist or the key does not belong to it',
				checkTheKey,
			],
		},
	],
	[
		'a key without the scope',
		() => hotel.credential.edit({ apiKey: hotel.issueKey('hotel', []) }),
		{
			create: [
				"The API key's scope does not include this operation: The key lacks the scope services:create",
				newKey,
			],
			get: [
				"The API key's scope does not include this operation: The key lacks the scope services:read",
				newKey,
			],
		},
	],
	[
		'an answer that does not come',
		() => breakWith('hangAfter'),
		{
			create: [`${mayBeCreated} the service did not answer in time`, lookFirst],
			get: [
				`${cannotBeRead} the service did not answer in time`,
				"Try again later, or give it longer with the option 'Timeout'. Nothing was changed. Run the workflow again later.",
			],
		},
	],
	[
		'a connection that breaks off',
		() => breakWith('resetAfter'),
		{
			create: [`${mayBeCreated} the connection broke off`, lookFirst],
			get: [
				`${cannotBeRead} the connection broke off`,
				'Check the network between n8n and the service, then try again. Nothing was changed. Run the workflow again later.',
			],
		},
	],
])('%s reads the same in every n8n', (_, arrange, panels) => {
	it.each(['create', 'get'] as const)('to %s', async (operation) => {
		arrange();

		expect(await panelAfter(operation)).toEqual(panels[operation]);
	});
});

describe('a refused connection reads the same in every n8n', () => {
	it.each(['create', 'get'] as const)('to %s, when logging in', async (operation) => {
		await hotel.service.stop();

		expect(await panelAfter(operation)).toEqual([
			'No access token could be fetched: the service refused the connection',
			'Check address and port in the Reservation Service credential, or try again when the service is up. The login at POST /token comes before everything else, so nothing was sent yet.',
		]);
	});
});
