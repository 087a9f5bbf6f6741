import { deepCopy, type ICredentialDataDecryptedObject } from 'n8n-workflow';
import { setImmediate } from 'node:timers/promises';

const saved = new Map<string, StoredCredential>();

/** A credential as n8n's database holds it. Data is copied on the way in and out. */
export class StoredCredential {
	readonly id = `credential-${saved.size + 1}`;
	readonly name = 'Account';
	readonly type = 'reservationServiceApi';

	/** Behaves as with n8n's Engine 2.0 (remote-credentials-helper.js), which takes no credential whose token expires. */
	isOfEngine2 = false;

	/** Saves a new one, as the user does in the credential dialog. */
	constructor(private fields: ICredentialDataDecryptedObject) {
		this.edit({});
		saved.set(this.id, this);
	}

	get data(): ICredentialDataDecryptedObject {
		return deepCopy(this.fields);
	}

	/** The user changes fields and saves; everything else stays. */
	edit(changes: ICredentialDataDecryptedObject): void {
		this.fields = deepCopy({ ...this.fields, ...changes });
	}
}

/** Takes a turn of the event loop, as a database does: parallel requests meet the same races as in n8n. */
export async function readCredential(id: string | null): Promise<StoredCredential> {
	await setImmediate();
	const credential = saved.get(id ?? '');
	if (credential === undefined) throw new Error(`No credential has the ID ${id}`);
	return credential;
}
