import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Journal } from '../../../../../nodes/shared/items/journal';

/** The tries of one node in one execution, which share its context. */
class Tries {
	constructor(private readonly nodeContext: IDataObject = {}) {}

	/** The same as n8n saves it while a try is running, because the user stops the execution. */
	asSavedNow(): Tries {
		return new Tries(JSON.parse(JSON.stringify(this.nodeContext)) as IDataObject);
	}

	/** One try with these input items. */
	begin(items: IDataObject[]): Journal {
		const context = {
			getContext: () => this.nodeContext,
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
			getNodeParameter: () => 'create',
			getInputData: () => items.map((json) => ({ json })),
		};
		return new Journal(context as unknown as IExecuteFunctions, 'account');
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
