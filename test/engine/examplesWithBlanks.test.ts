import { useCannedService } from './support/cannedService';

const service = useCannedService();

const charge = {
	reservationId: '5512',
	amount: '12.50',
	date: '2026-11-21',
	description: 'Late checkout',
};

const simplified = {
	id: 7,
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: null,
	destinationAccount: null,
};

interface Spelling {
	/** What a user pastes into the credential. */
	credential: Record<string, unknown>;
	/** The address the list is asked at. */
	listed: string;
	/** The bodies a strict service takes. */
	created: unknown;
	changed: unknown;
	/** One charge as the service returns it. */
	returned: Record<string, unknown>;
}

const spellings: Array<[string, Spelling]> = [
	[
		'cents, epoch days, numbers for IDs and a wrapper',
		{
			credential: {
				createBody: {
					data: {
						type: 'charge',
						bookingId: '{reservationId as number}',
						money: { cents: '{amount as minorUnits}', currency: 'EUR' },
						on: '{date as utcDaySeconds}',
						label: '{description}',
						ledger: '{accountCode}',
					},
				},
				returnedItem: {
					id: '{id as number}',
					money: { cents: '{amount as minorUnits}' },
					on: '{date as utcDaySeconds}',
					label: '{description}',
				},
				listQuery: { filter: 'booking$eq:{reservationId}' },
			},
			listed: 'GET /services?filter=booking%24eq%3A5512',
			created: {
				data: {
					type: 'charge',
					bookingId: 5512,
					money: { cents: 1250, currency: 'EUR' },
					on: 1795219200,
					label: 'Late checkout',
				},
			},
			changed: { data: { money: { cents: 2000, currency: 'EUR' }, type: 'charge' } },
			returned: {
				id: 7,
				money: { cents: 1250, currency: 'EUR' },
				on: 1795219200,
				label: 'Late checkout',
			},
		},
	],
	[
		'a list as body, days as dd/MM/yyyy and a date that is always sent',
		{
			credential: {
				createBody: [
					{
						Reservation: '{reservationId}',
						Amount: '{amount as text}',
						Day: '{date as dd/MM/yyyy}',
						Text: '{description}',
					},
				],
				updateBody: { Amount: '{amount as text}', Day: '{date as dd/MM/yyyy!}', Version: 2 },
				returnedItem: {
					No: '{id as number}',
					Amount: '{amount as text}',
					Day: '{date as dd/MM/yyyy}',
					Text: '{description}',
				},
			},
			listed: 'GET /services?reservationId=5512',
			created: [{ Reservation: '5512', Amount: '12.50', Day: '21/11/2026', Text: 'Late checkout' }],
			changed: { Amount: '20.00', Day: '21/11/2026', Version: 2 },
			returned: { No: 7, Amount: '12.50', Day: '21/11/2026', Text: 'Late checkout' },
		},
	],
];

describe.each(spellings)(
	'a service with %s',
	(_, { credential, listed, created, changed, returned }) => {
		const entered = Object.fromEntries(
			Object.entries(credential).map(([name, example]) => [name, JSON.stringify(example)]),
		);
		let bodies: unknown[] = [];

		beforeEach(() => {
			bodies = [];
			service.answer = ({ asked, body }) => {
				if (body !== undefined) bodies.push(body);
				return { body: asked.includes('?') ? { items: [returned] } : returned };
			};
		});

		it('gets the body it wants', async () => {
			const run = await service.run('create', charge, entered);
			expect(run.error).toBeUndefined();
			expect(bodies).toEqual([created]);
		});

		it('is understood', async () => {
			const options = { simplify: true };
			const run = await service.run('getAll', { reservationId: '5512', options }, entered);
			expect(service.asked).toEqual([listed]);
			expect(run.json()).toEqual([{ ...simplified, reservationId: '5512' }]);
		});

		it('gets what changes, with what belongs to it', async () => {
			const serviceId = { __rl: true, mode: 'id', value: '7' };
			const updateFields = { amount: '20' };
			const run = await service.run('update', { serviceId, updateFields }, entered);
			expect(run.error).toBeUndefined();
			expect(bodies).toEqual([changed]);
		});

		it('is compared with rightly, so that nothing is charged twice', async () => {
			const run = await service.run(
				'create',
				{ ...charge, preventDuplicates: 'sameFields' },
				entered,
			);
			expect(run.json()).toMatchObject([{ _action: 'alreadyExisted' }]);
			expect(bodies).toEqual([]);
		});
	},
);

describe('what every request carries', () => {
	const constants = {
		requestHeaders: '{ "X-Property": "property-4711" }',
		requestQuery: '{ "apiVersion": "2" }',
	};

	it('is sent with every request, and shown in no error', async () => {
		service.answer = { status: 400, body: { message: 'Unknown property property-4711' } };
		const run = await service.run('getAll', { reservationId: '5512' }, constants);
		expect(service.asked).toEqual(['GET /services?apiVersion=2&reservationId=5512']);
		expect(run.error?.message).toMatch(/Unknown property \*\*\*/);
		expect(run.stored).not.toContain('property-4711');
	});

	it('is never an authorization of its own', async () => {
		const requestHeaders = '{ "authorization": "Bearer mine" }';
		const run = await service.run('getAll', { reservationId: '5512' }, { requestHeaders });
		expect(run.error?.message).toMatch(
			/'Request Headers'.* has 'Authorization', which carries the access token/,
		);
		expect(service.asked).toEqual([]);
	});
});
