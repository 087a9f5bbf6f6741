import { deepCopy, type ICredentialDataDecryptedObject } from 'n8n-workflow';
import { setImmediate } from 'node:timers/promises';

/** A credential as n8n's database holds it. */
export interface CredentialRecord {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly data: ICredentialDataDecryptedObject;
}

/**
 * Stands for n8n's table of credentials. Data is copied on the way in and out, and reads and writes take a turn of
 * the event loop, as a database does: parallel requests meet the same races as in n8n.
 */
export class CredentialStore {
	/** How often n8n has written a record (a token it keeps); what the user saves is not counted. */
	writes = 0;

	/** Behaves as with n8n's Engine 2.0 (remote-credentials-helper.js), which takes no credential whose token expires. */
	isOfEngine2 = false;

	private readonly records = new Map<string, CredentialRecord>();

	/** Saves a new credential, as the user does in the credential dialog. */
	add(type: string, data: ICredentialDataDecryptedObject): StoredCredential {
		const id = `credential-${this.records.size + 1}`;
		this.records.set(id, { id, name: 'Account', type, data: deepCopy(data) });
		return new StoredCredential(this, id);
	}

	/** The record without its being counted: for assertions and the user's own edits. */
	peek(id: string): CredentialRecord {
		const record = this.records.get(id);
		if (record === undefined) throw new Error(`No credential with ID ${id}`);
		return deepCopy(record);
	}

	/** Replaces a record's data without its being counted. */
	put(id: string, data: ICredentialDataDecryptedObject): void {
		this.records.set(id, { ...this.peek(id), data: deepCopy(data) });
	}

	async read(id: string, type: string): Promise<CredentialRecord | undefined> {
		await setImmediate();
		const record = this.records.get(id);
		return record?.type === type ? deepCopy(record) : undefined;
	}

	async write(id: string, data: ICredentialDataDecryptedObject): Promise<void> {
		this.writes++;
		const copy = deepCopy(data);
		await setImmediate();
		this.put(id, copy);
	}
}

/** One credential of a store: what a node is given, and what a test looks at. */
export class StoredCredential {
	constructor(
		readonly store: CredentialStore,
		readonly id: string,
	) {}

	get name(): string {
		return this.store.peek(this.id).name;
	}

	get type(): string {
		return this.store.peek(this.id).type;
	}

	/** A copy of what is stored now, kept tokens included. */
	get data(): ICredentialDataDecryptedObject {
		return this.store.peek(this.id).data;
	}

	/** The user changes fields and saves; everything else, kept tokens included, stays. */
	edit(changes: ICredentialDataDecryptedObject): void {
		this.store.put(this.id, { ...this.data, ...changes });
	}
}
