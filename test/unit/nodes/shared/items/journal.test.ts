import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Journal } from '../../../../../nodes/shared/items/journal';
import type { Session } from '../../../../../nodes/shared/reservation/session';
import { sha256Of } from '../../../../../nodes/shared/n8n/digest';

/** The tries of one node in one execution, which share its context. */
class Tries {
	constructor(private readonly nodeContext: IDataObject = {}) {}

	/** The same as n8n saves it while a try is running, because the user stops the execution. */
	asSavedNow(): Tries {
		return new Tries(JSON.parse(JSON.stringify(this.nodeContext)) as IDataObject);
	}

	/** One try with these input items, each of the account of its place, or of one and the same. */
	begin(items: IDataObject[], fingerprints: string[] = []): Journal {
		const context = {
			getContext: () => this.nodeContext,
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
			getNodeParameter: () => 'create',
			getInputData: () => items.map((json) => ({ json })),
		};
		const of = (itemIndex: number): Session => {
			const client = { fingerprint: fingerprints[itemIndex] ?? 'account' };
			return { client } as unknown as Session;
		};
		return new Journal(context as unknown as IExecuteFunctions, { of });
	}
}

const spa = { description: 'Spa' };
const tour = { description: 'Tour' };
const made = [{ id: 'S-1' }];

it('gives a later try what was done for the same input item', () => {
	const tries = new Tries();
	const first = tries.begin([spa, tour]);
	first.noteDone(0, made);

	const second = tries.begin([{ ...spa }, tour]);
	expect(second.resultsOf(0)).toEqual(made);
	expect(second.has(1)).toBe(false);
});

it('gives nothing to a later try that has another item in that place', () => {
	const tries = new Tries();
	const first = tries.begin([spa, tour]);
	first.noteDone(0, made);

	const second = tries.begin([tour, spa]);
	expect(second.has(0)).toBe(false);
	expect(second.has(1)).toBe(false);
});

it('tells the items apart even when it was saved before the try had ended', () => {
	const tries = new Tries();
	tries.begin([spa, tour]).noteDone(0, made);

	const later = tries.asSavedNow();
	expect(later.begin([tour, spa]).has(0)).toBe(false);
	expect(later.begin([spa, tour]).resultsOf(0)).toEqual(made);
});

it('keeps what a try adds to the entries of the one before', () => {
	const tries = new Tries();
	const first = tries.begin([spa, tour]);
	first.noteDone(0, made);
	const second = tries.begin([spa, tour]);
	second.noteDone(1, [{ id: 'S-2' }]);

	const third = tries.begin([spa, tour]);
	expect(third.resultsOf(0)).toEqual(made);
	expect(third.resultsOf(1)).toEqual([{ id: 'S-2' }]);
});

it('leaves nothing behind when the run has succeeded', () => {
	const tries = new Tries();
	const first = tries.begin([spa]);
	first.noteDone(0, made);
	first.drop();

	expect(tries.begin([spa]).has(0)).toBe(false);
});

it('gives nothing to a later try in which the item belongs to another account', () => {
	const tries = new Tries();
	const first = tries.begin([spa, tour], ['hotel a', 'hotel b']);
	first.noteDone(0, made);
	first.noteDone(1, made);

	const second = tries.begin([spa, tour], ['hotel a', 'hotel c']);
	expect(second.resultsOf(0)).toEqual(made);
	expect(second.has(1)).toBe(false);
});

it('goes on with what version 0.1.0 has begun, which told one account for all', () => {
	const input = sha256Of(JSON.stringify(spa), 'base64');
	const reservationServiceJournal = {
		runIndex: 0,
		operation: 'create',
		access: 'account',
		entries: { 0: { input, results: made } },
		extra: [],
	};
	const tries = new Tries({ reservationServiceJournal });

	expect(tries.begin([spa]).resultsOf(0)).toEqual(made);
	expect(tries.begin([spa], ['hotel b']).has(0)).toBe(false);
});
