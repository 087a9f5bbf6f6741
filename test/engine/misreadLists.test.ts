import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	useCannedService,
	type CannedAnswer,
	type CannedRequest,
	type CannedService,
} from './support/cannedService';
import { runNode } from './support/runWorkflow';

type Booked = IDataObject & { id: string; reservationId: string };

const sameFields = { preventDuplicates: 'sameFields' };

/** The output of an item that has failed with these words. */
const error = (text: string) => ({ error: expect.stringContaining(text) as string });

const fromItem: INodeParameters = {
	reservationId: '={{ $json.on }}',
	amount: 80,
	date: '2026-11-21',
	description: 'Spa',
	reference: '={{ $json.ref }}',
};

/** A service whose lists are not what the node takes them for. */
class MisreadLists {
	/** What it has in its books. */
	booked: Booked[] = [];
	/** How it shows an item. */
	show: (item: Booked) => unknown = (item) => item;
	/** Whether it lists a reservation, or everything it has. */
	isFiltered = true;
	/** Requests at a Time, as the credential says. */
	accountConcurrency = 10;

	constructor(private readonly canned: CannedService) {}

	reset(): void {
		this.booked = [];
		this.show = (item) => item;
		this.isFiltered = true;
		this.accountConcurrency = 10;
		this.canned.answer = (request) => this.answer(request);
	}

	private answer({ asked, body }: CannedRequest): CannedAnswer {
		const [method = '', url = ''] = asked.split(' ');
		const { pathname, searchParams } = new URL(url, 'http://service');
		const id = pathname.split('/')[2];
		if (method === 'POST') {
			const item = { id: `c-${this.booked.length + 1}`, ...(body as IDataObject) } as Booked;
			this.booked.push(item);
			return { status: 201, body: { id: item.id } };
		}
		if (method === 'DELETE') this.booked = this.booked.filter((item) => item.id !== id);
		if (method !== 'GET') return { status: 204, body: '' };
		const wanted = searchParams.get('reservationId');
		const isListed = (item: Booked) => !this.isFiltered || item.reservationId === wanted;
		return { body: { items: this.booked.filter(isListed).map((item) => this.show(item)) } };
	}

	/** Runs the node with On Error → Continue, so that every item has a word of its own. */
	async run(
		operation: string,
		parameters: INodeParameters,
		items: IDataObject[],
	): Promise<IDataObject[]> {
		const credential = this.canned.credential();
		credential.edit({ accountConcurrency: this.accountConcurrency });
		const done = await runNode(
			'serviceItem',
			{ resource: 'serviceItem', operation, ...fromItem, ...parameters },
			{ credential, items, onError: 'continueRegularOutput' },
		);
		return done.json();
	}

	/** What it was asked to change. */
	changes(): string[] {
		return this.canned.asked.filter((asked) => !asked.startsWith('GET'));
	}
}

const service = new MisreadLists(useCannedService());
beforeEach(() => service.reset());

describe('a service that lists everything whatever it is asked for, and shows nobody’s name', () => {
	const shared = 'The service lists the same service item';
	const wanted = [
		{ on: 'R-1', ref: 'o-1' },
		{ on: 'R-2', ref: 'o-2' },
	];

	beforeEach(() => {
		service.isFiltered = false;
		service.show = ({ id, amount, date, description }) => ({ id, amount, date, description });
		service.booked = ['o-1', 'o-8', 'manual'].map((ref, n) => ({
			...{ id: `c-${n}`, reservationId: 'R-3', amount: 80, date: '2026-11-21' },
			description: `Spa [ref:${ref}]`,
		}));
	});

	it.each(['create', 'upsert', 'sync'])(
		'changes nothing by %s and reference',
		async (operation) => {
			const before = [...service.booked];
			const parameters = {
				preventDuplicates: 'reference',
				removeMissing: true,
				referencePrefix: 'o-',
			};
			const output = await service.run(
				operation,
				parameters,
				[wanted[0], wanted[0], wanted[1]].map(refNo),
			);

			expect(output.slice(0, 3)).toEqual([error(shared), error(shared), error(shared)]);
			expect(service.booked.filter(({ id }) => before.some((item) => item.id === id))).toEqual(
				before,
			);
		},
	);

	it('does not take another guest’s charge for this one’s by same fields', async () => {
		service.booked = [];
		service.accountConcurrency = 1;
		const output = await service.run('create', sameFields, wanted);

		expect(service.booked).toHaveLength(1);
		expect(output).toEqual([error(shared), error(shared)]);
		expect(output[0]?.error).toContain("'List Query'");
	});

	/** References of their own, so that none is wanted twice. */
	function refNo(item: IDataObject | undefined, n: number): IDataObject {
		return { ...item, ref: `o-${n + 1}` };
	}
});

describe('a list whose items cannot be read', () => {
	const shapes: Array<[string, (item: Booked) => unknown]> = [
		['attributes', ({ id, ...attributes }) => ({ id, type: 'service', attributes })],
		['edges', (node) => ({ node })],
		['other names', ({ id, amount, description }) => ({ id, Amount: amount, Text: description })],
	];

	it.each(shapes)('(%s) makes no charge a second time', async (_, shape) => {
		service.show = shape;
		for (const parameters of [sameFields, { preventDuplicates: 'reference' }]) {
			service.booked = [];
			await service.run('create', parameters, [{ on: 'R-1', ref: 'a' }]);
			const again = await service.run('create', parameters, [{ on: 'R-1', ref: 'a' }]);

			expect(again).toEqual([error("'List Response' in the Reservation Service credential")]);
			expect(service.booked).toHaveLength(1);
		}
	});

	it.each([
		['an amount that is an object', { amount: { value: 80 } }, '{"value":80} at \'amount\''],
		['a date in seconds', { date: 1_795_219_200 }, 'Write {date as unixSeconds} there'],
	])('(%s) cannot be compared by same fields', async (_, change, words) => {
		service.show = (item) => ({ ...item, ...change });
		await service.run('create', sameFields, [{ on: 'R-1' }]);

		expect(await service.run('create', sameFields, [{ on: 'R-1' }])).toEqual([error(words)]);
		expect(service.booked).toHaveLength(1);
	});

	it('says that the charge was made when that comes out afterwards', async () => {
		service.show = ({ id }) => ({ id });
		const output = await service.run('create', { preventDuplicates: 'reference' }, [
			{ on: 'R-1', ref: 'a' },
		]);

		expect(output).toEqual([error("The service item 'c-1' was created. The list of")]);
	});
});

describe('a list that shows', () => {
	const spa = {
		reservationId: 'R-1',
		amount: 80,
		date: '2026-11-21',
		description: 'Spa [ref:a]',
	};

	it('one ID for several items has none to change or delete by', async () => {
		service.booked = [
			{ ...spa, id: '7', number: 1, amount: 1 },
			{ ...spa, id: '7', number: 2, description: 'Tour [ref:a-old]' },
		];
		const output = await service.run('sync', { removeMissing: true, referencePrefix: 'a' }, [
			{ on: 'R-1', ref: 'a' },
		]);

		const why =
			"several service items of the reservation have the ID '7'. Put {id} into 'List Response'";
		expect(output).toEqual([error(why), error(why)]);
		expect(service.changes()).toEqual([]);
	});
});
