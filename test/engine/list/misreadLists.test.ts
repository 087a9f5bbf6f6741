import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { JsonObject } from '../../service/json';
import { useHotel } from '../support/hotel';

const hotel = useHotel();

const deleting = { deleteMissing: true, referencePrefix: 'o-' };
const spa = { amount: 80, date: '2026-11-21', description: 'Spa' };
const fromItem: INodeParameters = {
	reservationId: '={{ $json.on }}',
	...spa,
	reference: '={{ $json.ref }}',
};

/** From now on the service lists the items in this form, and those of these reservations whatever it is asked for. */
function show(form: (item: JsonObject) => JsonObject, reservationIds?: string[]): void {
	const { books } = hotel.service;
	const ofReservation = books.ofReservation.bind(books);
	books.ofReservation = (asked) =>
		(reservationIds ?? [asked])
			.flatMap(ofReservation)
			.map((booking) => ({ ...booking, raw: form(booking.raw) }));
}

/** @returns of every item its action, or what is wrong: On Error is Continue */
async function run(operation: string, parameters: INodeParameters, items: IDataObject[]) {
	const settings = { items, onError: 'continueRegularOutput' } as const;
	const running = hotel.run(operation, { ...fromItem, ...parameters }, settings);
	return (await running).json().map(({ action, error }) => action ?? error);
}

const failing = (words: RegExp) => expect.stringMatching(words) as string;

it.each<[string, INodeParameters]>([
	['create', { preventDuplicates: 'reference' }],
	['create', { preventDuplicates: 'sameFields' }],
	['upsert', { amount: 5 }],
	['sync', { amount: 5 }],
	['sync', deleting],
	['sync', { ...deleting, dryRun: true }],
])(
	'where the service ignores List Query and shows nobody’s name, %s %j changes nothing, and deletes no other guest’s charge',
	async (operation, parameters) => {
		show((item) => ({ ...item, reservationId: null }), ['R-1', 'R-2', 'R-3']);
		for (const ref of ['o-1', 'o-8', 'manual']) {
			hotel.book({ ...spa, description: `Spa [ref:${ref}]` }, 'R-3');
		}
		const ignored = failing(/The service ignores 'List Query'.*Correct its parameter/);
		for (const on of [['R-1'], ['R-1', 'R-2', 'R-3']]) {
			const items = on.map((each, n) => ({ on: each, ref: `o-${n + 1}` }));

			expect(await run(operation, parameters, items)).toEqual(on.map(() => ignored));
		}
		expect(hotel.service.books.changes).toEqual({ created: 0, updated: 0, deleted: 0 });
		expect(hotel.ids()).toHaveLength(3);
	},
);

const serviceId = { __rl: true, mode: 'reference', value: 'o-1' };
const named = { reservationId: 'R-1', serviceId };
const none = '={{ $json.none }}';
const nothing = { amount: none, description: none, reference: none };

it.each<[string, INodeParameters]>([
	['update', { ...named, updateFields: { amount: 5 } }],
	['delete', named],
	['delete', { ...named, options: { ignoreMissing: true } }],
	['upsert', { amount: 5 }],
	['sync', { ...deleting, allowEmpty: true, ...nothing }],
])(
	'where the list has row numbers for IDs, of which one is another guest’s, %s %j changes nothing',
	async (operation, parameters) => {
		hotel.book({ ...spa, id: '1' }, 'R-2');
		hotel.book({ ...spa, id: '2', description: 'Spa [ref:o-1]' });
		show((item) => ({ ...item, id: '1' }));
		const output = await run(operation, parameters, [{ on: 'R-1', ref: 'o-1' }]);

		expect(output.at(-1)).toMatch(/was left alone: asked for this ID.*correct \{id\}/);
		expect(hotel.service.books.changes).toMatchObject({ updated: 0, deleted: 0 });
	},
);
