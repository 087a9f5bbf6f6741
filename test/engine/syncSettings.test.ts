import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';

const hotel = useHotel();

const day = '2026-11-21';
const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	reference: '={{ $json.reference }}',
	amount: '={{ $json.amount }}',
	date: day,
	description: '={{ $json.reference }}',
	removeMissing: true,
	referencePrefix: 'r',
};

function sync(
	items: IDataObject[],
	parameters: INodeParameters,
	settings: Parameters<typeof hotel.run>[2] = {},
) {
	return hotel.run('sync', { ...fromItem, ...parameters }, { items, ...settings });
}

function wanted(reference: string, reservationId: string, settings: IDataObject) {
	return { reservationId, reference, amount: 10, ...settings };
}

/** Puts charges with these references on a reservation; the ID is the same as the reference. */
function hold(reservationId: string, ...references: string[]): void {
	for (const reference of references) {
		const description = `${reference} [ref:${reference}]`;
		hotel.service.books.add(reservationId, { id: reference, amount: 10, date: day, description });
	}
}

/** IDs on the books. */
const ids = () => hotel.service.books.all().map(({ id }) => id);

/** What an expression gives for a setting. */
type Setting = boolean | string | object;

const continued = { onError: 'continueRegularOutput' } as const;

describe('settings that differ from item to item', () => {
	const message =
		"'Remove Missing', 'Reference Prefix', 'Dry Run' and 'Most Removals' are not the same as for the first input item";
	const remedy = 'Give all input items of a run the same, or use one node for each.';
	const cases: Array<[string, Setting, Setting]> = [
		['removeMissing', true, false],
		['removeMissing', false, true],
		['dryRun', true, false],
		['dryRun', false, true],
		['referencePrefix', 'r', 'ra'],
		['referencePrefix', 'ra', 'r'],
	];
	const items = (first: Setting, second: Setting) => [
		wanted('ra-1', 'R-1', { setting: first }),
		wanted('rb-1', 'R-2', { setting: second }),
	];
	beforeEach(() => {
		hold('R-1', 'ra-1', 'ra-2', 'rb-3');
		hold('R-2', 'rb-1', 'rb-2', 'ra-3');
	});

	it.each(cases)('%s, first %j and then %j, stop the run', async (name, first, second) => {
		const run = await sync(items(first, second), { [name]: '={{ $json.setting }}' });

		expect(run.error?.message).toBe(`${message} [item 1]`);
		expect(run.error?.description).toContain(remedy);
		expect(hotel.requests).toEqual([]);
	});

	it.each(cases)('%s, %j and %j, remove nothing with Continue', async (name, first, second) => {
		const before = ids();
		const run = await sync(items(first, second), { [name]: '={{ $json.setting }}' }, continued);

		expect(run.json()).toMatchObject([
			{ action: 'unchanged', reference: 'ra-1' },
			{ error: expect.stringContaining(`${message}. ${remedy}`) as string },
		]);
		expect(ids()).toEqual(before);
	});
});

describe('a setting that cannot be read', () => {
	const items = (first: Setting, second: Setting) => [
		wanted('ra-1', 'R-1', { setting: first }),
		wanted('ra-2', 'R-1', { setting: second }),
	];
	const cases: Array<[string, string, Setting, Setting]> = [
		['Reference Prefix', 'referencePrefix', 'r', {}],
		['Remove Missing', 'removeMissing', true, 'yes'],
		['Dry Run', 'dryRun', false, 'no thanks'],
	];
	beforeEach(() => hold('R-1', 'ra-1', 'ra-2', 'ra-3'));

	it.each(cases)('stops the run: %s', async (label, name, good, bad) => {
		const run = await sync(items(good, bad), { [name]: '={{ $json.setting }}' });

		expect(run.error?.message).toMatch(new RegExp(`^'${label}' is .*\\[item 1\\]$`));
		expect(hotel.requests).toEqual([]);
	});

	it.each(cases)(
		'fails its item only and removes nothing with Continue: %s',
		async (label, name, good, bad) => {
			const run = await sync(items(good, bad), { [name]: '={{ $json.setting }}' }, continued);

			expect(run.json()).toMatchObject([
				{ action: 'unchanged', reference: 'ra-1' },
				{ error: expect.stringContaining(`'${label}' is `) as string },
			]);
			expect(ids()).toEqual(['ra-1', 'ra-2', 'ra-3']);
		},
	);
});

describe('a Reference Prefix', () => {
	beforeEach(() => hold('R-1', 'spa-1', 'spa-2', 'tour-1'));
	const items = [wanted('spa-1', 'R-1', { prefix: '', Prefix: 'spa-' })];

	it.each(['={{ $json.prefix }}', '={{ $json.missing }}', '={{ null }}', '={{ "  " }}', '=', '  '])(
		'that is %j, which gives nothing, is refused',
		async (referencePrefix) => {
			const run = await sync(items, { referencePrefix });

			expect(run.error?.message).toMatch(/^'Reference Prefix' is empty, so every reference/);
			expect(hotel.requests).toEqual([]);
		},
	);

	it('has to be that of every input item, and then removes nothing', async () => {
		const all = [...items, wanted('tour-1', 'R-1', { Prefix: 'spa-' })];
		const run = await sync(all, { referencePrefix: '={{ $json.Prefix }}' }, continued);

		expect(run.json()).toMatchObject([
			{ action: 'unchanged' },
			{
				error: expect.stringContaining("does not begin with 'Reference Prefix' ('spa-')") as string,
			},
		]);
		expect(ids()).toEqual(['spa-1', 'spa-2', 'tour-1']);
	});

	it('is not asked for without Remove Missing', async () => {
		const run = await sync(items, { referencePrefix: '', removeMissing: false });

		expect(run.json()).toMatchObject([{ action: 'unchanged' }]);
	});

	it('that is an expression limits what is removed', async () => {
		await sync(items, { referencePrefix: '={{ $json.Prefix }}' });

		expect(ids()).toEqual(['spa-1', 'tour-1']);
	});
});
