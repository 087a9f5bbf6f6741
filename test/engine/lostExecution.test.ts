import { useStoppedCharges } from './support/stoppedCharges';
import { useRestartedPackage } from './support/restart';

const { hotel, create, failAt, booked } = useStoppedCharges();
const packageRoot = useRestartedPackage();

/** An execution that n8n lost after three of six charges: it keeps nothing of what the node has done. */
async function lost(parameters = {}) {
	failAt(3);
	return (await create({}, parameters)).cutOff();
}

describe('a retry of an execution that n8n lost', () => {
	it.each(['sameFields', 'reference'])('charges only what is missing, by %s', async (mode) => {
		const protection = { preventDuplicates: mode, reference: '={{ $json.description }}' };
		const run = await create({ retryOf: await lost(protection), packageRoot }, protection);

		expect(run.error).toBeUndefined();
		expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it('charges again with Prevent Duplicates Off', async () => {
		const run = await create({ retryOf: await lost(), packageRoot });

		expect(run.error).toBeUndefined();
		expect(booked()).toEqual([0, 1, 2, 0, 1, 2, 3, 4, 5]);
		expect(hotel.service.books.changes.created).toBe(9);
	});

	it('charges only what is missing once protection is set, also after Off', async () => {
		const killed = await lost();
		const run = await create({ retryOf: killed, packageRoot }, { preventDuplicates: 'sameFields' });

		expect(run.error).toBeUndefined();
		expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
	});
});

it('a retry of an execution that failed by itself goes on where it stopped', async () => {
	failAt(1);
	failAt(3);
	const failed = await create();
	const second = await create({ retryOf: failed });
	const third = await create({ retryOf: second, packageRoot });

	expect(third.error).toBeUndefined();
	expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
});
