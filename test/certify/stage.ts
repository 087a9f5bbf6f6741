import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { CredentialStore } from '../engine/support/credentialStore';
import { runServiceItem, type RunOptions } from '../engine/support/serviceItemNode';
import type { WorkflowRun } from '../engine/support/workflowRun';
import type { Faults } from './faults';
import { nameOf, reckon } from './reckoning';
import type { Kind, Recorder } from './recorder';
import type { Target } from './target';

/** A charge that is to be there at the end, exactly once. */
export type Wanted = {
	amount: number;
	date: string;
	description: string;
};

/** What a scenario acts on: a reservation, the node, and the books of what is to be there at the end. */
export class Stage {
	/** By description, which no two share. */
	readonly wanted = new Map<string, Wanted>();
	private readonly credential;
	private numbered = 0;

	constructor(
		readonly target: Target,
		private readonly recorder: Recorder,
		/** Tells the charges of one certification from those of another. */
		private readonly mark: string,
		private readonly packageRoot?: string,
	) {
		this.credential = this.save({});
	}

	/** A credential of its own, which has no token yet. */
	save(changes: ICredentialDataDecryptedObject) {
		return new CredentialStore().add('reservationServiceApi', {
			...this.target.credential,
			environment: 'test',
			testBaseUrl: this.recorder.url,
			...changes,
		});
	}

	/** A new charge, which is to be there at the end. */
	want(words: string, amount: number, date = '2026-11-21'): Wanted & { reference: string } {
		const reference = `${this.mark}-${++this.numbered}`;
		const charge = { amount, date, description: `${words} ${reference}` };
		this.wanted.set(charge.description, charge);
		return { ...charge, reference };
	}

	/** A charge is not to be there any more. */
	forget({ description }: { description: string }): void {
		this.wanted.delete(description);
	}

	/** Creates a charge per input item. */
	async charge(
		items: IDataObject[],
		parameters: INodeParameters = {},
		options: RunOptions = {},
	): Promise<WorkflowRun> {
		const fields = ['amount', 'date', 'description'].map((name) => [name, `={{ $json.${name} }}`]);
		return await this.run(
			'create',
			{ ...Object.fromEntries(fields), ...parameters } as INodeParameters,
			{
				items,
				...options,
			},
		);
	}

	async run(
		operation: string,
		parameters: INodeParameters = {},
		options: RunOptions = {},
	): Promise<WorkflowRun> {
		const { reservationId } = this.target;
		return await runServiceItem(
			options.credential ?? this.credential,
			operation,
			{ reservationId, ...parameters },
			{ packageRoot: this.packageRoot, ...options },
		);
	}

	/** What goes wrong on the way to the service. */
	get faults(): Faults {
		return this.recorder.faults;
	}

	/** How many requests of a kind have passed so far. */
	count(kind: Kind): number {
		return this.recorder.passed.filter((each) => each.kind === kind).length;
	}

	/** @throws Error naming what is not there exactly once, with its amount and on its day */
	async expectBooked(charges: readonly Wanted[]): Promise<void> {
		const names = new Set(charges.map(({ description }) => description));
		const held = (await this.held()).filter((item) => names.has(nameOf(item)));
		const { lost, doubled } = reckon(charges, held);
		expectThat(lost.length === 0, `Not there as it must be: ${lost.join(', ')}`);
		expectThat(doubled.length === 0, `There more than once: ${doubled.join(', ')}`);
	}

	/** What the service holds of this certification, with the fields under our names. */
	async held(): Promise<Held[]> {
		const run = await this.run('getAll', { returnAll: true, options: { simplify: true } });
		succeeded(run);
		const items = run.json() as unknown as Held[];
		return items.filter(({ description }) => description.includes(this.mark));
	}
}

/** A charge as the node gives it with Simplify. */
export interface Held extends Wanted {
	id: string | number;
}

/** @throws Error with what the run said, when it did not succeed */
export function succeeded(run: WorkflowRun): void {
	const failed = run.error ?? run.output().find(({ error }) => error)?.error;
	if (failed) throw new Error(`${failed.message} ${failed.description ?? ''}`.trim());
}

/** @throws Error with these words, when it is not so */
export function expectThat(isSo: boolean, words: string): void {
	if (!isSo) throw new Error(words);
}
